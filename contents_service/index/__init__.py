"""The index of records and passages: what the service needs of one, and what a scope of it holds."""

"""The interface of the index of records and passages, and snapshots of the records in a scope."""

"""A whole service that is given documents and asked while everything dies around it, and the report of that."""

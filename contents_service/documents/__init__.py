"""What people do with documents: give, list, search, read, remove."""

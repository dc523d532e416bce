"""What the service asks of an index, whatever keeps it."""

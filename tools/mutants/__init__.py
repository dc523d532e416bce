"""What a mutation run found: how many small faults the tests notice, by module."""

"""Compares our passages with those of other readers and splitters, on the same files."""

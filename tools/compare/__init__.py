"""Our passages beside those of other readers and splitters, on the same files."""

"""Parsing a file's bytes into passages that know where they are, in a child process that can do nothing else."""

READER_VERSION = 6
"""Raise this when format readers or chunking change what a reading holds: older readings are then done again."""

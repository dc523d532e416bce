"""Parsing a file's bytes into passages that know where they are, in a child process that can do nothing else."""

READER_VERSION = 5
"""Raised when readers or chunking change what a reading holds: documents read with an older version are read again."""

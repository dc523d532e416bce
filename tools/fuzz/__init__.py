"""Samples of every format, damaged in every way we could think of, read by the real sandbox."""

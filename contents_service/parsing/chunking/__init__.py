"""Blocks cut into passages."""

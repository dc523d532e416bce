"""Cutting blocks into passages."""

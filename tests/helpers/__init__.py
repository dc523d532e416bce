"""Helpers for tests: factories, running services, and fakes that behave like the real thing."""

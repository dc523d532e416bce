"""Callers: who they are, what they may see, and the audit log of both."""

"""A number, version, time, date or name in a text, with the keys by which it is indexed and looked up."""

from __future__ import annotations

from msgspec import Struct


class Value(Struct, frozen=True, kw_only=True):
    """A number, version, time, date or name, however it is written."""

    start: int
    """Its place in the text, in characters."""
    end: int
    keys: tuple[str, ...]
    """What a passage that holds it is indexed by: itself and all that it is within, such as a month."""
    queries: tuple[str, ...]
    """What a question that holds it looks for: a passage with any of these keys."""

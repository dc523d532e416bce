"""A number, version, time, date, or function word written as a name, with the keys by which it is looked up."""

from __future__ import annotations

from msgspec import Struct


class Value(Struct, frozen=True, kw_only=True):
    """A number, version, time, date, or function word written as a name (*Will*, *IT*)."""

    start: int
    """The position of its first character in the text."""
    end: int
    """The position after its last character."""
    keys: tuple[str, ...]
    """What a passage with this value is indexed by: the value itself and all that contains it, such as a month."""
    queries: tuple[str, ...]
    """What a question with this value looks for: a passage with any of these keys."""

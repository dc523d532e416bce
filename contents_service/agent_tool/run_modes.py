"""How an application runs, which decides as whom its tool searches."""

from __future__ import annotations

from msgspec import Struct


class Deployment(Struct, frozen=True):
    """At its address or on its schedule: it searches what its owner gave it."""

    url: str
    app: str
    token: str


class Preview(Struct, frozen=True):
    """Tried by a person: it searches what that person gave it."""

    url: str
    app: str
    token: str


class FromFile(Struct, frozen=True):
    """Run from a file: nothing was read for it, and nothing is asked."""


Run = Deployment | Preview | FromFile

"""The ways to run an application, which decide whose documents its tool searches."""

from __future__ import annotations

from msgspec import Struct


class Deployment(Struct, frozen=True):
    """The application runs at its address or on its schedule, and searches what its owner gave it."""

    url: str
    app: str
    token: str


class Preview(Struct, frozen=True):
    """A person tries the application, and it searches what that person gave it."""

    url: str
    app: str
    token: str


class FromFile(Struct, frozen=True):
    """The application runs from a file: nothing was read for it, and the service is not called."""


Run = Deployment | Preview | FromFile

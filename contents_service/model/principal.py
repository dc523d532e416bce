"""Callers, the scope that each may see, and what an operator may select."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Person(Struct, frozen=True):
    """A person, who sees and changes what they gave."""

    sub: str


class Deployment(Struct, frozen=True, kw_only=True):
    """A running application; it searches what its owner gave it and changes nothing."""

    sub: str
    app: str
    owner: str
    documents: frozenset[str] | None = None
    """The paths that its token names, if it names any; they limit every request."""


Principal = Person | Deployment


class Scope(Struct, frozen=True):
    """The documents of an application that a principal may see: those that one person gave it.

    There is no scope of everything. `named` narrows it to some paths; None means everything that person gave.
    """

    app: str
    giver: str
    named: frozenset[str] | None = None

    def covers(self, path: str) -> bool:
        """Whether a document given under this path is in the scope."""
        return self.named is None or path in self.named

    def narrowed(self, paths: Sequence[str]) -> Scope:
        """Narrow the scope to documents with these paths."""
        named = frozenset(paths)
        return Scope(self.app, self.giver, named if self.named is None else self.named & named)


class ApplicationDocuments(Struct, frozen=True):
    """Everything given to one application by anybody; not a scope, and only an operator can name it."""

    app: str

    def covers(self, app: str, _giver: str) -> bool:
        """Whether what a giver gave to an application is selected."""
        return app == self.app


class PersonDocuments(Struct, frozen=True):
    """Everything one person gave to any application; not a scope, and only an operator can name it."""

    giver: str

    def covers(self, _app: str, giver: str) -> bool:
        """Whether what a giver gave to an application is selected."""
        return giver == self.giver


class AllDocuments(Struct, frozen=True):
    """Everything given by anybody to any application; not a scope, and only an operator can name it."""

    def covers(self, _app: str, _giver: str) -> bool:
        """Whether what a giver gave to an application is selected."""
        return True


Selection = ApplicationDocuments | PersonDocuments | AllDocuments
"""What an operator's command applies to."""

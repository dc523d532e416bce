"""What a scope holds at one moment, and what a search of it sees: worked out once, until something of it changes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from contents_service.citations import DocumentNames
from contents_service.model import Record, Scope

VIEWS = 16
"""So many narrower scopes of one application are kept; a deployment's is the same with every search."""


class VersionedRecord(Struct, frozen=True):
    """A record, and the version that a change of it must name."""

    record: Record
    version: int
    copied_version: int | None = None
    """In an index that is brought over: the version of which it is a copy, until it is changed here."""


class ScopeView(Struct, frozen=True, kw_only=True):
    """What a search of a scope sees."""

    records: tuple[Record, ...]
    """The documents that are searched, or would be if they had been read, in the order in which they were given."""
    active: Mapping[str, Record]
    """The readings that answer, in the order of their ids, and the document of each."""
    hidden: tuple[str, ...]
    """Every other reading that may still have passages: switched off, not named, being written, or to be deleted."""


class ScopeSnapshot(Struct, frozen=True, dict=True):
    """What a giver gave an application: every record of it, tombstones of removed ones included."""

    version: str
    versioned: Mapping[str, VersionedRecord]

    def records(self, scope: Scope) -> list[Record]:
        """The documents of the scope, in the order in which they were given."""
        return [record for record in self._standing if scope.covers(record.path)]

    def view(self, scope: Scope) -> ScopeView:
        """What a search of the scope sees of all this."""
        view = self._views.get(scope)
        if view is None:
            view = self._viewed(scope)
            if len(self._views) >= VIEWS:
                self._views.clear()
            self._views[scope] = view
        return view

    @cached_property
    def names(self) -> DocumentNames:
        """The short names of all that was given to the application."""
        return DocumentNames(record.path for record in self._standing)

    @cached_property
    def _standing(self) -> tuple[Record, ...]:
        standing = [kept.record for kept in self.versioned.values() if not kept.record.removed]
        return tuple(sorted(standing, key=lambda record: (record.given_at, record.id)))

    @cached_property
    def _views(self) -> dict[Scope, ScopeView]:
        return {}

    @cached_property
    def _readings(self) -> frozenset[str]:
        """All readings that may have passages."""
        readings: set[str] = set()
        for record in (kept.record for kept in self.versioned.values()):
            readings.update(record.retired)
            readings.update(() if record.job is None else (record.job.reading,))
            readings.update(() if record.active is None else (record.active.reading,))
        return frozenset(readings)

    def _viewed(self, scope: Scope) -> ScopeView:
        records = tuple(record for record in self.records(scope) if record.enabled)
        seen = dict(sorted((record.active.reading, record) for record in records if record.active))
        return ScopeView(records=records, active=seen, hidden=tuple(sorted(self._readings - seen.keys())))

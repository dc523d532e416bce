"""Snapshots of a scope's records, and the view that a search has of one; both are kept until a record changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from contents_service.citations import DocumentNames
from contents_service.model import Record, Scope

MAX_VIEWS = 16
"""Views to remember of one snapshot; all searches of one deployment share a view."""


class VersionedRecord(Struct, frozen=True):
    """A record, with the version that a change of it must name."""

    record: Record
    version: int
    copied_version: int | None = None
    """The version in another index that this is a copy of; None once it is changed here."""


class ScopeView(Struct, frozen=True, kw_only=True, dict=True):
    """The documents and readings that a search of a scope sees."""

    records: tuple[Record, ...]
    """The documents that are searched, or will be once they are read, in the order in which they were given."""
    active: Mapping[str, Record]
    """The document of each active reading, in the order of the readings' ids."""
    hidden: tuple[str, ...]
    """All other readings that may have passages: turned off, not named, being written, or to be deleted."""

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The ISO codes of the languages of these documents, that of most passages first; English if there is none."""
        passages: Counter[str] = Counter()
        for reading in (record.active for record in self.active.values()):
            for language in reading.languages if reading else ():
                passages[language] += reading.passages if reading else 0
        return tuple(language for language, _ in passages.most_common()) or ("en",)

    @cached_property
    def names(self) -> DocumentNames:
        """The short names of these documents among themselves: nothing outside the view changes them."""
        return DocumentNames(record.path for record in self.records)


class ScopeSnapshot(Struct, frozen=True, dict=True):
    """All that a giver gave an application, tombstones of removed documents included."""

    version: str
    versioned: Mapping[str, VersionedRecord]

    def records(self, scope: Scope) -> list[Record]:
        """Return the documents of the scope, in the order in which they were given."""
        return [record for record in self._documents if scope.covers(record.path)]

    def view(self, scope: Scope) -> ScopeView:
        """Return the view that a search of the scope has."""
        view = self._views.get(scope)
        if view is None:
            view = self._make_view(scope)
            if len(self._views) >= MAX_VIEWS:
                self._views.clear()
            self._views[scope] = view
        return view

    @cached_property
    def names(self) -> DocumentNames:
        """The short names of the application's documents."""
        return DocumentNames(record.path for record in self._documents)

    @cached_property
    def _documents(self) -> tuple[Record, ...]:
        records = [each.record for each in self.versioned.values() if not each.record.removed]
        return tuple(sorted(records, key=lambda record: (record.given_at, record.id)))

    @cached_property
    def _views(self) -> dict[Scope, ScopeView]:
        return {}

    @cached_property
    def _readings(self) -> frozenset[str]:
        """All readings that may have passages."""
        readings: set[str] = set()
        for record in (each.record for each in self.versioned.values()):
            readings.update(record.retired)
            readings.update(() if record.job is None else (record.job.reading,))
            readings.update(() if record.active is None else (record.active.reading,))
        return frozenset(readings)

    def _make_view(self, scope: Scope) -> ScopeView:
        records = tuple(record for record in self.records(scope) if record.enabled)
        active = dict(sorted((record.active.reading, record) for record in records if record.active))
        return ScopeView(records=records, active=active, hidden=tuple(sorted(self._readings - active.keys())))

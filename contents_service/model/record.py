"""The record of a document: what the index keeps of it, from being given until it is deleted."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from contents_service.model.reading import DocumentFacts, Format, Progress, Unread, Why

State = Literal["reading", "read", "partly_read", "not_read"]


class Fingerprint(Struct, frozen=True, kw_only=True):
    """A file as it was when last opened; `modified_ns` is the store's own time in nanoseconds."""

    bytes: int
    sha256: str
    modified_ns: int


class ActiveReading(DocumentFacts, frozen=True, kw_only=True):
    """The reading that answers searches.

    Its keywords are kept so that a backup can write the reading again; no caller sees them.
    """

    reading: str
    """The id that its passages carry."""
    read_at: str
    file: Fingerprint
    format: Format
    passages: int
    reader_version: int
    languages: tuple[str, ...] = ("en",)
    """The ISO codes of the languages that its text is in, that of most of it first."""


class FailedReread(Struct, frozen=True):
    """A failed attempt to read a document again, while the earlier reading goes on answering."""

    at: str
    why: Why


class ReadingJob(Struct, frozen=True, kw_only=True):
    """A reading that is due, or under way while a reader holds its lease."""

    reading: str
    since: str
    attempts: int = 0
    holder: str | None = None
    lease_until: float = 0.0
    """In seconds since 1970; a living reader renews it."""
    progress: Progress | None = None


class Record(Struct, frozen=True, kw_only=True):
    """Everything known about a document that a person gave to an application."""

    id: str
    app: str
    giver: str
    path: str
    given_at: str
    file: Fingerprint
    format: Format = "other"
    enabled: bool = True
    encoding_chosen: str | None = None
    active: ActiveReading | None = field(default=None, name="held")
    """Indexes and backups store it as `held`."""
    why: Why | None = None
    """Why there is no reading, when none is active and none is due."""
    unread: tuple[Unread, ...] = ()
    pages: int | None = None
    reread: FailedReread | None = None
    job: ReadingJob | None = None
    retired: tuple[str, ...] = ()
    """Readings that no longer answer and whose passages are still to be deleted."""
    removed: bool = False

    @property
    def name(self) -> str:
        """The file's name without its folder."""
        return self.path.rpartition("/")[2]

    @property
    def state(self) -> State:
        """What the Maker sees: whether it is read, and if not, whether it is being read."""
        if self.job:
            return "reading"
        if not self.active:
            return "not_read"
        return "partly_read" if self.active.unread else "read"

"""The file that a reader is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from contents_service.limits import Limits
from contents_service.model import Note, Progress


def _ignore_progress(_: Progress) -> None:
    """Ignore the progress."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file's bytes and, for text, its decoded lines as an editor shows them: each ends at LF, CRLF or CR alone."""

    name: str
    data: bytes
    lines: Sequence[str] = ()
    grammar: str | None = None
    """For code, the name of its grammar."""
    encoding: str | None = None
    notes: tuple[Note, ...] = ()
    limits: Limits = field(default_factory=Limits)
    last_page: int | None = None
    """The last page to read: an earlier attempt failed on the next."""
    report: Callable[[Progress], None] = _ignore_progress
    """Called with how far the reading has come; the parent knows this even if the child dies."""

    @property
    def text(self) -> str:
        """The decoded text, with every line end as LF."""
        return "\n".join(self.lines)

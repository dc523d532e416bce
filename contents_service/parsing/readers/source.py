"""What every reader is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from contents_service.limits import Limits
from contents_service.model import Note, Progress


def _nobody(_: Progress) -> None:
    """Take a report that nobody wants."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file's bytes, and for text its decoded lines as an editor shows them (a line ends at LF, CRLF or CR alone)."""

    name: str
    data: bytes
    lines: Sequence[str] = ()
    language: str | None = None
    """Of code: the name of its grammar."""
    encoding: str | None = None
    notes: tuple[Note, ...] = ()
    limits: Limits = field(default_factory=Limits)
    last_page: int | None = None
    """Read no page after this one: an earlier attempt broke on the next."""
    report: Callable[[Progress], None] = _nobody
    """Tell how far it has come; the parent keeps what was reported if the child dies."""

    @property
    def text(self) -> str:
        """The decoded text with every line end as LF."""
        return "\n".join(self.lines)

"""The backup file: gzipped JSON lines, of which the first says what it is and the last how much it holds.

Each line between is one document, its record and its reading together. So a file is written and read with one document
in memory at a time, and can be restored by any version that knows the format, however the index stores it.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import mkstemp
from typing import IO

import msgspec
from msgspec import Struct

from contents_service.clock import rfc3339, utc_now
from contents_service.errors import ContentsError
from contents_service.index.protocol import document_id
from contents_service.model import OutlineEntry, PassageContent, Reading, Record, Scope
from contents_service.parsing import READER_VERSION

FORMAT = 1
"""The version of the format; raise it if older code cannot restore a new file. A new field with a default is fine."""
COMPRESSION = 6
"""The gzip level; Python's default, 9, takes up to twice as long and saves less than 1 %."""


class BrokenBackup(ContentsError):
    """A backup file is damaged or incomplete."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"Line {line:,} of the backup {what}. Only an intact backup can be restored.")


class Head(Struct, frozen=True, kw_only=True, tag="backup", tag_field="line"):
    """The first line, which says what the file is."""

    format: int
    made_at: str
    reader_version: int


class Copy(Struct, frozen=True, kw_only=True, tag="document", tag_field="line"):
    """A document: its record and, if it has an active reading, all that is needed to write that reading again."""

    record: Record
    outline: tuple[OutlineEntry, ...] = ()
    passages: tuple[PassageContent, ...] = ()

    @property
    def reading(self) -> Reading | None:
        """The active reading, as it was first written."""
        active = self.record.active
        if active is None:
            return None
        return Reading(
            format=active.format,
            passages=self.passages,
            outline=self.outline,
            title=active.title,
            keywords=active.keywords,
            pages=active.pages,
            unread=active.unread,
            notes=active.notes,
            encoding=active.encoding,
        )

    @property
    def is_whole(self) -> bool:
        """Whether the document is not removed, has its own id, and has as many passages as its record states."""
        record = self.record
        stated = record.active.passages if record.active else 0
        own_id = document_id(Scope(record.app, record.giver), record.path)
        return not record.removed and record.id == own_id and len(self.passages) == stated


class Totals(Struct, frozen=True, kw_only=True, tag="end", tag_field="line"):
    """The last line, which says how much the file holds."""

    documents: int = 0
    passages: int = 0

    def with_one(self, copy: Copy) -> Totals:
        """Return the totals with one more document."""
        return Totals(documents=self.documents + 1, passages=self.passages + len(copy.passages))


Line = Head | Copy | Totals
Numbered = tuple[int, Line]

_LINES = msgspec.json.Decoder(Line)


def write(path: Path, copies: Iterable[Copy]) -> Totals:
    """Write documents one by one; the file appears once it is complete, and only its owner may read it."""
    descriptor, name = mkstemp(dir=path.parent, prefix=f".{path.name}.")
    scratch = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            totals = _write_lines(file, copies)
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(path)
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise
    return totals


def _write_lines(file: IO[bytes], copies: Iterable[Copy]) -> Totals:
    totals = Totals()
    with gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=COMPRESSION) as lines:
        _write_line(lines, Head(format=FORMAT, made_at=rfc3339(utc_now()), reader_version=READER_VERSION))
        for copy in copies:
            _write_line(lines, copy)
            totals = totals.with_one(copy)
        _write_line(lines, totals)
    return totals


def _write_line(lines: gzip.GzipFile, line: Line) -> None:
    lines.write(msgspec.json.encode(line) + b"\n")


def copies(file: IO[bytes]) -> Iterator[Copy]:
    """Yield the documents of a backup from its start; only reaching the end proves that all of it is intact."""
    file.seek(0)
    lines = _lines(file)
    _check_head(lines)
    totals = Totals()
    for number, line in lines:
        if isinstance(line, Totals):
            _check_end(number, line, totals, lines)
            return
        if not (isinstance(line, Copy) and line.is_whole):
            raise BrokenBackup(number, "is not a complete document")
        yield line
        totals = totals.with_one(line)
    raise BrokenBackup(totals.documents + 2, "is missing; it should say how much the backup holds")


def _check_head(lines: Iterator[Numbered]) -> None:
    _, head = next(lines, (1, None))
    if not isinstance(head, Head):
        raise BrokenBackup(1, "does not say that this is a backup")
    if head.format != FORMAT:
        raise BrokenBackup(1, f"says that it has format {head.format}; this version reads format {FORMAT}")


def _check_end(number: int, stated: Totals, counted: Totals, rest: Iterator[Numbered]) -> None:
    if stated != counted:
        raise BrokenBackup(number, "states other numbers of documents or passages than the file holds")
    for later_number, _ in rest:
        raise BrokenBackup(later_number, "comes after its end")


def _lines(file: IO[bytes]) -> Iterator[Numbered]:
    """Yield each line and its number until the end of the file."""
    for number, line in _unpack(file):
        try:
            yield number, _LINES.decode(line)
        except (msgspec.DecodeError, RecursionError):
            raise BrokenBackup(number, "is not a line of a backup") from None


def _unpack(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    number = 0
    try:
        for number, line in enumerate(gzip.GzipFile(fileobj=file, mode="rb"), 1):
            yield number, line
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise BrokenBackup(number + 1, "cannot be unpacked: the file was cut off or altered") from None

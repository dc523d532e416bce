"""Reading one file, in the child that was started for it: what it is, its text, its blocks, its passages.

The only module that imports the readers. It is pure: bytes in, a reading out.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import NoReturn

from contents_service.errors import NotReadable
from contents_service.limits import Limits
from contents_service.model import Format, Note, ParsedDocument, Progress, Reading
from contents_service.parsing.chunking import passages
from contents_service.parsing.detection import encodings, file_type
from contents_service.parsing.readers import READERS, Source
from contents_service.reasons import megabytes

READ_AS_TEXT = "read_as_text"

PATIENCE = 0.5
"""Of the processor's time for a document that its format's reader may take: as much is left to read it as plain text,
which takes a tenth of what Markdown or YAML do.
"""

AGAIN_S = 0.25
"""After which a reader is interrupted once more: what is raised while an object is being deleted is lost."""

_BY_PAGES: frozenset[Format] = frozenset({"pdf"})
"""Formats that are not text: they are not decoded, and a reader that gives up on one leaves nothing to fall back on."""


def _ignore(_: Format) -> None:
    """Take what nobody asked for."""


def read(
    name: str,
    data: bytes,
    *,
    encoding: str | None,
    limits: Limits,
    report: Callable[[Progress], None],
    last_page: int | None = None,
    recognised: Callable[[Format], None] = _ignore,
) -> Reading:
    """Read a file into passages; NotReadable says why there are none.

    `encoding` is one that a person chose; `recognised` is told the format as soon as it is known.
    """
    if len(data) > limits.document_bytes:
        raise NotReadable("too_big", size=megabytes(len(data)), limit=megabytes(limits.document_bytes))
    found = file_type.detect(name, data)
    recognised(found.format)
    source = Source(name=name, data=data, language=found.language, limits=limits, last_page=last_page, report=report)
    if found.format in _BY_PAGES:
        return _reading(found.format, READERS[found.format](source), limits)
    decoded = encodings.decode(data, encoding)
    source = replace(source, lines=decoded.lines, encoding=decoded.encoding, notes=decoded.notes)
    return _reading(found.format, _parsed_text(found.format, source), limits)


def _parsed_text(found: Format, source: Source) -> ParsedDocument:
    """What the format's reader finds; if it gives up, the file is still text."""
    try:
        with _interrupted_after(PATIENCE * source.limits.cpu_s):
            return READERS[found](source)
    except NotReadable:
        raise
    except Exception as error:  # noqa: BLE001 — parsers raise anything at all on files that are not quite their format
        note = Note(READ_AS_TEXT, f"It was read as plain text: as {found} it could not be ({_said(error)}).")
    return READERS["text"](replace(source, notes=(*source.notes, note)))


def _said(error: Exception) -> str:
    """What a parser said, in one short line."""
    if isinstance(error, MemoryError):
        return "it took too much memory"
    return " ".join((str(error) or type(error).__name__).split())[:200]


@contextmanager
def _interrupted_after(seconds: float) -> Iterator[None]:
    """Raise TimeoutError within what takes more of the processor than that."""

    def interrupt(_signal: int, _frame: object) -> NoReturn:
        raise TimeoutError("it took too long")

    former = signal.signal(signal.SIGVTALRM, interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, AGAIN_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, former)


def _reading(found: Format, parsed: ParsedDocument, limits: Limits) -> Reading:
    drafts = passages.cut(parsed, limits)
    if not drafts:
        raise NotReadable(_missing(parsed), **({"pages": parsed.pages} if parsed.pages else {}))
    return Reading(
        format=found,
        passages=drafts,
        outline=passages.outline(parsed),
        title=parsed.title,
        keywords=parsed.keywords,
        pages=parsed.pages,
        unread=tuple(parsed.unread),
        notes=tuple(parsed.notes),
        encoding=parsed.encoding,
    )


def _missing(parsed: ParsedDocument) -> str:
    """Why a file without a passage has none: what is the matter with most of it."""
    pages: Counter[str] = Counter()
    for part in parsed.unread:
        first, last = part.where.pages or (0, 0)
        pages[part.code] += last - first + 1
    return max(pages, key=lambda code: pages[code], default="empty")

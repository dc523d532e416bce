"""Reading one file, in the child that was started for it: detection, decoding, blocks, passages.

The only module that imports the format readers. It is pure: bytes in, a reading out.
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
from contents_service.parsing.formats import FORMATS, has_pages
from contents_service.parsing.readers import READERS, Source
from contents_service.reasons import megabytes

READ_AS_TEXT = "read_as_text"
"""The code of the note on a document that its format reader could not read."""

READER_SHARE = 0.5
"""Share of a document's processor time that its format reader may take. The rest is left for reading it as plain text,
which takes a tenth of the time that Markdown or YAML takes.
"""

INTERRUPT_AGAIN_S = 0.25
"""Seconds after which a format reader is interrupted again, since an exception raised in a destructor is lost."""


def _ignore_format(_: Format) -> None:
    """Ignore the format."""


def read(
    name: str,
    data: bytes,
    *,
    encoding: str | None,
    limits: Limits,
    report: Callable[[Progress], None],
    last_page: int | None = None,
    on_format: Callable[[Format], None] = _ignore_format,
) -> Reading:
    """Read a file into passages, or raise NotReadable with the reason why there are none.

    `encoding` is one that a person chose; `on_format` is called with the format as soon as it is known.
    """
    if len(data) > limits.document_bytes:
        raise NotReadable("too_big", size=megabytes(len(data)), limit=megabytes(limits.document_bytes))
    detected = file_type.detect(name, data)
    on_format(detected.format)
    source = Source(name=name, data=data, grammar=detected.grammar, limits=limits, last_page=last_page, report=report)
    if has_pages(detected.format):
        return _reading(detected.format, READERS[detected.format](source), limits)
    decoded = encodings.decode(data, encoding)
    source = replace(source, lines=decoded.lines, encoding=decoded.encoding, notes=decoded.notes)
    return _reading(detected.format, _parse_text(detected.format, source), limits)


def _parse_text(format_: Format, source: Source) -> ParsedDocument:
    """Parse a text with its format reader or, if that fails, as plain text."""
    try:
        with _time_limit(READER_SHARE * source.limits.cpu_s):
            return READERS[format_](source)
    except NotReadable:
        raise
    except Exception as error:  # noqa: BLE001 — parsers raise all kinds of errors on files that are not quite in their format
        message = f"It could not be read as {FORMATS[format_].noun} ({_short(error)}), so it was read as plain text."
    return READERS["text"](replace(source, notes=(*source.notes, Note(READ_AS_TEXT, message))))


def _short(error: Exception) -> str:
    """Return a parser's error message in one short line."""
    if isinstance(error, MemoryError):
        return "it took too much memory"
    return " ".join((str(error) or type(error).__name__).split())[:200]


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeoutError within the block if it takes more processor time than this."""

    def interrupt(_signal: int, _frame: object) -> NoReturn:
        raise TimeoutError("it took too long")

    previous = signal.signal(signal.SIGVTALRM, interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, INTERRUPT_AGAIN_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, previous)


def _reading(format_: Format, parsed: ParsedDocument, limits: Limits) -> Reading:
    contents = passages.cut(parsed, limits)
    if not contents:
        raise NotReadable(_most_common_reason(parsed), **({"pages": parsed.pages} if parsed.pages else {}))
    return Reading(
        format=format_,
        passages=contents,
        outline=passages.outline(parsed),
        title=parsed.title,
        keywords=parsed.keywords,
        pages=parsed.pages,
        unread=tuple(parsed.unread),
        notes=tuple(parsed.notes),
        encoding=parsed.encoding,
    )


def _most_common_reason(parsed: ParsedDocument) -> str:
    """Return why a document has no passages: the reason of most of its pages."""
    pages: Counter[str] = Counter()
    for part in parsed.unread:
        first, last = part.where.pages or (0, 0)
        pages[part.code] += last - first + 1
    return max(pages, key=lambda code: pages[code], default="empty")

"""Checks that every outcome must pass, no matter how damaged the file is."""

from __future__ import annotations

from collections.abc import Iterator

from contents_service.limits import Limits
from contents_service.model import NotRead, PassageContent, Reading
from contents_service.parsing.detection import encodings
from contents_service.reasons import REASONS

LIMITS = Limits()
WORDS_IN_READING_ORDER = ("html", "pdf")
"""Formats whose passages are not the file's own lines."""


def find_faults(data: bytes, outcome: Reading | NotRead) -> Iterator[str]:
    """Yield what is wrong with an outcome."""
    if isinstance(outcome, NotRead):
        if outcome.why.code not in REASONS or "{" in outcome.why.message:
            yield f"not a reason: {outcome.why}"
        return
    if not outcome.passages:
        yield "it was read, but has no passage"
    lines = _lines(data, outcome)
    for number, passage in enumerate(outcome.passages, 1):
        yield from (f"passage {number}: {fault}" for fault in _passage_faults(passage, outcome, lines))
    for entry in outcome.outline:
        if lines and entry.where.lines and not 0 < entry.where.lines[0] <= entry.where.lines[1] <= len(lines):
            yield f"a heading on lines {entry.where.lines} of {len(lines)}"


def _lines(data: bytes, reading: Reading) -> tuple[str, ...]:
    return () if reading.format == "pdf" else encodings.decode(data, None).lines


def _passage_faults(passage: PassageContent, reading: Reading, lines: tuple[str, ...]) -> Iterator[str]:
    where = passage.where
    if not passage.text.strip():
        yield "no text"
    if len(passage.text) > LIMITS.passage_unbreakable:
        yield f"{len(passage.text)} characters"
    if where.pages and not 0 < where.pages[0] <= where.pages[1] <= (reading.pages or 0):
        yield f"on pages {where.pages} of {reading.pages}"
    if where.lines and not 0 < where.lines[0] <= where.lines[1] <= len(lines):
        yield f"on lines {where.lines} of {len(lines)}"
    elif where.lines and reading.format not in WORDS_IN_READING_ORDER:
        yield from _line_faults(passage, "\n".join(lines[where.lines[0] - 1 : where.lines[1]]))


def _line_faults(passage: PassageContent, own_lines: str) -> Iterator[str]:
    is_heading = passage.where.heading and passage.text == passage.where.heading[-1]
    if not is_heading and passage.text not in own_lines:
        yield f"not on the lines it names: {passage.text[:80]!r}"
    elif not is_heading and passage.where.part is None and passage.text != own_lines:
        yield f"only a part of its lines, without saying so: {passage.text[:80]!r}"

r"""Leaving out of lines what only a terminal or a printer obeys: control characters, colours, overstriking.

A line keeps its number. Overstriking is read as it looks on paper: `N\bN` is a bold N, `_\bn` an underlined n.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contents_service.model import Note

_TERMINAL_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # colours and movements of the cursor
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"  # titles, links, settings
    r"|\x1b[ -/]*[0-~]?"
)
_BREAK_WITHIN_LINE = re.compile(r"(?<=\S)[\v\f\x1c-\x1f\x85]+(?=\S)")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f]")
_NOTE = "Control characters such as colours of a terminal or page breaks (the first on line {line:,}) were left out."


def leave_out_controls(lines: Sequence[str]) -> tuple[tuple[str, ...], Note | None]:
    """Return lines without control characters except tabs, and a note if there were any."""
    if not _CONTROL.search("".join(lines)):
        return tuple(lines), None
    first = next(number for number, line in enumerate(lines, 1) if _CONTROL.search(line))
    clean = tuple(_clean_line(line) if _CONTROL.search(line) else line for line in lines)
    return clean, Note("control_characters", _NOTE.format(line=first))


def _clean_line(line: str) -> str:
    text = _TERMINAL_SEQUENCE.sub("", line)
    text = _resolve_overstriking(text) if "\b" in text else text
    return _CONTROL.sub("", _BREAK_WITHIN_LINE.sub(" ", text))


def _resolve_overstriking(line: str) -> str:
    """Return what is seen of letters struck over others: the later one, except that an underscore hides none."""
    shown: list[str] = []
    at = 0
    for character in line:
        if character == "\b":
            at = max(at - 1, 0)
            continue
        if at == len(shown):
            shown.append(character)
        elif character not in "_ " or shown[at] in "_ ":
            shown[at] = character
        at += 1
    return "".join(shown)

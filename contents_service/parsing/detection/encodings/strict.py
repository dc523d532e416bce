"""Strict decoding, and the characters that a decoded text cannot have."""

from __future__ import annotations

import codecs
import re

from msgspec import Struct

from contents_service.model import Note

MAX_CONTROLS = 0.001
"""Share of control characters in all bytes up to which they may be text."""
MAX_STRAY_CONTROLS = 3
"""Control characters, counting a run of NULs once, that UTF-8 may have however short it is."""
MAX_NUL_RUNS = 0.01
"""Runs of NULs per byte up to which UTF-8 is text: logs have them after a crash, and lists between their entries."""

_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\b\x1b")) + b"\x7f"
_NUL_RUN = re.compile(rb"\0+")
_NOT_IN_TEXT = re.compile(r"[\x80-\x84\x86-\x9f\ue000-\uf8ff\ufffe\uffff]")
"""Control characters beyond ASCII and private characters, which appear only with a wrong encoding."""
_GUESSED = "It does not say which encoding it is in; it was read as {encoding}. If letters look wrong, choose another."


class DecodedText(Struct, frozen=True):
    """A decoded text, its encoding, and what a Maker should know about how it was decoded."""

    text: str
    encoding: str
    note: Note | None = None


def decode_strictly(data: bytes, encoding: str, *, guessed: bool = False) -> DecodedText | None:
    """Decode data, with a note if the encoding is a guess; None if it does not fit."""
    try:
        text = data.decode(encoding)
    except (LookupError, UnicodeError):
        return None
    note = Note("encoding_guessed", _GUESSED.format(encoding=encoding)) if guessed else None
    return DecodedText(text, codecs.lookup(encoding).name, note)


def is_plausible(decoded: DecodedText) -> bool:
    """Whether a decoded text has only characters that texts have."""
    return not _NOT_IN_TEXT.search(decoded.text)


def has_few_controls(data: bytes) -> bool:
    """Whether bytes have as few control characters as text has; UTF-8 may have a few more."""
    return count_controls(data) <= MAX_CONTROLS * len(data) or _is_utf8_with_strays(data)


def count_controls(data: bytes) -> int:
    """Count the control characters that are neither space nor used by terminals and printers."""
    return len(data) - len(data.translate(None, _CONTROLS))


def _is_utf8_with_strays(data: bytes) -> bool:
    runs = len(_NUL_RUN.findall(data))
    others = count_controls(data) - data.count(0)
    is_few = runs + others <= MAX_STRAY_CONTROLS or (
        runs <= MAX_NUL_RUNS * len(data) and others <= MAX_CONTROLS * len(data)
    )
    return is_few and decode_strictly(data, "utf-8") is not None


def count_non_ascii(text: str) -> int:
    """Count the characters that are not ASCII; a regex would take a second for a million of them."""
    return len(text) - len(text.encode("ascii", errors="ignore"))

"""Decoding bytes into lines; the encoding follows from the surest sign in the text.

The signs, in order: the encoding that a person chose, a byte-order mark, escapes that only ISO-2022-JP has, UTF-8 (even
with a few other bytes, noted), the NULs of UTF-16 and UTF-32, what the text declares, Japanese by its kana, and
then the encoding that chardet finds likeliest. The whole file counts: a long table may be plain ASCII except for its
last line.
"""

from __future__ import annotations

import codecs
import re

from msgspec import Struct

from contents_service.errors import NotReadable
from contents_service.model import Note
from contents_service.parsing.detection.control_characters import leave_out_controls
from contents_service.parsing.detection.encodings.declared import decode_declared, decode_escaped
from contents_service.parsing.detection.encodings.double_encoding import note_double_encoding
from contents_service.parsing.detection.encodings.guesses import decode_guessed
from contents_service.parsing.detection.encodings.noise import is_noise
from contents_service.parsing.detection.encodings.strict import DecodedText, has_few_controls
from contents_service.parsing.detection.encodings.unicode import MARKS, decode_marked, decode_utf8, decode_wide

_LINE_END = re.compile(r"\r\n?")


class DecodedLines(Struct, frozen=True):
    """A text's lines as an editor shows them, without control characters, and the encoding they were in."""

    lines: tuple[str, ...]
    encoding: str
    notes: tuple[Note, ...] = ()


def decode(data: bytes, chosen: str | None) -> DecodedLines:
    """Decode a text from the encoding that a person chose or, without one, from the one that its bytes suggest."""
    decoded = _decode_chosen(data, chosen) if chosen else _decode_detected(data)
    lines, controls = leave_out_controls(split_lines(decoded.text))
    notes = (decoded.note, controls, note_double_encoding(decoded.text))
    return DecodedLines(lines, decoded.encoding, tuple(note for note in notes if note))


def split_lines(text: str) -> tuple[str, ...]:
    """Split a text at LF, CRLF and CR and nowhere else; an empty line follows the last line end."""
    return tuple((_LINE_END.sub("\n", text) if "\r" in text else text).split("\n"))


def is_text(data: bytes) -> bool:
    """Whether bytes are a text in some encoding rather than data."""
    marked = any(data.startswith(mark) for mark, _ in MARKS)
    return marked or has_few_controls(data) or decode_wide(data) is not None


def _decode_chosen(data: bytes, chosen: str) -> DecodedText:
    try:
        return DecodedText(data.decode(chosen).removeprefix("\ufeff"), codecs.lookup(chosen).name)
    except (LookupError, UnicodeError) as error:
        raise NotReadable("wrong_encoding", encoding=chosen) from error


def _decode_detected(data: bytes) -> DecodedText:
    certain = (
        decode_marked(data) or decode_escaped(data) or decode_utf8(data) or decode_wide(data) or decode_declared(data)
    )
    if certain:
        return certain
    if not has_few_controls(data):
        raise NotReadable("not_text", what="data, not text")
    guessed = decode_guessed(data)
    if not guessed or is_noise(guessed.text):
        raise NotReadable("not_text", what="text in no known encoding, or data")
    return guessed

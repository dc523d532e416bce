"""Decoding the text of a mail (quoted-printable, Base64, character sets), with the lines of the file it is on."""

from __future__ import annotations

import binascii
import codecs
import quopri
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from msgspec import Struct

from contents_service.errors import NotReadable
from contents_service.model import Span
from contents_service.parsing.detection import encodings
from contents_service.parsing.detection.control_characters import leave_out_controls

_LINE_END = re.compile(rb"\r\n?|\n")
_WIDE = ("utf-16", "utf-32")


class DecodedText(Struct, frozen=True):
    """The lines of a decoded text, and for each the lines of the file that it is on."""

    lines: tuple[str, ...]
    places: tuple[Span, ...]


class _EncodedLine(Struct, frozen=True):
    """The bytes of one line of a text, and the lines of the file that they are on."""

    data: bytes
    place: Span


def decode_text(payload: str, first_line: int, transfer_encoding: str, charset: str | None) -> DecodedText | None:
    """Return the text of a part whose payload begins on a line of the file; None if it is damaged.

    The payload has one character for each byte.
    """
    raw = payload.rstrip("\n").split("\n")
    try:
        lines = list(_decode_transfer(raw, first_line, transfer_encoding))
    except binascii.Error:
        return None
    texts = _decode_charset([line.data for line in lines], charset)
    if texts is None:
        whole = (first_line, first_line + len(raw) - 1)
        text = b"\n".join(line.data for line in lines).decode(charset or "ascii", errors="replace")
        texts = encodings.split_lines(text.removeprefix("\ufeff"))
        places = (whole,) * len(texts)
    else:
        places = tuple(line.place for line in lines)
    clean, _ = leave_out_controls(texts)
    return DecodedText(clean, places)


def _decode_transfer(raw: Sequence[str], first_line: int, encoding: str) -> Iterator[_EncodedLine]:
    match encoding:
        case "quoted-printable":
            return _decode_quoted_printable(raw, first_line)
        case "base64":
            return _decode_base64(raw, first_line)
        case _:
            return (
                _EncodedLine(line.encode("latin-1"), (number, number)) for number, line in enumerate(raw, first_line)
            )


def _decode_quoted_printable(raw: Sequence[str], first_line: int) -> Iterator[_EncodedLine]:
    """Yield the decoded lines; a line that ends in `=` goes on in the next."""
    begun, begun_at = b"", first_line
    for number, line in enumerate(raw, first_line):
        stripped = line.rstrip()
        goes_on = stripped.endswith("=") and number < first_line + len(raw) - 1
        begun += (stripped.removesuffix("=") if goes_on else line).encode("latin-1")
        if not goes_on:
            for part in _LINE_END.split(quopri.decodestring(begun)):
                yield _EncodedLine(part, (begun_at, number))
            begun, begun_at = b"", number + 1


def _decode_base64(raw: Sequence[str], first_line: int) -> Iterator[_EncodedLine]:
    """Yield the decoded lines; four characters of a line of the file hold three bytes."""
    stripped = [line.strip().rstrip("=") for line in raw]
    joined = "".join(stripped)
    data = binascii.a2b_base64(joined + "=" * (-len(joined) % 4))
    ends = [size * 3 // 4 for size in accumulate(map(len, stripped))]

    def line_at(offset: int) -> int:
        return first_line + min(bisect_right(ends, offset), len(raw) - 1)

    start = 0
    for end in (*_LINE_END.finditer(data), None):
        stop = end.start() if end else len(data)
        yield _EncodedLine(data[start:stop], (line_at(start), line_at(max(stop - 1, start))))
        start = end.end() if end else stop


def _decode_charset(lines: Sequence[bytes], charset: str | None) -> tuple[str, ...] | None:
    """Decode each line in the declared character set or, if that is wrong or missing, in the likeliest one.

    None if a line cannot be decoded by itself.
    """
    declared = _known_charset(charset)
    if declared.startswith(_WIDE):
        return None
    if declared:
        try:
            return tuple(line.decode(declared) for line in lines)
        except UnicodeError:
            pass
    try:
        decoded = encodings.decode(b"\n".join(line.replace(b"\r", b" ") for line in lines), None)
    except NotReadable:
        return tuple(line.decode("cp1252", errors="replace") for line in lines)
    return decoded.lines if len(decoded.lines) == len(lines) else None


def _known_charset(charset: str | None) -> str:
    """Return the name of a character set of texts, or an empty string."""
    try:
        info = codecs.lookup(charset or "")
        return info.name if isinstance(b"".decode(info.name), str) else ""
    except LookupError:
        return ""

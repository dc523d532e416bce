"""UTF-8, UTF-16 and UTF-32, with or without a byte-order mark, and with a few damaged bytes."""

from __future__ import annotations

import codecs
import re

from contents_service.model import Note
from contents_service.parsing.detection.encodings.strict import (
    DecodedText,
    count_non_ascii,
    decode_strictly,
    has_few_controls,
    is_plausible,
)

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")

MAX_STRAY_BYTES = 0.1
"""Stray bytes per character that is not ASCII up to which a text is UTF-8 with something else pasted into it."""
MOSTLY_LETTERS = 0.75
"""Share of plain letters in all bytes; UTF-16 never has so many."""
FEW_NULS = 0.2
"""Share of NULs in all bytes; UTF-16 of plain letters has more, being half NULs."""
MIN_PLAIN = 0.02
"""Share of spaces, line ends, stops and plain letters in all characters; text of any script has at least this many."""
WIDE_SAMPLE_BYTES = 200_000
"""Bytes from which the width and the byte order are told."""

_LETTERS = bytes(range(32, 127)) + b"\t\n\r"
_PLAIN = re.compile(r"[\t\n\r -~。、，．\u3000]")
_STRAY = re.compile("[\udc80-\udcff]")
"""The surrogates that Python decodes bytes to that are not UTF-8."""


def decode_marked(data: bytes) -> DecodedText | None:
    """Decode a text that begins with a byte-order mark."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            body = data[len(mark) :]
            return decode_strictly(body, encoding) or _decode_damaged(body, encoding)
    return None


def _decode_damaged(body: bytes, encoding: str) -> DecodedText:
    """Decode the sound characters of a marked text, with a note that damaged ones are left out."""
    if encoding == "utf-8" and (nearly := _decode_nearly_utf8(body)):
        return nearly
    note = Note("damaged_characters", "Some of its characters are damaged and were left out.")
    return DecodedText(body.decode(encoding, errors="ignore"), encoding, note)


def decode_utf8(data: bytes) -> DecodedText | None:
    """Decode UTF-8, even with a few bytes of something else."""
    if not has_few_controls(data):
        return None
    return decode_strictly(data, "utf-8") or _decode_nearly_utf8(data)


def _decode_nearly_utf8(data: bytes) -> DecodedText | None:
    """Decode UTF-8 into which a few bytes of something else were pasted, or that is cut off within a character."""
    text, sound = data.decode("utf-8", errors="surrogateescape"), data.decode("utf-8", errors="ignore")
    first, strays = _STRAY.search(text), len(text) - len(sound)
    if not first or sound.isascii():
        return None
    is_cut_off = first.start() >= len(text) - 3
    if not is_cut_off and strays > MAX_STRAY_BYTES * count_non_ascii(sound):
        return None
    if is_cut_off:
        message = "It ends in the middle of a character, which was left out."
        return DecodedText(text[: first.start()], "utf-8", Note("damaged_characters", message))
    line = len(re.split(r"\r\n?|\n", text[: first.start()]))
    message = f"It is UTF-8 except for {strays:,} bytes (the first on line {line:,}), which were read as Windows-1252."
    return DecodedText(_STRAY.sub(_as_windows_1252, text), "utf-8", Note("encoding_guessed", message))


def _as_windows_1252(stray: re.Match[str]) -> str:
    """Return the Windows-1252 character of a stray byte; an empty string if it has no meaning there either."""
    return bytes([ord(stray[0]) - 0xDC00]).decode("cp1252", errors="ignore")


def decode_wide(data: bytes) -> DecodedText | None:
    """Decode UTF-16 or UTF-32 without a mark, in the width and order that give the most spaces, line ends and stops."""
    if has_few_controls(data) or _is_ascii_with_nuls(data):
        return None
    sample = data[: WIDE_SAMPLE_BYTES // 8 * 8]
    for encoding in sorted(WIDE, key=lambda encoding: -_plain_share(sample, encoding)):
        decoded = decode_strictly(data, encoding, guessed=True)
        if (
            decoded
            and _plain_share(sample, encoding) >= MIN_PLAIN
            and is_plausible(decoded)
            and has_few_controls(decoded.text.encode())
        ):
            return decoded
    return None


def _is_ascii_with_nuls(data: bytes) -> bool:
    """Whether bytes are plain letters with a few NULs among them: data, or a damaged text."""
    letters = len(data) - len(data.translate(None, _LETTERS))
    return letters > MOSTLY_LETTERS * len(data) and data.count(0) < FEW_NULS * len(data)


def _plain_share(data: bytes, encoding: str) -> float:
    text = data.decode(encoding, errors="ignore")
    return len(_PLAIN.findall(text)) / (len(text) or 1)

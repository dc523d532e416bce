"""Decoding texts that name their encoding themselves, in words or by escapes."""

from __future__ import annotations

import re

from contents_service.parsing.detection.encodings.strict import DecodedText, decode_strictly, is_plausible

LATIN_1 = ("iso-8859-1", "iso8859-1", "iso_8859-1", "latin-1", "latin1", "l1", "us-ascii", "ascii")

_DECLARATION_WITHIN = 1_024
_DECLARATION = re.compile(
    rb"""<meta[^>]{0,200}charset=["']?([\w.:-]+)|<\?xml[^>]{0,80}encoding=["']([\w.:-]+)|\A@charset\s"([\w.:-]+)"
    |\A(?:[^\n]*\n)?\s*\#[^\n]{0,80}coding[:=]\s*([\w.-]+)""",
    re.VERBOSE | re.IGNORECASE,
)
_JAPANESE_ESCAPES = re.compile(rb"\x1b\$[@B]|\x1b\(J")


def decode_escaped(data: bytes) -> DecodedText | None:
    """Decode a text with the escapes that only ISO-2022-JP has."""
    return decode_strictly(data, "iso2022_jp") if _JAPANESE_ESCAPES.search(data) else None


def decode_declared(data: bytes) -> DecodedText | None:
    """Decode a page, an XML file, a style sheet or a script from the encoding named at its beginning."""
    declaration = _DECLARATION.search(data[:_DECLARATION_WITHIN])
    if not declaration or not declaration.lastindex:
        return None
    name = declaration[declaration.lastindex].decode("ascii", errors="ignore").lower()
    encoding = "cp1252" if name in LATIN_1 else name  # as browsers do: nobody means the control characters
    decoded = decode_strictly(data, encoding)
    return decoded if decoded and is_plausible(decoded) else None

"""What a font is: bold, by its name, by what the file says of its strokes, or by its own word; of fixed width."""

from __future__ import annotations

import ctypes
import re
from typing import Any

import pypdfium2.raw as pdfium_c

HEAVY = 560
"""PDFium's weight, made from the width of upright strokes: regular fonts have up to 550, the bold of TeX has 570."""

FORCE_BOLD = 1 << 18
"""The flag by which a file has a font drawn bold."""

FIXED_PITCH = 1

_NAMED_FIXED = re.compile(rb"mono(?!type)|courier|consolas|typewriter|cmtt|menlo|sourcecode|firacode", re.IGNORECASE)
_NAMED_BOLD = re.compile(rb"bold|black|heavy|semibd|demi|cmbx|[.,-]b[io]?$", re.IGNORECASE)
_SCALABLE = (b"\0\1\0\0", b"true", b"OTTO")
_STYLE_AT = 44
"""Where in the table `head` of such a font its style is said, whose lowest bit is bold."""


def is_bold(font: Any) -> bool:
    """Whether a font is bold; what says nothing of itself is not."""
    if not font:
        return False
    if _NAMED_BOLD.search(_name(font)) or pdfium_c.FPDFFont_GetWeight(font) >= HEAVY:
        return True
    return bool(pdfium_c.FPDFFont_GetFlags(font) & FORCE_BOLD) or _says_bold(_embedded(font))


def is_fixed(font: Any) -> bool:
    """Whether all letters of a font are of one width, as code is set."""
    if not font:
        return False
    return pdfium_c.FPDFFont_GetFlags(font) & FIXED_PITCH == 1 or _NAMED_FIXED.search(_name(font)) is not None


def _name(font: Any) -> bytes:
    name = ctypes.create_string_buffer(256)
    pdfium_c.FPDFFont_GetBaseFontName(font, name, len(name))
    return name.value


def _embedded(font: Any) -> bytes:
    size = ctypes.c_size_t()
    if pdfium_c.FPDFFont_GetIsEmbedded(font) != 1 or not pdfium_c.FPDFFont_GetFontData(font, None, 0, size):
        return b""
    data = (ctypes.c_uint8 * size.value)()
    pdfium_c.FPDFFont_GetFontData(font, data, size.value, size)
    return bytes(data)


def _says_bold(data: bytes) -> bool:
    """Whether a TrueType or OpenType font says of itself that it is bold."""
    if data[:4] not in _SCALABLE:
        return False
    tables = (data[at : at + 16] for at in range(12, 12 + 16 * int.from_bytes(data[4:6], "big"), 16))
    begins = next((int.from_bytes(table[8:12], "big") for table in tables if table[:4] == b"head"), len(data))
    return int.from_bytes(data[begins + _STYLE_AT :][:2], "big") & 1 == 1

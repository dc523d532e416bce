"""Font style: bold, judged by name, weight, flags or the font file itself, and monospaced."""

from __future__ import annotations

import ctypes
import re
from typing import Any

import pypdfium2.raw as pdfium_c

MIN_BOLD_WEIGHT = 560
"""Minimum weight of a bold font as PDFium computes it from stem width: regular fonts reach 550, TeX's bold has 570."""

FORCE_BOLD_FLAG = 1 << 18
"""Font descriptor flag that has a font drawn bold."""

FIXED_PITCH_FLAG = 1
"""Font descriptor flag of monospaced fonts."""

_MONOSPACED_NAME = re.compile(
    rb"mono(?!type)|courier|consolas|typewriter|cmtt|menlo|sourcecode|firacode", re.IGNORECASE
)
_BOLD_NAME = re.compile(rb"bold|black|heavy|semibd|demi|cmbx|[.,-]b[io]?$", re.IGNORECASE)
_SFNT_SIGNATURES = (b"\0\1\0\0", b"true", b"OTTO")
"""First bytes of TrueType and OpenType fonts."""

_MAC_STYLE_OFFSET = 44
"""Byte offset of `macStyle` in a font's `head` table; its lowest bit means bold."""


def is_bold(font: Any) -> bool:
    """Whether a font is bold; without evidence it is not."""
    if not font:
        return False
    if _BOLD_NAME.search(_base_name(font)) or pdfium_c.FPDFFont_GetWeight(font) >= MIN_BOLD_WEIGHT:
        return True
    return bool(pdfium_c.FPDFFont_GetFlags(font) & FORCE_BOLD_FLAG) or _has_bold_mac_style(_embedded_data(font))


def is_monospaced(font: Any) -> bool:
    """Whether all glyphs of a font have the same width, as in code."""
    if not font:
        return False
    return (
        pdfium_c.FPDFFont_GetFlags(font) & FIXED_PITCH_FLAG == 1
        or _MONOSPACED_NAME.search(_base_name(font)) is not None
    )


def _base_name(font: Any) -> bytes:
    name = ctypes.create_string_buffer(256)
    pdfium_c.FPDFFont_GetBaseFontName(font, name, len(name))
    return name.value


def _embedded_data(font: Any) -> bytes:
    size = ctypes.c_size_t()
    if pdfium_c.FPDFFont_GetIsEmbedded(font) != 1 or not pdfium_c.FPDFFont_GetFontData(font, None, 0, size):
        return b""
    data = (ctypes.c_uint8 * size.value)()
    pdfium_c.FPDFFont_GetFontData(font, data, size.value, size)
    return bytes(data)


def _has_bold_mac_style(data: bytes) -> bool:
    """Whether a TrueType or OpenType font declares itself bold."""
    if data[:4] not in _SFNT_SIGNATURES:
        return False
    tables = (data[at : at + 16] for at in range(12, 12 + 16 * int.from_bytes(data[4:6], "big"), 16))
    head = next((int.from_bytes(table[8:12], "big") for table in tables if table[:4] == b"head"), len(data))
    return int.from_bytes(data[head + _MAC_STYLE_OFFSET :][:2], "big") & 1 == 1

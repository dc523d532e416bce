"""Bold lines are headings even if the font's name does not say that it is bold."""

from __future__ import annotations

import io

import pytest
from fontTools.fontBuilder import FontBuilder  # type: ignore[import-untyped]  # fpdf2 brings it, without types
from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]  # the same
from helpers.pdf_making import LOREM, Words, lines, pdf

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

BOLD_FONT_NAME = b"/BaseFont /Helvetica-Bold"


def headings_of(font: str, *objects: str) -> list[str]:
    """Return the headings of a page with one line in this font."""
    page = [Words("Time limit", 72, 740, bold=True), *lines(LOREM, top=720)]
    data = pdf(page, objects=objects).replace(BOLD_FONT_NAME, font.encode())
    found = reader.read(Source(name="it.pdf", data=data))
    return [block.text for block in found.blocks if block.kind == "heading"]


def typeface(*, bold: bool) -> str:
    """Return a font file as a PDF object, bold only by its own `macStyle`."""
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef"])
    builder.setupCharacterMap({})
    builder.setupGlyf({".notdef": TTGlyphPen(None).glyph()})
    builder.setupHorizontalMetrics({".notdef": (500, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupPost()
    builder.font["head"].macStyle = int(bold)
    out = io.BytesIO()
    builder.save(out)
    data = out.getvalue().decode("latin-1")
    return f"<< /Length {len(data)} >>\nstream\n{data}\nendstream"


FONT_WITH_DESCRIPTOR = "/BaseFont /ABCDEF+F3 /FontDescriptor << /Type /FontDescriptor /FontName /ABCDEF+F3 {} >>"


@pytest.mark.parametrize(
    ("font", "is_heading"),
    [
        (FONT_WITH_DESCRIPTOR.format("/Flags 32 /StemV 140"), True),
        (FONT_WITH_DESCRIPTOR.format("/Flags 262176 /StemV 80"), True),
        (FONT_WITH_DESCRIPTOR.format("/Flags 32 /StemV 88"), False),
        ("/BaseFont /ABCDEF+CMBX10", True),
        ("/BaseFont /AdvTT2cba4af3.B", True),
        ("/BaseFont /AdvTT2cba4af3", False),
    ],
)
def test_a_font_is_bold_by_stem_width_flag_or_abbreviated_name(font: str, *, is_heading: bool) -> None:
    assert headings_of(font) == (["Time limit"] if is_heading else [])


@pytest.mark.parametrize("bold", [True, False])
def test_an_embedded_font_may_declare_itself_bold(*, bold: bool) -> None:
    font = FONT_WITH_DESCRIPTOR.format("/Flags 32 /FontFile2 6 0 R").replace(
        "/BaseFont", "/Subtype /TrueType /BaseFont"
    )

    assert headings_of(font, typeface(bold=bold)) == (["Time limit"] if bold else [])

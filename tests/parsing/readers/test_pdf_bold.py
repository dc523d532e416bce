"""Bold lines are headings also where a font's name does not say that it is bold."""

from __future__ import annotations

import io

import pytest
from fontTools.fontBuilder import FontBuilder  # type: ignore[import-untyped]  # fpdf2 brings it, without types
from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]  # the same
from helpers.pdf_making import LOREM, Words, lines, pdf

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

NAMED = b"/BaseFont /Helvetica-Bold"


def headings_of(font: str, *more: str) -> list[str]:
    """The headings of a page with one line in this font."""
    page = [Words("Time limit", 72, 740, bold=True), *lines(LOREM, top=720)]
    data = pdf(page, more=more).replace(NAMED, font.encode())
    found = reader.read(Source(name="it.pdf", data=data))
    return [block.text for block in found.blocks if block.kind == "heading"]


def typeface(*, bold: bool) -> str:
    """A font as an object of a PDF, which is bold or not by its own word only."""
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


DESCRIBED = "/BaseFont /ABCDEF+F3 /FontDescriptor << /Type /FontDescriptor /FontName /ABCDEF+F3 {} >>"


@pytest.mark.parametrize(
    ("font", "is_heading"),
    [
        (DESCRIBED.format("/Flags 32 /StemV 140"), True),
        (DESCRIBED.format("/Flags 262176 /StemV 80"), True),
        (DESCRIBED.format("/Flags 32 /StemV 88"), False),
        ("/BaseFont /ABCDEF+CMBX10", True),
        ("/BaseFont /AdvTT2cba4af3.B", True),
        ("/BaseFont /AdvTT2cba4af3", False),
    ],
)
def test_a_font_is_bold_by_its_strokes_its_flag_or_its_coded_name(font: str, *, is_heading: bool) -> None:
    assert headings_of(font) == (["Time limit"] if is_heading else [])


@pytest.mark.parametrize("bold", [True, False])
def test_a_font_may_say_itself_that_it_is_bold(*, bold: bool) -> None:
    font = DESCRIBED.format("/Flags 32 /FontFile2 6 0 R").replace("/BaseFont", "/Subtype /TrueType /BaseFont")

    assert headings_of(font, typeface(bold=bold)) == (["Time limit"] if bold else [])

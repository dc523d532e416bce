"""Text of a PDF that is struck out is marked."""

from __future__ import annotations

import pytest
from helpers.pdf_making import PageItem, RulingLine, Words, body, pdf

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

FEE = Words("The fee is 20 crowns now 19 crowns.", 72, 600, 10, monospaced=True)


def text_of(*items: PageItem, annotation: str = "") -> str:
    page = [*body(780), FEE, *items, *body(500)]
    data = pdf(page, objects=[annotation], page_entries="/Annots [6 0 R]") if annotation else pdf(page)
    return "\n".join(block.text for block in reader.read(Source(name="a.pdf", data=data)).blocks)


def line_at(height: float, first: int, last: int) -> RulingLine:
    """Return a line from one character of the fee to after another."""
    return RulingLine((72 + 6 * first, 600 + height), (72 + 6 * last, 600 + height))


def test_words_that_a_line_crosses_are_marked() -> None:
    assert "The fee is ~~20 crowns~~ now 19 crowns." in text_of(line_at(2.5, 11, 20))


@pytest.mark.parametrize("height", [-1, -3, 9], ids=["underline", "below", "above"])
def test_words_with_a_line_elsewhere_are_not_marked(height: float) -> None:
    assert FEE.text in text_of(line_at(height, 11, 20))


def test_words_that_an_annotation_strikes_out_are_marked() -> None:
    left, right = 72 + 6 * 11, 72 + 6 * 20
    points = f"{left} 608 {right} 608 {left} 598 {right} 598"
    annotation = (
        f"<< /Type /Annot /Subtype /StrikeOut /Rect [{left} 598 {right} 608] /QuadPoints [{points}] /C [1 0 0] >>"
    )
    assert "The fee is ~~20 crowns~~ now" in text_of(annotation=annotation)

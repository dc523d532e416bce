"""Text set sideways on a page is read in order, and highlighted where it is."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers.pdf_making import HEIGHT, PageItem, Words, body, pdf

from contents_service.model import Block
from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

SEATS = (
    ("Site", "Seats", "Renewal"),
    ("Aldbury", "16", "3 June"),
    ("Dunsop", "9", "30 May"),
    ("Corve", "120", "1 July"),
)


def blocks_of(*items: PageItem, rotate: int = 0) -> Sequence[Block]:
    return reader.read(Source(name="a.pdf", data=pdf(items, rotate=rotate))).blocks


def sideways(rows: Sequence[Sequence[str]], *, left: float = 100) -> list[PageItem]:
    """Return a table that runs up the page, its first row on the left."""
    return [
        Words(cell, left + 20 * at, 100 + 150 * column, upward=True)
        for at, row in enumerate(rows)
        for column, cell in enumerate(row)
    ]


def test_a_table_set_sideways_keeps_its_rows() -> None:
    texts = [block.text for block in blocks_of(*sideways(SEATS))]
    assert texts == ["Site | Seats | Renewal", "Aldbury | 16 | 3 June", "Dunsop | 9 | 30 May", "Corve | 120 | 1 July"]


def test_text_set_sideways_is_highlighted_where_it_is_on_the_page() -> None:
    (first, *_) = blocks_of(*sideways(SEATS))
    assert first.regions
    assert first.regions.shape == (595, HEIGHT)
    ((left, top, right, bottom),) = first.regions.areas
    assert 140 < left < right < 185  # 90 to 102 of 595 points from the left
    assert 400 < top < bottom < 890  # 100 to 450 of 842 points from below


@pytest.mark.parametrize("upright_first", [True, False])
def test_text_in_two_directions_on_a_page_does_not_mix(*, upright_first: bool) -> None:
    upright, turned = body(800), sideways(SEATS)
    texts = [block.text for block in blocks_of(*([*upright, *turned] if upright_first else [*turned, *upright]))]
    assert "Aldbury | 16 | 3 June" in texts
    assert any("must notify the customer within fourteen days of the delivery. A returning" in text for text in texts)


def test_upright_text_of_a_page_that_is_displayed_rotated_stays_as_it_is() -> None:
    blocks = blocks_of(*sideways(SEATS), rotate=90)
    assert blocks[1].text == "Aldbury | 16 | 3 June"
    assert blocks[0].regions
    assert blocks[0].regions.shape == (HEIGHT, 595)


def test_a_stamp_in_the_margin_stays_a_line_of_its_own() -> None:
    texts = [block.text for block in blocks_of(*body(800), *body(500), Words("Draft 7", 20, 300, upward=True))]
    assert any("Draft 7" in text for text in texts)
    assert any("fourteen days of the delivery. A returning customer" in text for text in texts)

"""A title at the top of each page of slides or worksheets is a heading, not a running header."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers.pdf_making import HEIGHT, LOREM, WIDTH, PageItem, Words, lines, pdf

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source


def headings_of(*pages: Sequence[PageItem], is_landscape: bool = False) -> list[str]:
    size = f"/MediaBox [0 0 {HEIGHT} {WIDTH}]" if is_landscape else ""
    parsed = reader.read(Source(name="a.pdf", data=pdf(*pages, page_entries=size)))
    return [block.text for block in parsed.blocks if block.kind == "heading"]


def page(title: str, *, top: float, size: float = 20) -> list[PageItem]:
    return [Words(title, 72, top, size, bold=size > 10), *lines(LOREM, top=top - 60)]


def test_worksheets_with_numbered_titles_have_them_as_headings() -> None:
    titles = [f"Exercise {number}" for number in range(1, 6)]
    assert headings_of(*(page(title, top=800) for title in titles)) == titles


@pytest.mark.parametrize("titles", [["Aims", "Costs", "Risks", "Plan"], ["The plan", "The plan", "The plan", "Risks"]])
def test_slides_have_their_titles_as_headings(titles: list[str]) -> None:
    found = headings_of(*(page(title, top=550) for title in titles), is_landscape=True)
    assert set(found) == set(titles)


def test_the_same_line_in_large_type_on_each_page_of_a_report_is_a_running_header() -> None:
    assert headings_of(*(page("Annual report", top=800) for _ in range(5))) == []


def test_a_numbered_line_in_small_type_on_each_page_is_a_running_header() -> None:
    assert headings_of(*(page(f"Exercise {number}", top=800, size=10) for number in range(1, 6))) == []

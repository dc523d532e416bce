"""Which lines are headings and which only look like it."""

from __future__ import annotations

import pytest
from helpers.pdf_making import Words, body, pdf, with_bookmarks

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source


def headings_of(data: bytes) -> list[tuple[str, ...]]:
    found = reader.read(Source(name="it.pdf", data=data))
    return [block.path for block in found.blocks if block.kind == "heading"]


@pytest.mark.parametrize(
    "label", ["Figure 3: The frame and its parts", "Table B", "Abb. 2: Der Rahmen", "Note", "WARNING!", "Tipp:"]
)
def test_the_label_of_a_figure_or_a_box_is_not_a_heading(label: str) -> None:
    page = [Words("Returns", 72, 780, 18), *body(740), Words(label, 72, 640, 13), *body(610)]

    assert headings_of(pdf(page)) == [("Returns",)]


@pytest.mark.parametrize("title", ["Notes on delivery", "Tables and chairs", "Figures", "Warnings we give"])
def test_a_title_that_begins_like_a_label_is_a_heading(title: str) -> None:
    assert headings_of(pdf([Words(title, 72, 780, 18), *body(740)])) == [(title,)]


def test_a_list_item_in_large_type_is_not_a_heading() -> None:
    page = [Words("What we sell", 72, 780, 18), Words("• Bicycles and parts", 72, 740, 14), *body(700)]

    assert headings_of(pdf(page)) == [("What we sell",)]


@pytest.mark.parametrize("number", ["Chapter 3", "Appendix B", "PART IV", "Kapitel 3", "THREE"])
def test_a_chapter_number_above_its_title_is_part_of_the_heading(number: str) -> None:
    page = [Words(number, 72, 780, 16), Words("Returns", 72, 740, 20), *body(700)]
    bookmarked = with_bookmarks(pdf(page), ("Returns", 1, 0))

    assert headings_of(pdf(page)) == headings_of(bookmarked) == [(f"{number} Returns",)]


def test_a_title_that_is_not_a_number_is_a_heading_of_its_own() -> None:
    page = [Words("Part numbers", 72, 780, 20), Words("Returns", 72, 740, 16), *body(700)]

    assert headings_of(pdf(page)) == [("Part numbers",), ("Part numbers", "Returns")]


def test_many_numbered_sections_on_a_page_are_headings() -> None:
    titles = [f"3.{number}. /dir{number} : Files" for number in range(1, 11)]
    page = [item for at, title in enumerate(titles) for item in section(title, 790 - 72 * at)]

    assert headings_of(pdf(page)) == [(title,) for title in titles]


@pytest.mark.parametrize("title", ["3.10.1. Purpose", "12.10.11 Goods"])
def test_a_section_number_may_be_longer_than_the_title(title: str) -> None:
    assert headings_of(pdf(section(title, 780))) == [(title,)]


def test_a_form_with_many_large_lines_has_no_headings() -> None:
    labels = [Words(f"Label {letter} of it", 72, 790 - 40 * at, 14) for at, letter in enumerate("ABCDEFGHI")]

    assert headings_of(pdf([*labels[:8], *body(400)])) != []
    assert headings_of(pdf([*labels, *body(400)])) == []


def test_a_long_line_in_large_type_is_not_a_heading() -> None:
    long = "All goods that were bought from us may be sent back by anybody at any time for any reason and free"

    assert headings_of(pdf([Words(long, 30, 780, 12), *body(700)])) == []


def test_a_subsection_is_below_its_section_though_both_look_alike() -> None:
    page = [Words("2 Returns", 72, 780, 16), *body(750), Words("2.1 Time limits", 72, 640, 16), *body(610)]

    assert headings_of(pdf(page)) == [("2 Returns",), ("2 Returns", "2.1 Time limits")]


def test_a_line_without_a_bookmark_is_a_heading_at_the_level_of_its_size() -> None:
    page = [Words("Returns", 72, 790, 20), Words("Parcels", 72, 750, 16), Words("Time limits", 72, 710, 13), *body(680)]

    found = headings_of(with_bookmarks(pdf(page), ("Returns", 1, 0), ("Time limits", 1, 1)))

    assert found == [("Returns",), ("Returns", "Parcels"), ("Returns", "Parcels", "Time limits")]


def section(title: str, top: float) -> list[Words]:
    return [Words(title, 72, top, 16), Words("All of them are sent to the depot, and kept there.", 72, top - 30)]

"""Running headers, footers and watermarks are left out; the text of a single page is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from helpers.pdf_making import LOREM, PageItem, Words, body, lines, pdf, with_bookmarks

from contents_service.model import ParsedDocument
from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

CHAPTERS = ("Returns", "Time limits", "Warranty", "Letters")


def parsed(data: bytes) -> ParsedDocument:
    return reader.read(Source(name="it.pdf", data=data))


def text_of(found: ParsedDocument) -> str:
    return "\n".join(block.text for block in found.blocks if block.kind != "heading")


def book(header: Callable[[int, str], Sequence[PageItem]]) -> bytes:
    """Return chapters of two pages, the first with the title, the second with the running header."""
    pages: list[Sequence[PageItem]] = []
    for number, title in enumerate(CHAPTERS, 1):
        pages.append([Words(f"{number} {title}", 72, 740, 18), *body(700)])
        pages.append([*header(len(pages) + 1, f"{number}. {title}"), *body(700)])
    return with_bookmarks(pdf(*pages), *((f"{at} {title}", 2 * at - 1, 0) for at, title in enumerate(CHAPTERS, 1)))


HEADERS: dict[str, Callable[[int, str], Sequence[PageItem]]] = {
    "the page behind": lambda page, title: [Words(f"Chapter {title} {page + 4}", 72, 800)],
    "the page before": lambda page, title: [Words(f"{page + 4} Chapter {title}", 72, 800)],
    "the page of how many": lambda page, title: [Words(f"{title} {page} / 8", 72, 800)],
    "no page": lambda page, title: [Words(f"CHAPTER {title.upper()}", 72, 800)],
    "at the foot": lambda page, title: [Words(f"{title} {page}", 72, 40)],
}


@pytest.mark.parametrize(("pages", "is_kept"), [(2, True), (3, False)])
def test_a_line_in_the_margin_of_fewer_than_three_pages_is_kept(pages: int, *, is_kept: bool) -> None:
    found = parsed(pdf(*[[Words("ACME Handbook", 72, 800), *body(700)]] * pages))

    assert ("ACME Handbook" in text_of(found)) is is_kept


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS)
def test_headers_that_name_the_chapter_are_stripped(header: Callable[[int, str], Sequence[PageItem]]) -> None:
    found = parsed(book(header))

    assert set(text_of(found).split("\n")) == {" ".join(LOREM * 2)}
    assert [block.path for block in found.blocks if block.kind == "heading"] == [
        (f"{at} {title}",) for at, title in enumerate(CHAPTERS, 1)
    ]


def test_a_line_in_the_margin_that_ends_in_its_own_number_is_kept() -> None:
    texts = [f"The fee in zone {zone} is {fee}" for zone, fee in (("A", 12), ("B", 9), ("C", 31), ("D", 7))]

    found = parsed(pdf(*[[Words(line, 72, 800), *body(700)] for line in texts]))

    assert all(line in text_of(found) for line in texts)


def test_entries_of_a_table_of_contents_in_the_margin_are_kept() -> None:
    parts = [[f"{title} of {part}" for title in CHAPTERS] for part in ("goods", "parts", "tools")]
    contents = [lines([f"{title} ........ 9{at}" for at, title in enumerate(part)], top=82) for part in parts]
    titles = [[Words(title, 72, 740, 18), *body(700)] for part in parts for title in part]

    assert text_of(parsed(pdf(*contents, *titles))).count("........") == 12


def test_a_watermark_is_not_read() -> None:
    page = [Words("DRAFT", 150, 300, 80, slanted=True), Words("Returns", 72, 740, 18), *body(700)]

    found = parsed(pdf(page))

    assert [block.text for block in found.blocks] == ["Returns", " ".join(LOREM * 2)]


def test_small_slanted_text_is_read() -> None:
    assert "Quarter" in text_of(parsed(pdf([*body(), Words("Quarter", 150, 300, 10, slanted=True)])))


def text_with_numbers_above_footer(numbers: Sequence[str]) -> str:
    """Return what is read from pages that each end with a number above the footer."""
    pages = [[*body(700), *lines(LOREM, top=300), Words(number, 300, 150)] for number in numbers]
    return text_of(parsed(pdf(*pages)))


def test_page_numbers_above_the_footer_are_stripped() -> None:
    assert not any(letter.isdigit() for letter in text_with_numbers_above_footer(["7", "8", "9", "10"]))


def test_other_numbers_above_the_footer_are_kept() -> None:
    assert {"12", "40", "3", "8"} <= set(text_with_numbers_above_footer(["12", "40", "3", "8"]).split())

"""What runs over the pages of a document, or across them, is told from what stands on one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from helpers.pdf_making import LOREM, Thing, Words, body, lines, pdf, with_bookmarks

from contents_service.model import ParsedDocument
from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

CHAPTERS = ("Returns", "Time limits", "Warranty", "Letters")


def parsed(data: bytes) -> ParsedDocument:
    return reader.read(Source(name="it.pdf", data=data))


def text_of(found: ParsedDocument) -> str:
    return "\n".join(block.text for block in found.blocks if block.kind != "heading")


def book(head: Callable[[int, str], Sequence[Thing]]) -> bytes:
    """Chapters of two pages each, the first of which begins with the title; on each page what runs there."""
    pages: list[Sequence[Thing]] = []
    for number, title in enumerate(CHAPTERS, 1):
        pages.append([Words(f"{number} {title}", 72, 740, 18), *body(700)])
        pages.append([*head(len(pages) + 1, f"{number}. {title}"), *body(700)])
    return with_bookmarks(pdf(*pages), *((f"{at} {title}", 2 * at - 1, 0) for at, title in enumerate(CHAPTERS, 1)))


HEADS: dict[str, Callable[[int, str], Sequence[Thing]]] = {
    "the page behind": lambda page, title: [Words(f"Chapter {title} {page + 4}", 72, 800)],
    "the page before": lambda page, title: [Words(f"{page + 4} Chapter {title}", 72, 800)],
    "the page of how many": lambda page, title: [Words(f"{title} {page} / 8", 72, 800)],
    "no page": lambda page, title: [Words(f"CHAPTER {title.upper()}", 72, 800)],
    "at the foot": lambda page, title: [Words(f"{title} {page}", 72, 40)],
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_a_head_that_names_each_pages_chapter_runs(head: Callable[[int, str], Sequence[Thing]]) -> None:
    found = parsed(book(head))

    assert set(text_of(found).split("\n")) == {" ".join(LOREM * 2)}
    assert [block.path for block in found.blocks if block.kind == "heading"] == [
        (f"{at} {title}",) for at, title in enumerate(CHAPTERS, 1)
    ]


def test_a_line_at_the_edge_that_ends_in_a_figure_of_its_own_stays() -> None:
    said = [f"The fee in zone {zone} is {fee}" for zone, fee in (("A", 12), ("B", 9), ("C", 31), ("D", 7))]

    found = parsed(pdf(*[[Words(line, 72, 800), *body(700)] for line in said]))

    assert all(line in text_of(found) for line in said)


def test_titles_at_the_lower_edge_of_a_table_of_contents_stay() -> None:
    parts = [[f"{title} of {part}" for title in CHAPTERS] for part in ("goods", "parts", "tools")]
    contents = [lines([f"{title} ........ 9{at}" for at, title in enumerate(part)], top=82) for part in parts]
    titles = [[Words(title, 72, 740, 18), *body(700)] for part in parts for title in part]

    assert text_of(parsed(pdf(*contents, *titles))).count("........") == 12


def test_a_watermark_is_no_text_of_the_page() -> None:
    page = [Words("DRAFT", 150, 300, 80, askew=True), Words("Returns", 72, 740, 18), *body(700)]

    found = parsed(pdf(page))

    assert [block.text for block in found.blocks] == ["Returns", " ".join(LOREM * 2)]


def test_small_letters_that_are_set_askew_are_read() -> None:
    assert "Quarter" in text_of(parsed(pdf([*body(), Words("Quarter", 150, 300, 10, askew=True)])))


def above_the_foot(numbers: Sequence[str]) -> str:
    """What is read of pages that each end so, where the text ends and not at the foot."""
    pages = [[*body(700), *lines(LOREM, top=300), Words(number, 300, 150)] for number in numbers]
    return text_of(parsed(pdf(*pages)))


def test_page_numbers_that_stand_above_the_foot_run_too() -> None:
    assert not any(letter.isdigit() for letter in above_the_foot(["7", "8", "9", "10"]))


def test_numbers_there_that_count_no_pages_stay() -> None:
    assert {"12", "40", "3", "8"} <= set(above_the_foot(["12", "40", "3", "8"]).split())

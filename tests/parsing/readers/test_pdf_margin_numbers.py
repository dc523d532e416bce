"""Line numbers in the margin of a PDF are no text; other numbers at the beginning of a line are."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers.pdf_making import PageItem, Words, pdf

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

TEXT = (
    "The trench was opened on the third of March and remained",
    "open for twenty-six days. During that time the water fell",
    "and the clay was thicker than elsewhere. The pump ran for",
    "310 hours a year, at a yearly cost of 2,750 euros, and the",
    "ditch would need clearing every second autumn. Neighbours",
    "were consulted in writing, and two of them asked that the",
    "work be postponed until the lapwings have left.",
)
ITEMS = ("Flour, sifted", "Sugar, brown", "Butter, salted", "Eggs, beaten", "Milk, warm", "Salt, a pinch", "Yeast")


def text_of(*pages: Sequence[PageItem]) -> str:
    blocks = reader.read(Source(name="a.pdf", data=pdf(*pages))).blocks
    return "\n".join(block.text for block in blocks)


def numbered(
    texts: Sequence[str], *, step: int = 1, first: int = 1, left: float = 60, gap: float = 30
) -> list[PageItem]:
    """Return lines with a number before each, or before each fifth."""
    items: list[PageItem] = []
    for at, line in enumerate(texts):
        number = first + at
        if number % step == 0:
            items.append(Words(str(number), left - 5.56 * len(str(number)), 700 - 16 * at))
        items.append(Words(line, left + gap, 700 - 16 * at))
    return items


@pytest.mark.parametrize("first", [41, 96])
def test_the_numbers_of_all_lines_are_left_out(first: int) -> None:
    text = text_of(numbered(TEXT, first=first))
    assert "remained open for twenty-six days." in text
    assert "The pump ran for 310 hours a year" in text
    assert str(first + 1) not in text


def test_the_numbers_of_every_fifth_line_are_left_out() -> None:
    text = text_of(numbered(TEXT * 3, step=5))
    assert "15" not in text
    assert "310 hours" in text


def test_line_numbers_that_run_through_all_pages_are_left_out() -> None:
    text = text_of(numbered(TEXT), numbered(TEXT, first=8))
    assert "14" not in text


def test_the_numbers_of_a_list_stay() -> None:
    text = text_of(numbered(ITEMS))
    assert "3 Butter, salted" in text.replace(" | ", " ")


def test_numbers_that_begin_lines_of_a_text_stay() -> None:
    text = text_of(numbered(TEXT, gap=3))
    assert "2 open for twenty-six" in text

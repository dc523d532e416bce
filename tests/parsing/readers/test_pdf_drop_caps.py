"""A drop cap belongs to the word beside its top."""

from __future__ import annotations

import pytest
from helpers.pdf_making import PageItem, Words, body, pdf

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

BESIDE = ("{} Osei had piloted the river ferry for years", "when the council voted to retire it, as it", "had said")


def parts_of(items: list[PageItem]) -> tuple[str, list[str]]:
    """Return a document's text, and its headings."""
    parsed = reader.read(Source(name="a.pdf", data=pdf([*body(780), *items, *body(500)])))
    headings = [block.text for block in parsed.blocks if block.kind == "heading"]
    return "\n".join(block.text for block in parsed.blocks), headings


def with_cap(cap: str, first_word: str, *, is_last: bool = False) -> list[PageItem]:
    text: list[PageItem] = [Words(line.format(first_word), 112, 640 - 14 * at, 11) for at, line in enumerate(BESIDE)]
    below: list[PageItem] = [Words("in the spring of that year.", 72, 598, 11)]
    initial: list[PageItem] = [Words(cap, 72, 614, 46, bold=True)]
    return [*text, *below, *initial] if is_last else [*initial, *text, *below]


@pytest.mark.parametrize("is_last", [False, True], ids=["written first", "written last"])
def test_a_drop_cap_begins_the_word_beside_its_top(*, is_last: bool) -> None:
    text, headings = parts_of(with_cap("M", "arigold", is_last=is_last))
    assert "Marigold Osei had piloted the river ferry for years when the council" in text
    assert headings == []


@pytest.mark.parametrize(("word", "shown"), [("fter", "After Osei"), ("returning", "A returning Osei")])
def test_a_drop_cap_that_is_a_word_stays_one(word: str, shown: str) -> None:
    assert shown in parts_of(with_cap("A", word))[0]


def test_a_large_letter_above_a_section_stays_alone() -> None:
    index: list[PageItem] = [Words("M", 72, 640, 24, bold=True), Words("Marigold, a flower", 72, 610, 11)]
    assert "\nM\n" in parts_of(index)[0]


def test_a_large_letter_before_a_name_is_no_part_of_it() -> None:
    lettered: list[PageItem] = [Words("B", 72, 640, 24, bold=True), Words("Berths on the quay", 100, 642, 11)]
    assert "B Berths on the quay" in parts_of(lettered)[0]

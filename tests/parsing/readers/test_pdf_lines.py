"""Sorting, stripping and joining the lines of pages loses no text, whatever it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from contents_service.parsing.readers.pdf.columns import has_side_by_side_text, sort_by_reading_order
from contents_service.parsing.readers.pdf.headers_footers import strip_headers_footers
from contents_service.parsing.readers.pdf.hyphenation import Dehyphenator
from contents_service.parsing.readers.pdf.line import TextLine, merge_rows
from contents_service.parsing.readers.pdf.page import PdfPage
from contents_service.parsing.readers.pdf.paragraphs import build_blocks
from contents_service.parsing.readers.pdf.ruling_lines import RulingLines

WIDTH = 600.0
NO_RULING_LINES = RulingLines([])

coordinates = st.floats(0, WIDTH, allow_nan=False)
words = st.text("abcdefgh", min_size=1, max_size=8)
some_lines = st.lists(
    st.builds(
        lambda texts, x, y, width, size: line(" ".join(texts), x, y, width, size=size),
        st.lists(words, min_size=1, max_size=6),
        coordinates,
        coordinates,
        st.floats(1, WIDTH),
        st.sampled_from([8.0, 10.0, 14.0]),
    ),
    max_size=30,
)


def line(
    text: str, x: float, y: float, width: float = 200, *, size: float = 10, ends_mid_word: bool = False
) -> TextLine:
    return TextLine(text, x, y, x + width, y + size, size, ends_mid_word=ends_mid_word)


def count_letters(lines: Iterable[TextLine]) -> Counter[str]:
    return Counter(letter for one in lines for letter in one.text if letter.isalpha())


def two_columns() -> list[TextLine]:
    """Return ten rows, each written from the left column across to the right one."""
    return [
        line(f"{side} column line {row} of it", 50 + 270 * (side == "right"), 700 - 12 * row)
        for row in range(10)
        for side in ("left", "right")
    ]


def test_rows_across_a_gutter_become_columns() -> None:
    texts = [one.text for one in sort_by_reading_order(two_columns(), NO_RULING_LINES)]

    assert texts == [f"{side} column line {row} of it" for side in ("left", "right") for row in range(10)]


def test_side_by_side_text_is_recognised() -> None:
    assert has_side_by_side_text([one.box for one in two_columns()])
    assert not has_side_by_side_text([line("one under the other", 50, 700 - 12 * row).box for row in range(20)])


def test_columns_above_a_full_width_line_are_read_before_those_below() -> None:
    across = line("A heading across both columns of the page", 50, 572, 470)
    below = [line(one.text, one.left, one.bottom - 140) for one in two_columns()]

    texts = [one.text for one in sort_by_reading_order([*two_columns(), across, *below], NO_RULING_LINES)]

    assert texts.index(across.text) == 20


def test_cells_of_a_table_stay_in_their_rows() -> None:
    cells = [line(f"{row}{cell}", 50 + 100 * cell, 700 - 12 * row, 40) for row in range(10) for cell in range(4)]

    texts = [one.text for one in sort_by_reading_order(cells, NO_RULING_LINES)]

    assert texts == [f"{row}0 | {row}1 | {row}2 | {row}3" for row in range(10)]


@given(some_lines)
def test_no_word_is_lost_or_doubled_in_reading_order(lines: list[TextLine]) -> None:
    assert count_letters(sort_by_reading_order(lines, NO_RULING_LINES)) == count_letters(lines)


@given(some_lines)
def test_no_letter_is_lost_in_rows(lines: list[TextLine]) -> None:
    assert "".join(one.text for one in merge_rows(lines)).replace(" ", "") == "".join(
        one.text for one in lines
    ).replace(" ", "")


@given(st.lists(some_lines, min_size=1, max_size=6))
def test_only_lines_in_the_margins_are_stripped(pages: list[list[TextLine]]) -> None:
    given_pages = [PdfPage(number=n, lines=lines, height=WIDTH) for n, lines in enumerate(pages, 1)]

    for before, after in zip(given_pages, strip_headers_footers(given_pages, lambda *_: False), strict=True):
        removed = [one for one in before.lines if one not in after.lines]
        assert all(one.bottom >= 0.9 * WIDTH or one.top <= 0.1 * WIDTH for one in removed)


@given(some_lines)
def test_no_letter_is_lost_in_paragraphs(lines: list[TextLine]) -> None:
    blocks = build_blocks([PdfPage(number=1, lines=lines)], {}, Dehyphenator(lines))

    assert "".join(block.text for block in blocks).replace(" ", "") == "".join(one.text for one in lines).replace(
        " ", ""
    )


def test_a_chapter_header_is_stripped_though_it_is_on_few_pages() -> None:
    headers = ["One"] * 3 + ["Two"] * 20
    pages = [PdfPage(number=n, lines=[line(header, 50, 780)], height=800) for n, header in enumerate(headers, 1)]

    assert not any(page.lines for page in strip_headers_footers(pages, lambda *_: False))


def test_a_line_known_to_be_a_heading_is_never_stripped() -> None:
    pages = [PdfPage(number=n, lines=[line("Returns", 50, 780)], height=800) for n in range(1, 5)]

    stripped = strip_headers_footers(pages, lambda page, _: page.number == 1)

    assert [len(page.lines) for page in stripped] == [1, 0, 0, 0]


def test_roman_page_numbers_are_stripped() -> None:
    pages = [
        PdfPage(number=n, lines=[line(label, 290, 20, 10)], height=800) for n, label in enumerate(("iii", "iv", "v"), 1)
    ]

    assert not any(page.lines for page in strip_headers_footers(pages, lambda *_: False))


def test_a_document_without_hyphenation_keeps_hyphens_at_line_ends() -> None:
    lines = [
        line("Each in-network doctor and each in-", 50, 700, ends_mid_word=False),
        line("network hospital has the cutting-", 50, 688, ends_mid_word=False),
        line("edge devices.", 50, 676),
    ]

    text, alternatives = Dehyphenator(lines).join(lines)

    assert text == "Each in-network doctor and each in-network hospital has the cutting-edge devices."
    assert alternatives == "innetwork cuttingedge"


def test_a_word_broken_across_pages_is_found_whole() -> None:
    above, below = line("as the regu", 50, 60, ends_mid_word=True), line("lations say", 50, 700)

    assert Dehyphenator([above, below]).join([above], below) == ("as the regu-", "regulations")

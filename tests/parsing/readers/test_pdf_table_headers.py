"""Which rows of a PDF table are its header, and how passages repeat it."""

from __future__ import annotations

import pytest
from helpers.pdf_making import LOREM, PageItem, RulingLine, Words, lines, pdf, side_by_side
from helpers.pdf_tables import ITEMS, blocks_of, rows_of, ruled, written_row_by_row

from contents_service.limits import Limits
from contents_service.parsing.chunking import passages
from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source


def test_a_narrow_first_column_name_is_part_of_the_header_row() -> None:
    items = (("No", "Item", "Price"), ("1", "Brake pad", "12.50"), ("2", "Chain", "24.00"), ("3", "Bell", "4.10"))

    assert rows_of(*written_row_by_row(items, (76, 100, 300))) == [" | ".join(row) for row in items]


def test_a_table_continued_on_the_next_page_keeps_its_header() -> None:
    data = pdf(written_row_by_row(ITEMS), written_row_by_row([*ITEMS[1:], *ITEMS[1:]]))

    rows = [block for block in reader.read(Source(name="it.pdf", data=data)).blocks if block.kind == "row"]

    assert [(row.page, row.context) for row in rows] == [(1 + (at >= 4), "Item | Price | Quantity") for at in range(10)]


def test_the_header_row_is_the_context_of_all_rows_and_not_a_heading() -> None:
    blocks = blocks_of(
        *lines(LOREM, top=780),
        *(Words(word.text, word.x, word.y, bold=word.y == 700) for word in written_row_by_row(ITEMS)),
    )

    assert [block.context for block in blocks if block.kind == "row"] == ["Item | Price | Quantity"] * len(ITEMS)
    assert not any(block.kind == "heading" for block in blocks)


def test_a_first_row_of_numbers_is_not_a_header() -> None:
    assert {block.context for block in blocks_of(*written_row_by_row(ITEMS[1:]))} == {None}


def test_a_table_cut_into_passages_repeats_its_header() -> None:
    rows = [
        ITEMS[0],
        *((f"Part of kind {at} with bolts", f"{at}.50 EUR each", f"{at} in the shop") for at in range(40)),
    ]

    drafts = passages.cut(reader.read(Source(name="it.pdf", data=pdf(written_row_by_row(rows)))), Limits())

    assert len(drafts) > 1
    assert all(draft.text.startswith(rows[0][0]) or draft.context == " | ".join(rows[0]) for draft in drafts)


def contexts_of(*items: PageItem) -> set[str | None]:
    return {block.context for block in blocks_of(*items) if block.kind == "row"}


@pytest.mark.parametrize("bold", [True, False])
@pytest.mark.parametrize("ruling_lines", [[], ruled([725, 697, 683, 669], (70, 170, 250, 330, 410, 500))])
def test_a_header_with_spanning_cells_names_each_column(ruling_lines: list[RulingLine], *, bold: bool) -> None:
    above = [Words("Model", 76, 714, bold=bold), Words("Input", 176, 714, bold=bold),
             Words("Output", 336, 714, bold=bold)]  # fmt: skip
    names = ("Voltage", "Current", "Voltage", "Current")
    below = [Words(name, x, 700, bold=bold) for name, x in zip(names, (176, 256, 336, 416), strict=True)]
    rows = (("FG-300", "230 V", "0.4 A", "24 V", "3 A"), ("FG-301", "115 V", "", "24 V", "2 A"))
    cells = side_by_side(*zip(*rows, strict=True), xs=(76, 176, 256, 336, 416), top=686)

    rows_read = rows_of(*above, *below, *cells, *ruling_lines)

    header = "Model | Input Voltage | Current | Output Voltage | Current"
    assert rows_read == [header, "FG-300 | 230 V | 0.4 A | 24 V | 3 A", "FG-301 | 115 V |  | 24 V | 2 A"]
    assert contexts_of(*above, *below, *cells, *ruling_lines) == {header}


def test_a_centred_header_cell_does_not_join_the_columns_it_spans() -> None:
    names = (("Grade", 76, 714), ("Salary a month", 200, 714), ("Trainee", 180, 700), ("Full", 250, 700))
    rows = [("I", "2,100", "2,900"), ("II", "2,300", "3,250"), ("III", "2,500", "3,900")]
    cells = side_by_side(*zip(*rows, strict=True), xs=(76, 180, 250), top=686)

    rows_read = rows_of(*(Words(name, x, y, bold=True) for name, x, y in names), *cells)

    assert rows_read == ["Grade | Salary a month Trainee | Full", *(" | ".join(row) for row in rows)]


def test_left_aligned_names_and_right_aligned_figures_are_one_column() -> None:
    names = [Words(name, x) for name, x in (("Region", 76), ("Units", 170), ("Revenue", 270))]
    rows = [("North", "120", "14,400"), ("South", "95", "11,400"), ("Total", "215", "25,800")]
    cells = side_by_side(*zip(*rows, strict=True), xs=(76, 215, 340), top=686)

    assert rows_of(*names, *cells) == ["Region | Units | Revenue", *(" | ".join(row) for row in rows)]


@pytest.mark.parametrize("names", [("Q1", "Q2", "Q3"), ("2022", "2023", "2024"), ("Spring", "Summer", "Week 40")])
def test_a_header_may_have_an_empty_first_cell(names: tuple[str, ...]) -> None:
    table = (("", *names), ("Revenue", "3.7", "3.9", "4.2"), ("Costs", "3.1", "", "3.3"), ("Margin", ".6", ".7", ".9"))

    assert contexts_of(*written_row_by_row(table, (76, 160, 230, 300))) == {f" | {' | '.join(names)}"}


def test_a_row_of_figures_without_a_name_is_not_a_header() -> None:
    table = (("", "80", "9,600"), ("South", "95", "11,400"), ("Total", "215", "25,800"))

    assert contexts_of(*written_row_by_row(table)) == {None}


def test_lower_case_option_names_are_a_row_each() -> None:
    options = [("labelalpha", "yes", "yes"), ("labeldate", "yes", "no"), ("skipbib", "", "yes"), ("sorting", "yes", "")]
    rows = [("Option", "Global", "Entry"), *options]

    assert rows_of(*written_row_by_row(rows)) == [" | ".join(row).rstrip(" |") for row in rows]

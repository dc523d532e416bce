"""Table rows are read one by one, whatever order the cells are written in, and cells are separated."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from helpers.pdf_making import LOREM, PageItem, RulingLine, Words, lines, pdf, side_by_side

from contents_service.limits import Limits
from contents_service.model import Block
from contents_service.parsing.chunking import passages
from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

ITEMS = (("Item", "Price", "Quantity"), ("Brake pad", "12.50", "40"), ("Chain", "24.00", "15"), ("Bell", "4.10", "77"))
XS = (76, 250, 400)

Rows = Sequence[Sequence[str]]


def rows_of(*items: PageItem) -> list[str]:
    return [block.text for block in blocks_of(*items) if block.kind == "row"]


def blocks_of(*items: PageItem) -> Sequence[Block]:
    return reader.read(Source(name="it.pdf", data=pdf(items))).blocks


def written_row_by_row(rows: Rows, xs: Sequence[float] = XS) -> list[Words]:
    return side_by_side(*zip(*rows, strict=True), xs=xs)


def written_column_by_column(rows: Rows, xs: Sequence[float] = XS) -> list[Words]:
    return [word for x, column in zip(xs, zip(*rows, strict=True), strict=True) for word in lines(column, x=x)]


def ruled(heights: Sequence[float], xs: Sequence[float] = (70, 240, 390, 520)) -> list[RulingLine]:
    """Return a grid of ruling lines at these positions."""
    level = [RulingLine((xs[0], y), (xs[-1], y)) for y in heights]
    return level + [RulingLine((x, heights[0]), (x, heights[-1])) for x in xs]


@pytest.mark.parametrize("written", [written_row_by_row, written_column_by_column])
@pytest.mark.parametrize("ruling_lines", [[], ruled([711, 697, 683, 669, 655])], ids=["unruled", "ruled"])
def test_each_table_row_is_a_block(written: Callable[[Rows], list[Words]], ruling_lines: list[RulingLine]) -> None:
    around = lines(LOREM, top=780), lines(LOREM, top=620)

    blocks = blocks_of(*around[0], *written(ITEMS), *ruling_lines, *around[1])

    assert [block.text for block in blocks[1:-1]] == [" | ".join(row) for row in ITEMS]
    assert blocks[0].text == blocks[-1].text == " ".join(LOREM)


def test_an_empty_cell_leaves_its_place_empty() -> None:
    hours = (
        ("Day", "Opens", "Closes"),
        ("Monday", "07:00", "11:00"),
        ("Tuesday", "", "closed"),
        ("Friday", "08:00", ""),
    )

    assert rows_of(*written_row_by_row(hours)) == [
        "Day | Opens | Closes",
        "Monday | 07:00 | 11:00",
        "Tuesday |  | closed",
        "Friday | 08:00",
    ]


WRAPPED = (
    ("Part", ["What it is for"], "Term"),
    ("Frame", ["Holds everything together", "and is covered for life"], "Life"),
    ("Fork", ["Carries the front wheel and", "is covered for long"], "5 years"),
)


@pytest.mark.parametrize(
    "ruling_lines", [[], ruled([711, 697, 665, 633], (70, 150, 330, 450))], ids=["unruled", "ruled"]
)
def test_wrapped_lines_stay_in_their_cell(ruling_lines: list[RulingLine]) -> None:
    words, top = list[Words](), 700.0
    for first, second, third in WRAPPED:
        words += [Words(first, 76, top), *lines(second, x=160, top=top), Words(third, 340, top)]
        top -= 18 if len(second) == 1 else 32

    rows = rows_of(*words, *ruling_lines)

    assert rows == [" | ".join((first, " ".join(second), third)) for first, second, third in WRAPPED]


def test_ruling_lines_assign_a_vertically_centred_cell_to_its_row() -> None:
    words, ruling_lines = list[Words](), [715.0]
    for first, second, third in (("Part", ["Use", "of it"], "Term"), *WRAPPED[1:]):
        top = ruling_lines[-1] - 15
        words += [Words(first, 76, top - 7), *lines(second, x=160, top=top), Words(third, 340, top - 7)]
        ruling_lines.append(top - 22)

    assert rows_of(*words, *ruled(ruling_lines, (70, 150, 330, 450)))[1] == (
        "Frame | Holds everything together and is covered for life | Life"
    )


def test_cells_separated_by_a_ruling_line_may_be_close() -> None:
    rows = [*ITEMS[:3], ("A bell of brass with a long nam", "4.10", "77")]
    ruling_lines = ruled([711, 697, 683, 669, 655], (70, 213, 390, 520))

    assert (
        rows_of(*written_row_by_row(rows, (72, 217, 400)), *ruling_lines)[-1]
        == "A bell of brass with a long nam | 4.10 | 77"
    )


def test_a_ruling_line_separates_a_cell_that_fills_its_column_from_the_next() -> None:
    rows = [*ITEMS[:3], ("A bell of brass with a long nam", "4.10", "77"), ("", "by agreement to day", "none")]
    ruling_lines = ruled([711, 697, 683, 669, 655, 641], (70, 213, 310, 520))

    found = rows_of(*written_row_by_row(rows, (72, 217, 312)), *ruling_lines)

    assert [row.count("|") for row in found] == [2] * 5
    assert found[-1] == " | by agreement to day | none"


def test_a_narrow_cell_is_not_a_list_mark() -> None:
    weights = (("Weight", "Ours", "Abroad"), ("up to 5 kg", "ok", "5.00"), ("up to 20 kg", "5.00", "15.00"))

    assert rows_of(*written_row_by_row(weights, (76, 150, 190))) == [" | ".join(row) for row in weights]


def test_a_dash_in_an_empty_cell_is_not_a_list_mark() -> None:
    hours = (("Depot", "Sat", "Sun"), ("North", "9 to 12", "–"), ("South", "–", "–"), ("Harbour", "–", "10 to 14"))

    assert rows_of(*written_row_by_row(hours, (76, 150, 190))) == [" | ".join(row) for row in hours]


def test_a_narrow_first_column_name_is_part_of_the_header_row() -> None:
    items = (("No", "Item", "Price"), ("1", "Brake pad", "12.50"), ("2", "Chain", "24.00"), ("3", "Bell", "4.10"))

    assert rows_of(*written_row_by_row(items, (76, 100, 300))) == [" | ".join(row) for row in items]


def test_a_table_all_in_lower_case_keeps_its_rows() -> None:
    colours = (("colour", "of"), ("red", "roses"), ("blue", "violets"), ("white", "lilies"))

    assert rows_of(*written_row_by_row(colours, (76, 250))) == [" | ".join(row) for row in colours]


def test_ruling_lines_join_a_row_wrapped_in_all_cells() -> None:
    words, ruling_lines = list[Words](), [712.0]
    for at in range(4):
        top = ruling_lines[-1] - 12
        words += [*lines([f"Part {at} of", "the frame"], x=76, top=top, leading=11),
                  *lines(["Holds all of", "it together"], x=160, top=top, leading=11)]  # fmt: skip
        ruling_lines.append(top - 16)

    assert rows_of(*words, *ruled(ruling_lines, (70, 150, 330))) == [
        f"Part {at} of the frame | Holds all of it together" for at in range(4)
    ]


def test_a_line_to_the_left_below_a_table_adds_no_column() -> None:
    blocks = blocks_of(*written_row_by_row(ITEMS, (150, 300, 420)), Words("All in EUR.", 72, 640))

    assert [block.text for block in blocks if block.kind == "row"] == [" | ".join(row) for row in ITEMS]


def test_a_sentence_directly_above_a_table_shares_its_passage() -> None:
    data = pdf([*lines(LOREM * 4, top=780), Words("These are our prices of May.", 76, 720 - 180), *(
        Words(word.text, word.x, word.y - 200) for word in written_row_by_row(ITEMS))])  # fmt: skip

    *_, last = passages.cut(reader.read(Source(name="it.pdf", data=data)), Limits())

    assert last.text == "These are our prices of May.\n\n" + "\n".join(" | ".join(row) for row in ITEMS)
    assert last.context is None


def test_a_table_continued_on_the_next_page_keeps_its_header() -> None:
    data = pdf(written_row_by_row(ITEMS), written_row_by_row([*ITEMS[1:], *ITEMS[1:]]))

    rows = [block for block in reader.read(Source(name="it.pdf", data=data)).blocks if block.kind == "row"]

    assert [(row.page, row.context) for row in rows] == [(1 + (at >= 4), "Item | Price | Quantity") for at in range(10)]


def test_questions_and_their_answers_stay_together() -> None:
    faq = (("Who pays the carriage back?", "We do within our own country."),
             ("How long does a refund take?", "Ten days after the goods arrived."),
             ("What about an opened box?", "It is no reason to refuse goods."),
             ("Where is the form to be found?", "It lies in the box under the note."))  # fmt: skip

    assert rows_of(*written_row_by_row(faq, (72, 320))) == [" | ".join(row) for row in faq]


def test_a_short_line_below_a_table_is_not_a_row() -> None:
    blocks = blocks_of(*written_row_by_row(ITEMS), Words("All prices in EUR.", 76, 640))

    assert (blocks[-1].kind, blocks[-1].text) == ("prose", "All prices in EUR.")


def test_a_table_within_a_column_keeps_its_rows() -> None:
    left = [*lines(LOREM, top=780), *written_row_by_row(ITEMS, (76, 160, 230)), *lines(LOREM, top=620)]

    assert rows_of(*left, *lines(LOREM * 5, x=420, top=780)) == [" | ".join(row) for row in ITEMS]


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


def test_a_two_line_cell_is_joined_though_its_row_is_centred() -> None:
    names = [Words(name, x, 720) for name, x in zip(("Item", "Description", "Amount"), XS, strict=True)]
    wrapped = [Words("Steel bracket, galvanised,", 250, 703), Words("A-12", 76, 696), Words("14.00", 400, 696),
               Words("with two bolts", 250, 689)]  # fmt: skip
    rows = side_by_side(("B-7", "C-3"), ("Delivery", "Spare motor"), ("9.90", "120.00"), xs=XS, top=672)

    assert rows_of(*names, *wrapped, *rows)[:2] == [
        "Item | Description | Amount",
        "A-12 | Steel bracket, galvanised, with two bolts | 14.00",
    ]


def test_lower_case_option_names_are_a_row_each() -> None:
    options = [("labelalpha", "yes", "yes"), ("labeldate", "yes", "no"), ("skipbib", "", "yes"), ("sorting", "yes", "")]
    rows = [("Option", "Global", "Entry"), *options]

    assert rows_of(*written_row_by_row(rows)) == [" | ".join(row).rstrip(" |") for row in rows]


def test_wrapped_cells_in_lower_case_are_joined() -> None:
    rows = [
        ("Part", "What it is for"),
        ("Brake pad", "Slows the wheel down"),
        ("and its shoe", "when the lever is"),
        ("", "pulled towards the bar"),
        ("Chain", "Drives the rear wheel"),
        ("", "as the rider pedals"),
    ]

    assert rows_of(*written_row_by_row(rows, xs=(76, 250))) == [
        "Part | What it is for",
        "Brake pad and its shoe | Slows the wheel down when the lever is pulled towards the bar",
        "Chain | Drives the rear wheel as the rider pedals",
    ]

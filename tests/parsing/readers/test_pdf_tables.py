"""Table rows are read one by one, whatever order the cells are written in, and cells are separated."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from helpers.pdf_making import LOREM, RulingLine, Words, lines, pdf, side_by_side
from helpers.pdf_tables import ITEMS, XS, Rows, blocks_of, rows_of, ruled, written_column_by_column, written_row_by_row

from contents_service.limits import Limits
from contents_service.parsing.chunking import passages
from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source


@pytest.mark.parametrize("written", [written_row_by_row, written_column_by_column])
@pytest.mark.parametrize("ruling_lines", [[], ruled([711, 697, 683, 669, 655])], ids=["unruled", "ruled"])
def test_each_table_row_is_a_block(written: Callable[[Rows], list[Words]], ruling_lines: list[RulingLine]) -> None:
    above, below = lines(LOREM, top=780), lines(LOREM, top=620)

    blocks = blocks_of(*above, *written(ITEMS), *ruling_lines, *below)

    assert [block.text for block in blocks[1:-1]] == [" | ".join(row) for row in ITEMS]
    assert blocks[0].text == blocks[-1].text == " ".join(LOREM)


def test_an_empty_cell_keeps_its_place_unless_it_is_the_last() -> None:
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


def test_a_narrow_cell_is_not_taken_for_a_bullet() -> None:
    weights = (("Weight", "Ours", "Abroad"), ("up to 5 kg", "ok", "5.00"), ("up to 20 kg", "5.00", "15.00"))

    assert rows_of(*written_row_by_row(weights, (76, 150, 190))) == [" | ".join(row) for row in weights]


def test_a_dash_in_an_empty_cell_is_not_taken_for_a_bullet() -> None:
    hours = (("Depot", "Sat", "Sun"), ("North", "9 to 12", "–"), ("South", "–", "–"), ("Harbour", "–", "10 to 14"))

    assert rows_of(*written_row_by_row(hours, (76, 150, 190))) == [" | ".join(row) for row in hours]


def test_a_table_all_in_lower_case_keeps_its_rows() -> None:
    colours = (("colour", "of"), ("red", "roses"), ("blue", "violets"), ("white", "lilies"))

    assert rows_of(*written_row_by_row(colours, (76, 250))) == [" | ".join(row) for row in colours]


def test_ruling_lines_join_a_row_wrapped_in_all_cells() -> None:
    words, ruling_lines = list[Words](), [712.0]
    for number in range(4):
        top = ruling_lines[-1] - 12
        words += [*lines([f"Part {number} of", "the frame"], x=76, top=top, leading=11),
                  *lines(["Holds all of", "it together"], x=160, top=top, leading=11)]  # fmt: skip
        ruling_lines.append(top - 16)

    assert rows_of(*words, *ruled(ruling_lines, (70, 150, 330))) == [
        f"Part {number} of the frame | Holds all of it together" for number in range(4)
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


def test_questions_and_their_answers_stay_together() -> None:
    faq = (("Who pays the carriage back?", "We do within our own country."),
             ("How long does a refund take?", "Ten days after the goods arrived."),
             ("What about an opened box?", "It is no reason to refuse goods."),
             ("Where is the form to be found?", "It lies in the box under the note."))  # fmt: skip

    assert rows_of(*written_row_by_row(faq, (72, 320))) == [" | ".join(row) for row in faq]


def test_a_short_line_below_a_table_is_not_a_row() -> None:
    blocks = blocks_of(*written_row_by_row(ITEMS), Words("All prices in EUR.", 76, 640))

    assert (blocks[-1].kind, blocks[-1].text) == ("prose", "All prices in EUR.")


def test_a_table_within_a_text_column_keeps_its_rows() -> None:
    left_column = [*lines(LOREM, top=780), *written_row_by_row(ITEMS, (76, 160, 230)), *lines(LOREM, top=620)]

    assert rows_of(*left_column, *lines(LOREM * 5, x=420, top=780)) == [" | ".join(row) for row in ITEMS]


def test_a_two_line_cell_is_joined_if_the_other_cells_are_vertically_centred() -> None:
    header = [Words(name, x, 720) for name, x in zip(("Item", "Description", "Amount"), XS, strict=True)]
    wrapped = [Words("Steel bracket, galvanised,", 250, 703), Words("A-12", 76, 696), Words("14.00", 400, 696),
               Words("with two bolts", 250, 689)]  # fmt: skip
    rows = side_by_side(("B-7", "C-3"), ("Delivery", "Spare motor"), ("9.90", "120.00"), xs=XS, top=672)

    assert rows_of(*header, *wrapped, *rows)[:2] == [
        "Item | Description | Amount",
        "A-12 | Steel bracket, galvanised, with two bolts | 14.00",
    ]


def test_rows_that_go_on_in_lower_case_are_joined_to_the_row_above() -> None:
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

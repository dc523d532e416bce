"""Columns on a part of a page are read one after the other, and their lines are never mixed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers.pdf_making import LOREM, PageItem, RulingLine, Words, body, lines, pdf, side_by_side

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

TWO = (72, 320)
THREE = (72, 234, 396)


def run_on_lines(name: str, rows: int = 8) -> list[str]:
    """Return lines of one sentence that continues down a column."""
    return [f"{name} goods in row {row} are sent back" for row in range(rows)]


def narrow_lines(name: str) -> list[str]:
    """Return the same for a narrower column."""
    return [f"{name} goods {row} go back" for row in range(8)]


def text_of(*items: PageItem) -> str:
    found = reader.read(Source(name="it.pdf", data=pdf(items)))
    return " ".join(block.text for block in found.blocks)


def has_columns_in_order(text: str, columns: Sequence[Sequence[str]]) -> bool:
    """Whether a text has each column as a whole, one after the other."""
    return " ".join(line for column in columns for line in column) in text


FULL = [text + " " + text for text in LOREM]
"""Lines from margin to margin of the page."""

ABOVE: dict[str, list[PageItem]] = {
    "a title": [Words("What goods are sent back", 200, 780, 18)],
    "text across the page": [*lines(FULL, top=780)],
    "a line that ends before the gutter": [*lines([FULL[0], "and ends here."], top=760)],
    "a table across the page": [
        *side_by_side(("Size", "S", "M", "L"), ("Width", "40", "44", "48"), ("Price", "12", "13", "14"),
                      xs=(72, 200, 330), top=780)
    ],
    "a figure with its caption": [
        *side_by_side(run_on_lines("one", 4), run_on_lines("two", 4), xs=TWO, top=820),
        Words("Figure 1: how the goods are sent back from the shop to the house that made them", 90, 720),
    ],
}  # fmt: skip


@pytest.mark.parametrize("above", list(ABOVE))
@pytest.mark.parametrize("xs", [TWO, THREE], ids=["two columns", "three columns"])
def test_columns_below_full_width_content_are_read_one_after_the_other(above: str, xs: Sequence[float]) -> None:
    columns = [narrow_lines(name) for name in ("left", "middle", "right")[: len(xs)]]

    text = text_of(*ABOVE[above], *side_by_side(*columns, xs=xs, top=660))

    assert has_columns_in_order(text, columns)


def test_columns_above_and_below_full_width_text_are_read_separately() -> None:
    above, below = (run_on_lines("north"), run_on_lines("east")), (run_on_lines("south"), run_on_lines("west"))

    text = text_of(
        *side_by_side(*above, xs=TWO, top=780), *lines(FULL, top=620), *side_by_side(*below, xs=TWO, top=540)
    )

    assert has_columns_in_order(text, above)
    assert has_columns_in_order(text, below)
    assert text.index("east") < text.index(FULL[0]) < text.index("south")


def test_columns_whose_lines_are_not_level_are_read_one_after_the_other() -> None:
    columns = run_on_lines("left"), run_on_lines("right")

    assert has_columns_in_order(text_of(*lines(FULL), *side_by_side(*columns, xs=TWO, top=620, row_offset=6)), columns)


def test_columns_of_unequal_width_are_read_one_after_the_other() -> None:
    columns = run_on_lines("wide"), narrow_lines("near"), narrow_lines("far")

    assert has_columns_in_order(text_of(*side_by_side(*columns, xs=(72, 320, 440))), columns)


def test_list_items_are_not_columns() -> None:
    heights = [700 - 14 * at for at in range(len(LOREM))]
    points = [
        word for text, y in zip(LOREM, heights, strict=True) for word in (Words("\u2022", 72, y), Words(text, 90, y))
    ]

    assert f"\u2022 {LOREM[0]}" in text_of(*points)


def test_two_columns_with_ruling_lines_between_rows_are_a_table() -> None:
    ruling_lines = [RulingLine((70, 710 - 14 * row), (540, 710 - 14 * row)) for row in range(9)]

    text = text_of(*side_by_side(run_on_lines("left"), run_on_lines("right"), xs=TWO), *ruling_lines)

    assert "left goods in row 0 are sent back | right goods in row 0 are sent back" in text


def test_columns_written_one_after_the_other_keep_their_order() -> None:
    columns = [lines(run_on_lines(name), x=x) for name, x in (("left", 72), ("right", 320))]

    assert has_columns_in_order(
        text_of(*columns[0], *columns[1], *body(560)), [run_on_lines("left"), run_on_lines("right")]
    )


JUSTIFIED = (("operate more than two hundred", 12.0), ("movements a day should order the", 7.5),
             ("double pack, which halves the", 11.0), ("through each cell and extends", 9.5),
             ("the life of it to twelve years", 8.0))  # fmt: skip
"""Lines of a narrow column, each with the points added to its spaces."""


@pytest.mark.parametrize("xs", [(72,), (72, 320)], ids=["one column", "two"])
def test_wide_spaces_in_justified_text_do_not_separate_columns(xs: Sequence[float]) -> None:
    columns = [
        [Words(text, x, 700 - 14 * row, word_spacing=extra) for row, (text, extra) in enumerate(JUSTIFIED)] for x in xs
    ]

    assert text_of(*(word for row in zip(*columns, strict=True) for word in row)) == " ".join(
        " ".join(text for text, _ in JUSTIFIED) for _ in xs
    )


def test_ruling_lines_separate_evenly_spaced_words() -> None:
    row = (("Monday", 72), ("Wednesday", 119.1), ("Sun", 183), ("Thursday", 212.1))
    rows = [Words(word, x, 700 - 14 * at) for at in range(4) for word, x in row]
    ruling_lines = [RulingLine((x, 650), (x, 715)) for x in (113, 178, 207)]

    assert "Monday | Wednesday | Sun | Thursday" in text_of(*rows, *ruling_lines)
    assert "|" not in text_of(*rows)


@pytest.mark.parametrize("size", [10, 7])
def test_cells_that_wrap_in_a_table_without_rules_are_no_columns(size: float) -> None:
    rows = (
        (("Risk",), ("Who bears it, and",), ("From",)),
        (("Early", "redemption"), ("The holder of the note,", "unless it is announced"), ("1 April 2026",)),
        (
            ("Change of", "the rate"),
            ("The agent decides on it;", "nobody may object to it"),
            ("the day of the", "letter"),
        ),
        (("Default",), ("The guarantor pays up to", "the amount that is named"), ("1 January 2027",)),
        (("Currency",), ("The holder of the note",), ("the day it is", "bought and paid")),
    )
    items: list[PageItem] = []
    y = 700.0
    for row in rows:
        for x, cell in zip((72, 160, 320), row, strict=True):
            items += [Words(line, x, y - 1.2 * size * at, size) for at, line in enumerate(cell)]
        y -= 1.2 * size * max(map(len, row)) + 0.8 * size
    found = reader.read(Source(name="it.pdf", data=pdf([*body(800), *items])))
    texts = [block.text for block in found.blocks if block.kind == "row"]
    assert texts[2] == "Change of the rate | The agent decides on it; nobody may object to it | the day of the letter"
    assert texts[-1] == "Currency | The holder of the note | the day it is bought and paid"
    assert not [block for block in found.blocks if block.kind == "heading"]

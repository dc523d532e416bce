"""Columns that hold only a part of a page are read one after the other, and nothing of one stands in another's line."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers.pdf_making import LOREM, Rule, Thing, Words, body, lines, pdf, side_by_side

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

TWO = (72, 320)
THREE = (72, 234, 396)


def running(name: str, rows: int = 8) -> list[str]:
    """Lines of one sentence that runs on over a column."""
    return [f"{name} goods in row {row} are sent back" for row in range(rows)]


def narrow(name: str) -> list[str]:
    """The same for a narrower column."""
    return [f"{name} goods {row} go back" for row in range(8)]


def text_of(*things: Thing) -> str:
    found = reader.read(Source(name="it.pdf", data=pdf(things)))
    return " ".join(block.text for block in found.blocks)


def in_order(text: str, columns: Sequence[Sequence[str]]) -> bool:
    """Whether a text has each column whole, one after the other."""
    return " ".join(line for column in columns for line in column) in text


FULL = [text + " " + text for text in LOREM]
"""Lines from edge to edge of the page."""

ABOVE: dict[str, list[Thing]] = {
    "a title": [Words("What goods are sent back", 200, 780, 18)],
    "text across the page": [*lines(FULL, top=780)],
    "a line that ends before the gutter": [*lines([FULL[0], "and ends here."], top=760)],
    "a table across the page": [
        *side_by_side(("Size", "S", "M", "L"), ("Width", "40", "44", "48"), ("Price", "12", "13", "14"),
                      xs=(72, 200, 330), top=780)
    ],
    "a figure with its caption": [
        *side_by_side(running("one", 4), running("two", 4), xs=TWO, top=820),
        Words("Figure 1: how the goods are sent back from the shop to the house that made them", 90, 720),
    ],
}  # fmt: skip


@pytest.mark.parametrize("above", list(ABOVE))
@pytest.mark.parametrize("xs", [TWO, THREE], ids=["two columns", "three columns"])
def test_columns_below_what_runs_across_the_page_are_read_one_after_the_other(above: str, xs: Sequence[float]) -> None:
    columns = [narrow(name) for name in ("left", "middle", "right")[: len(xs)]]

    text = text_of(*ABOVE[above], *side_by_side(*columns, xs=xs, top=660))

    assert in_order(text, columns)


def test_columns_above_and_below_what_runs_across_are_read_apart() -> None:
    above, below = (running("north"), running("east")), (running("south"), running("west"))

    text = text_of(
        *side_by_side(*above, xs=TWO, top=780), *lines(FULL, top=620), *side_by_side(*below, xs=TWO, top=540)
    )

    assert in_order(text, above)
    assert in_order(text, below)
    assert text.index("east") < text.index(FULL[0]) < text.index("south")


def test_columns_whose_lines_are_not_level_are_read_one_after_the_other() -> None:
    columns = running("left"), running("right")

    assert in_order(text_of(*lines(FULL), *side_by_side(*columns, xs=TWO, top=620, lower=6)), columns)


def test_columns_of_unequal_width_are_read_one_after_the_other() -> None:
    columns = running("wide"), narrow("near"), narrow("far")

    assert in_order(text_of(*side_by_side(*columns, xs=(72, 320, 440))), columns)


def test_points_of_a_list_are_no_columns() -> None:
    heights = [700 - 14 * at for at in range(len(LOREM))]
    points = [
        word for text, y in zip(LOREM, heights, strict=True) for word in (Words("\u2022", 72, y), Words(text, 90, y))
    ]

    assert f"\u2022 {LOREM[0]}" in text_of(*points)


def test_two_columns_with_rules_between_their_rows_are_a_table() -> None:
    rules = [Rule((70, 710 - 14 * row), (540, 710 - 14 * row)) for row in range(9)]

    text = text_of(*side_by_side(running("left"), running("right"), xs=TWO), *rules)

    assert "left goods in row 0 are sent back | right goods in row 0 are sent back" in text


def test_columns_written_one_after_the_other_stay_as_they_are() -> None:
    columns = [lines(running(name), x=x) for name, x in (("left", 72), ("right", 320))]

    assert in_order(text_of(*columns[0], *columns[1], *body(560)), [running("left"), running("right")])


JUSTIFIED = (("operate more than two hundred", 12.0), ("movements a day should order the", 7.5),
             ("double pack, which halves the", 11.0), ("through each cell and extends", 9.5),
             ("the life of it to twelve years", 8.0))  # fmt: skip
"""The lines of a narrow column, each with what is added to its spaces."""


@pytest.mark.parametrize("xs", [(72,), (72, 320)], ids=["one column", "two"])
def test_the_wide_spaces_of_a_justified_line_part_no_columns(xs: Sequence[float]) -> None:
    columns = [[Words(said, x, 700 - 14 * row, spacing=more) for row, (said, more) in enumerate(JUSTIFIED)] for x in xs]

    assert text_of(*(word for row in zip(*columns, strict=True) for word in row)) == " ".join(
        " ".join(said for said, _ in JUSTIFIED) for _ in xs
    )


def test_rules_part_words_that_stand_evenly_apart() -> None:
    row = (("Monday", 72), ("Wednesday", 119.1), ("Sun", 183), ("Thursday", 212.1))
    rows = [Words(word, x, 700 - 14 * at) for at in range(4) for word, x in row]
    rules = [Rule((x, 650), (x, 715)) for x in (113, 178, 207)]

    assert "Monday | Wednesday | Sun | Thursday" in text_of(*rows, *rules)
    assert "|" not in text_of(*rows)

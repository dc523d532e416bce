"""Raised and lowered figures of a PDF do not join the word or number before them."""

from __future__ import annotations

import pytest
from helpers.pdf_making import PageItem, Words, body, pdf

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source


def text_of(items: list[PageItem]) -> str:
    parsed = reader.read(Source(name="a.pdf", data=pdf([*body(700), *items, *body(500)])))
    return "\n".join(block.text for block in parsed.blocks)


def set_on_line(*parts: tuple[str, float, float]) -> list[PageItem]:
    """Return parts of a line, one after the other: each with its size and how far it is raised."""
    x, items = 72.0, list[PageItem]()
    for text, size, rise in parts:
        items.append(Words(text, x, 600 + rise, size, monospaced=True))
        x += 0.6 * size * len(text)
    return items


@pytest.mark.parametrize(
    ("parts", "shown"),
    [
        ((("about 10", 10, 0), ("5", 6, 4), (" cells", 10, 0)), "about 10^5 cells"),
        ((("boils at 250", 10, 0), ("9", 6, 4), (" degrees", 10, 0)), "boils at 250^9 degrees"),
        ((("were safeguarded.", 10, 0), ("14", 6, 4), (" Each", 10, 0)), "were safeguarded. [14] Each"),
        ((("Lennart Brodin", 10, 0), ("2,3", 6, 4), (" and", 10, 0)), "Lennart Brodin [2,3] and"),
        ((("a floor of 12 m", 10, 0), ("2", 6, 4), (".", 10, 0)), "a floor of 12 m²."),
        ((("heavy water (D", 10, 0), ("2", 6, -2), ("O)", 10, 0)), "heavy water (D2O)"),
        ((("at age 70", 10, 0), ("1", 6, 4), ("/2 or more", 10, 0)), "at age 70 1/2 or more"),
    ],
    ids=["exponent", "raised after a number", "note", "notes", "square", "lowered", "fraction"],
)
def test_a_raised_figure_is_set_apart(parts: tuple[tuple[str, float, float], ...], shown: str) -> None:
    assert shown in text_of(set_on_line(*parts))


@pytest.mark.parametrize(
    "parts",
    [
        (("route A", 10, 0), ("66", 10, 0), (" west", 10, 0)),
        (("version 3", 10, 0), ("1", 6, 0), (" of it", 10, 0)),
    ],
    ids=["as large", "on the baseline"],
)
def test_other_figures_stay_as_they_are(parts: tuple[tuple[str, float, float], ...]) -> None:
    assert "".join(text for text, _, _ in parts) in text_of(set_on_line(*parts))

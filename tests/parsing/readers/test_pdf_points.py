"""The points of a list whose marks are drawn, not written."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from helpers.pdf_making import Rule, Words, body, lines, pdf

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

SAID = ("One controller", "A bag of screws", "This manual")


@dataclass(frozen=True)
class Dot(Rule):
    """A filled square of this side, as small as a mark."""

    side: float = 4

    def drawn(self) -> str:
        return f"{self.start[0]} {self.start[1]} {self.side} {self.side} re f"


def dots(side: float = 4, before: float = 12) -> list[Rule]:
    return [Dot((72 - before, 702 - 14 * at), (0, 0), side) for at in range(len(SAID))]


def texts_of(*things: Words | Rule, rotate: int = 0) -> list[str]:
    found = reader.read(Source(name="it.pdf", data=pdf(things, rotate=rotate)))
    return [block.text for block in found.blocks]


def test_each_point_is_a_paragraph_with_its_mark() -> None:
    assert texts_of(*lines(SAID), *dots(), *body())[:3] == [f"• {said}" for said in SAID]


def test_a_points_second_line_goes_on_with_it() -> None:
    long = ("Two cables, each long enough to be led along the whole of the rail, and", "rated for outdoor use")

    assert texts_of(*lines(long), dots()[0], *body())[0] == f"• {' '.join(long)}"


@pytest.mark.parametrize(("side", "before"), [(9, 12), (1, 12), (4, 60)], ids=["a box to tick", "a full stop", "far"])
def test_other_shapes_are_no_marks(side: float, before: float) -> None:
    assert not any("•" in said for said in texts_of(*lines(SAID), *dots(side, before), *body()))

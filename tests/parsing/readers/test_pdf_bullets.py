"""List items whose bullets are drawn, not written."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from helpers.pdf_making import RulingLine, Words, body, lines, pdf

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

ITEMS = ("One controller", "A bag of screws", "This manual")


@dataclass(frozen=True)
class DrawnBullet(RulingLine):
    """A filled square with this side in points, as small as a bullet."""

    side: float = 4

    def operators(self) -> str:
        return f"{self.start[0]} {self.start[1]} {self.side} {self.side} re f"


def drawn_bullets(side: float = 4, distance: float = 12) -> list[RulingLine]:
    return [DrawnBullet((72 - distance, 702 - 14 * at), (0, 0), side) for at in range(len(ITEMS))]


def texts_of(*items: Words | RulingLine, rotate: int = 0) -> list[str]:
    found = reader.read(Source(name="it.pdf", data=pdf(items, rotate=rotate)))
    return [block.text for block in found.blocks]


def test_each_list_item_is_a_paragraph_with_a_bullet() -> None:
    assert texts_of(*lines(ITEMS), *drawn_bullets(), *body())[:3] == [f"• {text}" for text in ITEMS]


def test_the_second_line_of_a_list_item_belongs_to_it() -> None:
    long = ("Two cables, each long enough to be led along the whole of the rail, and", "rated for outdoor use")

    assert texts_of(*lines(long), drawn_bullets()[0], *body())[0] == f"• {' '.join(long)}"


@pytest.mark.parametrize(("side", "distance"), [(9, 12), (1, 12), (4, 60)], ids=["a box to tick", "a full stop", "far"])
def test_other_shapes_are_not_bullets(side: float, distance: float) -> None:
    assert not any("•" in text for text in texts_of(*lines(ITEMS), *drawn_bullets(side, distance), *body()))

"""Pictures of pages: drawn apart, marked where the passage is, kept for a while, and shown to nobody else."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.pages import APP
from helpers.pdf_making import Words, pdf
from helpers.shop import MARIA, Shop
from helpers.stage import HereSandbox
from PIL import Image

from contents_service.model import Area, Scope
from contents_service.parsing.drawing import LONGEST_SIDE
from contents_service.reading import Reader
from contents_service.settings import Settings
from contents_service.web.page.picture_cache import KEPT_S, PictureCache
from contents_service.web.page.pictures import PICTURES

LEASE = "eric/lease.pdf"


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    shop = Shop(tmp_path, settings=Settings(dev=True, home=tmp_path / "home", data=tmp_path / "data"))
    shop.reader = Reader(shop.services, HereSandbox(), "reader")  # type: ignore[arg-type]  # it can read
    yield shop
    shop.app.extensions[PICTURES].close()


def give(shop: Shop, data: bytes) -> str:
    (shop.home / LEASE).write_bytes(data)
    return shop.give(LEASE)


def picture_of(shop: Shop, document: str, page: int = 1) -> Image.Image:
    response = shop.ask("GET", f"{APP}/documents/{document}/pages/{page}.png")
    assert (response.status_code, response.mimetype) == (200, "image/png"), response.text
    return Image.open(io.BytesIO(response.data))


def test_a_page_is_drawn_with_its_longest_side_at_full_length(shop: Shop) -> None:
    picture = picture_of(shop, give(shop, pdf([Words("The deposit is due in advance.")])))
    assert max(picture.size) == LONGEST_SIDE
    assert picture.size[0] < picture.size[1]


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_the_marks_lie_over_the_words_on_a_turned_page_too(shop: Shop, rotate: int) -> None:
    document = give(shop, pdf([Words("The deposit is due in advance.", x=100, y=600, size=20)], rotate=rotate))
    picture = picture_of(shop, document).convert("L")
    ((left, top, right, bottom),) = marks_of(shop, document)
    width, height = picture.size
    box = (left * width // 1000, top * height // 1000, right * width // 1000, bottom * height // 1000)
    assert dark(picture.crop(box)) == dark(picture) > 500


def marks_of(shop: Shop, document: str) -> tuple[Area, ...]:
    """Where reading found the first passage on its page."""
    scope = Scope("shop", "eric")
    record = shop.services.index.holdings(scope).kept[document].record
    ((_, draft),) = shop.services.index.passages(scope, record, after=0, limit=1)
    assert draft.ink
    return draft.ink.areas


def dark(picture: Image.Image) -> int:
    """How many of its points are nearly black."""
    return sum(picture.histogram()[:100])


def test_a_picture_is_shown_only_while_the_file_is_the_one_that_was_read(shop: Shop) -> None:
    document = give(shop, pdf([Words("The deposit is due in advance.")]))
    picture_of(shop, document)
    (shop.home / LEASE).write_bytes(pdf([Words("The deposit is waived.")]))
    assert shop.ask("GET", f"{APP}/documents/{document}/pages/1.png").status_code == 404


@pytest.mark.parametrize("page", ["0", "2", "-1", "x"])
def test_there_is_no_picture_of_a_page_that_there_is_not(shop: Shop, page: str) -> None:
    document = give(shop, pdf([Words("The deposit is due in advance.")]))
    assert shop.ask("GET", f"{APP}/documents/{document}/pages/{page}.png").status_code == 404


def test_nobody_else_sees_the_picture_of_a_page(shop: Shop) -> None:
    document = give(shop, pdf([Words("The deposit is due in advance.")]))
    picture_of(shop, document)
    assert shop.ask("GET", f"{APP}/documents/{document}/pages/1.png", MARIA).status_code == 404


def test_a_page_that_cannot_be_drawn_is_said_to_be_so(shop: Shop) -> None:
    document = give(shop, pdf([Words("The deposit is due in advance.")]))
    (shop.home / LEASE).write_bytes(b"%PDF-1.7 not really")
    shop.ask("POST", f"/api/contents/v1/apps/shop/documents/{document}/read")
    shop.read_all()
    assert shop.ask("GET", f"{APP}/documents/{document}/pages/1.png").status_code == 404


def test_a_picture_is_kept_for_a_while_and_then_goes(tmp_path: Path) -> None:
    cache = PictureCache(tmp_path / "pictures")
    assert cache.get("a", 1) is None
    cache.put("a", 1, b"picture")
    assert cache.get("a", 1) == b"picture"
    assert cache.get("a", 2) is None
    (file,) = (tmp_path / "pictures").iterdir()
    old = time.time() - KEPT_S - 1
    os.utime(file, (old, old))
    PictureCache(tmp_path / "pictures").sweep()
    assert cache.get("a", 1) is None


def test_no_more_pictures_are_kept_than_there_is_room_for(tmp_path: Path) -> None:
    cache = PictureCache(tmp_path, most_bytes=25)
    for page in range(1, 5):
        cache.put("a", page, b"ten bytes.")
        os.utime(tmp_path / f"a-{page}.png", (time.time() - 100 + page,) * 2)
    cache.sweep()
    assert [bool(cache.get("a", page)) for page in range(1, 5)] == [False, False, True, True]


def test_what_is_removed_on_the_page_leaves_no_picture(shop: Shop, tmp_path: Path) -> None:
    document = give(shop, pdf([Words("The deposit is due in advance.")]))
    picture_of(shop, document)
    assert list((tmp_path / "data/pictures").iterdir())
    shop.ask("POST", f"{APP}/documents/{document}/remove", headers={"Sec-Fetch-Site": "same-origin"})
    assert not list((tmp_path / "data/pictures").iterdir())

"""Images of pages: drawn in a sandbox, with the passage marked, cached for a while, and shown to the giver only."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.backend import InProcessSandbox
from helpers.pages import APP, SAME_ORIGIN
from helpers.pdf_making import Words, pdf
from helpers.polling import poll_until
from helpers.shop import DOCUMENTS, MARIA, Shop
from PIL import Image

from contents_service.model import Region, Scope
from contents_service.parsing.sandbox.render_worker import LONG_SIDE_PIXELS
from contents_service.settings import Settings
from contents_service.web.rendering.image_cache import ImageCache

LEASE = "eric/lease.pdf"


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    shop = make_shop(tmp_path, forget_s=900.0)
    yield shop
    shop.app.extensions["contents"].page_images.close()


def make_shop(folder: Path, forget_s: float) -> Shop:
    settings = Settings(dev=True, home=folder / "home", data=folder / "data", forget_s=forget_s)
    return Shop(folder, settings=settings, sandbox=InProcessSandbox())


def give(shop: Shop, data: bytes) -> str:
    (shop.home / LEASE).write_bytes(data)
    return shop.give(LEASE)


def page_image(shop: Shop, document: str, page: int = 1) -> Image.Image:
    response = shop.request("GET", f"{APP}/documents/{document}/pages/{page}.png")
    assert (response.status_code, response.mimetype) == (200, "image/png"), response.text
    return Image.open(io.BytesIO(response.data))


def test_a_page_is_drawn_with_its_longest_side_at_full_length(shop: Shop) -> None:
    image = page_image(shop, give(shop, pdf([Words("The deposit is due in advance.")])))
    assert max(image.size) == LONG_SIDE_PIXELS
    assert image.size[0] < image.size[1]


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_the_marks_cover_the_words_on_rotated_pages_too(shop: Shop, rotate: int) -> None:
    document = give(shop, pdf([Words("The deposit is due in advance.", x=100, y=600, size=20)], rotate=rotate))
    image = page_image(shop, document).convert("L")
    ((left, top, right, bottom),) = passage_areas(shop, document)
    width, height = image.size
    box = (left * width // 1000, top * height // 1000, right * width // 1000, bottom * height // 1000)
    assert count_dark_pixels(image.crop(box)) == count_dark_pixels(image) > 500


def passage_areas(shop: Shop, document: str) -> tuple[Region, ...]:
    """Return where reading found the first passage on its page."""
    scope = Scope("shop", "eric")
    record = shop.services.index.scope_snapshot(scope).versioned[document].record
    ((_, passage),) = shop.services.index.passages(scope, record, after=0, limit=1)
    assert passage.regions
    return passage.regions.areas


def count_dark_pixels(image: Image.Image) -> int:
    """Return the number of nearly black pixels."""
    return sum(image.histogram()[:100])


def test_an_image_is_shown_only_while_the_file_is_unchanged(shop: Shop) -> None:
    document = give(shop, pdf([Words("The deposit is due in advance.")]))
    page_image(shop, document)
    (shop.home / LEASE).write_bytes(pdf([Words("The deposit is waived.")]))
    assert shop.request("GET", f"{APP}/documents/{document}/pages/1.png").status_code == 404


@pytest.mark.parametrize("page", ["0", "2", "-1", "x"])
def test_a_page_that_does_not_exist_has_no_image(shop: Shop, page: str) -> None:
    document = give(shop, pdf([Words("The deposit is due in advance.")]))
    assert shop.request("GET", f"{APP}/documents/{document}/pages/{page}.png").status_code == 404


def test_nobody_else_sees_the_image_of_a_page(shop: Shop) -> None:
    document = give(shop, pdf([Words("The deposit is due in advance.")]))
    page_image(shop, document)
    assert shop.request("GET", f"{APP}/documents/{document}/pages/1.png", MARIA).status_code == 404


def test_a_page_that_cannot_be_drawn_is_not_found(shop: Shop) -> None:
    document = give(shop, pdf([Words("The deposit is due in advance.")]).replace(b"/Root 1 0 R", b""))
    assert shop.request("GET", f"{DOCUMENTS}/{document}").json["state"] == "read"
    response = shop.request("GET", f"{APP}/documents/{document}/pages/1.png")
    assert response.status_code == 404
    assert "This page cannot be shown as an image." in response.text


def test_an_image_expires_after_a_while(tmp_path: Path) -> None:
    cache = ImageCache(tmp_path / "pictures", max_age_s=60)
    assert cache.get("a", 1) is None
    cache.put("a", 1, b"picture")
    assert cache.get("a", 1) == b"picture"
    assert cache.get("a", 2) is None
    (file,) = (tmp_path / "pictures").iterdir()
    old = time.time() - 61
    os.utime(file, (old, old))
    ImageCache(tmp_path / "pictures", max_age_s=60).evict()
    assert cache.get("a", 1) is None


def test_the_cache_evicts_the_oldest_images_above_its_size(tmp_path: Path) -> None:
    cache = ImageCache(tmp_path, max_bytes=25, max_age_s=600)
    for page in range(1, 5):
        cache.put("a", page, b"ten bytes.")
        os.utime(tmp_path / f"a-{page}.png", (time.time() - 100 + page,) * 2)
    cache.evict()
    assert [bool(cache.get("a", page)) for page in range(1, 5)] == [False, False, True, True]


@pytest.mark.parametrize(
    ("method", "address"), [("POST", f"{APP}/documents/{{}}/remove"), ("DELETE", f"{DOCUMENTS}/{{}}")]
)
def test_a_removed_document_leaves_no_image(shop: Shop, tmp_path: Path, method: str, address: str) -> None:
    document = give(shop, pdf([Words("The deposit is due in advance.")]))
    page_image(shop, document)
    assert list((tmp_path / "data/pictures").iterdir())
    assert shop.request(method, address.format(document), headers=SAME_ORIGIN).status_code in {204, 303}
    assert not list((tmp_path / "data/pictures").iterdir())


def test_a_browser_must_revalidate_a_cached_image(shop: Shop) -> None:
    document = give(shop, pdf([Words("The deposit is due in advance.")]))
    address = f"{APP}/documents/{document}/pages/1.png"
    first = shop.request("GET", address)
    assert first.headers["Cache-Control"] == "private, no-cache"
    tag = {"If-None-Match": first.headers["ETag"]}
    assert shop.request("GET", address, headers=tag).status_code == 304
    assert shop.request("DELETE", f"{DOCUMENTS}/{document}").status_code == 204
    assert shop.request("GET", address, headers=tag).status_code == 404


def test_images_of_a_document_removed_elsewhere_are_evicted_in_time(tmp_path: Path) -> None:
    shop = make_shop(tmp_path, forget_s=2.0)
    document = give(shop, pdf([Words("The deposit is due in advance.")]))
    page_image(shop, document)
    assert list((tmp_path / "data/pictures").iterdir())
    shop.request("DELETE", f"/api/contents/v1/apps/shop/documents/{document}")
    poll_until(lambda: not list((tmp_path / "data/pictures").iterdir()), "the image is evicted")
    shop.app.extensions["contents"].page_images.close()

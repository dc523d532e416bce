"""The page of a document: its passages next to their places in the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.backend import InProcessSandbox
from helpers.pages import APP, get_page, parse_page, submit, submit_and_follow
from helpers.pdf_making import LOREM, Picture, Words, lines, pdf
from helpers.shop import Shop

from contents_service.settings import Settings

GUIDE = "eric/support/guide.md"
LEASE = "eric/lease.pdf"
POEM = "eric/poem.txt"


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    settings = Settings(dev=True, home=tmp_path / "home", data=tmp_path / "data")
    return Shop(tmp_path, settings=settings, sandbox=InProcessSandbox())


@pytest.fixture
def lease(shop: Shop) -> str:
    """The id of a PDF with two pages of text and a scanned one, already read."""
    first = [Words("The deposit", y=760, size=18, bold=True), *lines(LOREM * 2)]
    (shop.home / LEASE).write_bytes(pdf(first, [Picture()], lines(LOREM)))
    return shop.give(LEASE)


def test_a_document_is_shown_with_its_outline_and_its_passages(shop: Shop) -> None:
    document = shop.give(GUIDE)
    page = get_page(shop, f"/documents/{document}")
    assert "guide.md Markdown, " in page.text
    assert "Outline Returns line" in page.text
    assert f"{APP}/documents/{document}/passages/1" in page.links
    assert "Returns, lines 2–3" in page.text
    assert "(guide.md, Returns, lines 2–3)" in page.text


def test_a_text_is_shown_as_lines_with_the_passage_marked(shop: Shop) -> None:
    text = "\n".join(f"{'A line of verse. ' * 5}{number}" for number in range(1, 81))
    shop.write(POEM, text)
    document = shop.give(POEM)
    page = get_page(shop, f"/documents/{document}/passages/2")
    html = shop.request("GET", f"{APP}/documents/{document}/passages/2").text
    first, last = int(page.marked[0].split()[-1]), int(page.marked[-1].split()[-1])
    assert page.marked == text.split("\n")[first - 1 : last]
    assert f"lines {first}–{last}" in page.text
    assert f'<li value="{first - 1}"><code>' in html
    assert f'<li value="{first}" class="marked">' in html


def test_a_pdf_is_shown_as_its_page_with_the_passage_marked(shop: Shop, lease: str) -> None:
    html = shop.request("GET", f"{APP}/documents/{lease}/passages/1").text
    assert f'src="{APP}/documents/{lease}/pages/1.png?of=' in html
    assert 'width="595" height="842"' in html
    assert html.count("<rect ") == 6
    assert 'alt="Page 1 of lease.pdf, with the passage marked"' in html


def test_unread_parts_are_shown_in_document_order(shop: Shop, lease: str) -> None:
    page = get_page(shop, f"/documents/{lease}")
    first, missing, last = (page.text.index(text) for text in ("fourteen days", "Page 2 Not read.", "Page 3 Copy"))
    assert first < missing < last
    html = shop.request("GET", f"{APP}/documents/{lease}", query_string={"page": 2}).text
    assert f"{lease}/pages/2.png" in html
    assert "<rect" not in html


def test_a_citation_of_an_earlier_reading_says_that_it_is(shop: Shop) -> None:
    document = shop.give(GUIDE)
    citation = f"/documents/{document}/passages/1"
    version = shop.search("opened boxes", [GUIDE])["passages"][0]["version"]
    assert "earlier reading" not in get_page(shop, citation, version=version).text
    shop.write(GUIDE, "# Returns\nGoods may be returned within 60 days.\n")
    submit(shop, f"documents/{document}/read")
    shop.read_all()
    assert "cited from an earlier reading" in get_page(shop, citation, version=version).text


def test_a_passage_that_does_not_exist_is_not_found(shop: Shop) -> None:
    document = shop.give(GUIDE)
    for number in ("0", "99", "-1", "x"):
        assert shop.request("GET", f"{APP}/documents/{document}/passages/{number}").status_code == 404


@pytest.mark.parametrize("path", [GUIDE, LEASE])
def test_the_place_in_the_file_is_shown_only_while_the_file_is_unchanged(shop: Shop, lease: str, path: str) -> None:
    document = shop.give(path)
    (shop.home / path).write_bytes(b"# Other\nother\n")
    page = get_page(shop, f"/documents/{document}")
    assert "The file has changed since it was read, so its place in it is not shown." in page.text
    assert page.marked == []
    (shop.home / path).unlink()
    assert "so its place in it cannot be shown" in get_page(shop, f"/documents/{document}").text


def test_a_document_that_was_not_read_says_why(shop: Shop) -> None:
    (shop.home / "eric/empty.md").write_bytes(b"")
    page = get_page(shop, f"/documents/{shop.give('eric/empty.md')}")
    assert "There is nothing in it." in page.text
    assert "Nothing was read of it." in page.text


def test_an_encoding_is_chosen_where_the_document_is_shown(shop: Shop) -> None:
    document = shop.give(GUIDE)
    page = submit_and_follow(shop, f"documents/{document}/encoding", {"encoding": "cp1252"})
    assert "It is being read again; this is what was read before" in page.text
    shop.read_all()
    response = shop.request("GET", f"{APP}/documents/{document}")
    assert "<option selected>cp1252" in response.text
    assert "guide.md" in parse_page(response).text


def test_previous_and_next_lead_through_all_passages(shop: Shop) -> None:
    shop.write(POEM, "\n\n".join(f"# Part {number}\nwords of it" for number in range(120)))
    (shop.home / POEM).rename(shop.home / "eric/poem.md")
    document = shop.give("eric/poem.md")
    first, middle, last = (get_page(shop, f"/documents/{document}/passages/{number}") for number in (1, 60, 120))
    assert "Passages 1–50 of 120" in first.text
    assert "Passages 51–100 of 120" in middle.text
    assert f"{APP}/documents/{document}/passages/61" in middle.links
    assert "120 of 120" in last.text
    assert f"{APP}/documents/{document}/passages/121" not in last.links

"""Scanned, drawn and garbled pages are listed as unread, and a document of nothing else is not read."""

from __future__ import annotations

import pytest
from helpers.pdf_making import LOREM, PageItem, Picture, Shapes, Words, body, pdf
from helpers.pdf_reading import PDFS, parse, text_of, unread_of, why_not


def test_consecutive_scanned_pages_are_listed_together() -> None:
    found = parse(pdf(body(), [Picture()], [Picture()], body()))

    assert unread_of(found) == [("pages 2–3", "scanned")]


def test_a_document_of_scans_is_not_read() -> None:
    assert why_not(pdf([Picture()], [Picture()])) == "scanned"


@pytest.mark.parametrize(("height", "is_scan"), [(300, True), (150, False)])
def test_a_page_with_hardly_any_text_and_a_large_picture_is_a_scan(height: float, *, is_scan: bool) -> None:
    found = parse(pdf(body(), [Picture(height=height), Words("Page two", 72, 700)]))

    assert unread_of(found) == ([("page 2", "scanned")] if is_scan else [])


def test_a_scan_cut_into_strips_is_still_a_scan() -> None:
    strips = [Picture(0, at * 84, 595, 84) for at in range(10)]

    assert why_not(pdf(strips)) == "scanned"


def test_a_stamp_on_a_scan_is_read_but_the_page_is_listed_as_unread() -> None:
    found = parse(pdf(body(), [Picture(), Words("FAX 2024-03-01 from +49 711 4711 page 2", 60, 820, 8)]))

    assert unread_of(found) == [("page 2", "scanned")]
    assert "FAX 2024" in text_of(found, 2)


def test_a_document_with_nothing_but_stamps_is_not_read() -> None:
    stamped: list[PageItem] = [Picture(), Words("FAX 2024-03-01 from +49 711 4711", 60, 820, 8)]

    assert why_not(pdf(stamped, stamped, stamped)) == "scanned"


def test_a_title_on_a_picture_is_a_cover_and_read() -> None:
    found = parse(pdf([Picture(), Words("Returns and refunds handbook", 72, 400, 28)], body()))

    assert unread_of(found) == []
    assert "handbook" in text_of(found, 1)


def test_a_scans_text_layer_is_read_with_a_note() -> None:
    hidden: list[PageItem] = [Words(text, 72, 700 - 14 * n, render_mode=3) for n, text in enumerate(LOREM * 2)]

    found = parse(pdf([Picture(), *hidden]))

    assert LOREM[1] in text_of(found)
    assert [note.code for note in found.notes] == ["recognised_text"]


def test_pages_with_outlined_glyphs_are_listed() -> None:
    assert unread_of(parse(pdf(body(), [Shapes(200)]))) == [("page 2", "drawn")]


def test_a_blank_page_is_not_missing() -> None:
    assert unread_of(parse(pdf(body(), [], [Shapes(3)]))) == []


def test_a_page_without_unicode_mapping_is_listed_and_gives_no_text() -> None:
    found = parse((PDFS / "garbage_tounicode_p2.pdf").read_bytes())

    assert unread_of(found) == [("page 2", "garbled")]
    assert text_of(found, 2) == "Broken page"  # its bookmark


def test_a_document_of_blank_pages_is_empty() -> None:
    assert why_not(pdf([], [])) == "empty"

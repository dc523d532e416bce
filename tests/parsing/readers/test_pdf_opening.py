"""Which PDFs can be opened, and how much of one is read."""

from __future__ import annotations

import pytest
from helpers.pdf_making import LOREM, Picture, Words, body, locked, pdf
from helpers.pdf_reading import PDFS, parse, text_of, unread_of, why_not

from contents_service.limits import Limits
from contents_service.model import Progress


def test_a_document_that_needs_a_password_is_encrypted() -> None:
    assert why_not(locked(pdf(body()), user="secret", owner="boss")) == "encrypted"


def test_an_owner_password_alone_does_not_prevent_reading() -> None:
    assert LOREM[0] in text_of(parse(locked(pdf(body()), user="", owner="boss")))


def test_bytes_before_the_signature_are_skipped() -> None:
    assert LOREM[0] in text_of(parse(b"HTTP/1.1 200 OK\r\n\r\n" + pdf(body())))


@pytest.mark.parametrize(("preamble", "is_read"), [(4_096, True), (4_097, False)])
def test_the_signature_may_be_up_to_4_kb_into_the_file(preamble: int, *, is_read: bool) -> None:
    data = b"x" * preamble + pdf(body())

    if is_read:
        assert LOREM[0] in text_of(parse(data))
    else:
        assert why_not(data) == "damaged"


@pytest.mark.parametrize("data", [b"no pdf at all", b"%PDF-1.7\nnothing more"])
def test_a_file_that_cannot_be_opened_is_damaged(data: bytes) -> None:
    assert why_not(data) == "damaged"


def test_a_truncated_file_is_damaged() -> None:
    assert why_not((PDFS / "truncated_upload.pdf").read_bytes()) == "damaged"


def test_a_file_with_a_wrong_cross_reference_offset_is_read() -> None:
    data, end = pdf(body()), b"startxref\n"

    assert LOREM[0] in text_of(parse(data.partition(end)[0] + end + b"7\n%%EOF\n"))


def test_a_file_that_only_pypdf_opens_is_read() -> None:
    pages = [[Words("ACME Handbook", 72, 800), *body(), Words(f"Chapter {word}", 72, 300)] for word in "abcd"]
    rootless = pdf(*pages, [Picture()]).replace(b"/Root 1 0 R", b"")

    found = parse(rootless)

    assert LOREM[0] in text_of(found, 2)
    assert found.pages == 5
    assert unread_of(found) == [("page 5", "scanned")]


def test_a_document_with_too_many_pages_is_refused() -> None:
    assert why_not(pdf(body(), body(), body()), limits=Limits(pages=2)) == "too_many_pages"


def test_pages_beyond_the_document_text_limit_are_listed() -> None:
    found = parse(pdf(body(), body(), body()), limits=Limits(text_characters=100))

    assert unread_of(found) == [("pages 2–3", "too_much_text")]


def test_a_page_beyond_the_page_text_limit_is_partly_read_and_listed() -> None:
    found = parse(pdf(body(), body()), limits=Limits(page_characters=100))

    assert unread_of(found) == [("pages 1–2", "too_much_text")]
    assert text_of(found, 1).startswith(LOREM[0][:60])


def test_reading_stops_after_the_last_page_requested() -> None:
    found = parse(pdf(body(), body(), body()), last_page=2)

    assert {block.page for block in found.blocks} == {1, 2}
    assert found.pages == 3


def test_progress_is_reported_page_by_page() -> None:
    reported: list[Progress] = []

    parse(pdf(body(), body()), report=reported.append)

    assert reported == [Progress(1, 2, "pages"), Progress(2, 2, "pages")]

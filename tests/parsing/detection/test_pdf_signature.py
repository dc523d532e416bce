"""Detecting, reading and rendering a PDF agree on how many bytes may come before its signature."""

from __future__ import annotations

import pytest
from helpers.pdf_making import LOREM, body, pdf

from contents_service.errors import NotReadable
from contents_service.limits import Limits
from contents_service.parsing.detection.file_type import detect
from contents_service.parsing.detection.pdf_signature import MAX_PDF_PREAMBLE, pdf_start
from contents_service.parsing.sandbox import read_worker, render_worker

PNG = b"\x89PNG"


def after_preamble(size: int) -> bytes:
    return b"\1" * size + pdf(body())


def test_a_pdf_with_the_longest_preamble_is_detected_read_and_rendered() -> None:
    data = after_preamble(MAX_PDF_PREAMBLE)

    reading = read_worker.read("a.pdf", data, encoding=None, limits=Limits(), report=lambda _: None)

    assert detect("a.txt", data).format == "pdf"
    assert LOREM[0] in reading.passages[0].text
    assert render_worker.render(data, 1).startswith(PNG)


def test_a_pdf_with_a_longer_preamble_is_neither_detected_nor_rendered() -> None:
    data = after_preamble(MAX_PDF_PREAMBLE + 1)

    with pytest.raises(NotReadable):
        detect("a.pdf", data)
    with pytest.raises(NotReadable) as error:
        render_worker.render(data, 1)
    assert error.value.code == "damaged"


def test_null_bytes_count_as_a_preamble_too() -> None:
    assert detect("a.txt", bytes(MAX_PDF_PREAMBLE) + pdf(body())).format == "pdf"
    with pytest.raises(NotReadable):
        detect("a.pdf", bytes(MAX_PDF_PREAMBLE + 1) + pdf(body()))


@pytest.mark.parametrize("size", [0, 1, MAX_PDF_PREAMBLE])
def test_a_pdf_starts_at_its_signature(size: int) -> None:
    assert pdf_start(after_preamble(size)) == size

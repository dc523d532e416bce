"""Reading one file from its bytes to its passages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from helpers.pdf_making import LOREM, Picture, body, pdf

from contents_service.errors import NotReadable
from contents_service.limits import Limits
from contents_service.model import Format, ParsedDocument, Progress, Reading
from contents_service.parsing.readers import READERS, Source
from contents_service.parsing.sandbox import read_worker


def read(name: str, data: bytes, *, limits: Limits = Limits(), encoding: str | None = None) -> Reading:  # noqa: B008 — frozen
    return read_worker.read(name, data, encoding=encoding, limits=limits, report=lambda _: None)


def refusal(name: str, data: bytes, limits: Limits = Limits()) -> NotReadable:  # noqa: B008 — frozen
    with pytest.raises(NotReadable) as refused:
        read(name, data, limits=limits)
    return refused.value


def test_a_text_becomes_passages_with_their_lines() -> None:
    reading = read("returns.md", b"# Returns\n\nWithin 14 days.\n")

    assert reading.format == "markdown"
    assert [(passage.where.text, passage.text) for passage in reading.passages] == [
        ("Returns, line 3", "Within 14 days.")
    ]
    assert reading.encoding == "utf-8"


def test_a_pdf_becomes_passages_with_their_pages() -> None:
    reading = read("returns.pdf", pdf(body(), body()))

    assert [passage.where.text for passage in reading.passages] == ["page 1", "page 2"]
    assert LOREM[0] in reading.passages[0].text
    assert reading.pages == 2


def test_the_bytes_of_a_file_decide_before_its_name() -> None:
    assert read("notes.txt", pdf(body())).format == "pdf"


def test_the_format_is_reported_before_the_file_is_read() -> None:
    formats: list[Format] = []

    with pytest.raises(NotReadable):
        read_worker.read(
            "it.pdf", pdf([Picture()]), encoding=None, limits=Limits(), report=lambda _: None, on_format=formats.append
        )

    assert formats == ["pdf"]


def test_progress_is_reported() -> None:
    progress: list[Progress] = []

    read_worker.read("it.pdf", pdf(body(), body()), encoding=None, limits=Limits(), report=progress.append)

    assert progress[-1] == Progress(2, 2, "pages")


def test_a_file_that_is_too_large_is_not_read() -> None:
    error = refusal("big.txt", b"word " * 1000, Limits(document_bytes=1000))

    assert (error.code, error.details) == ("too_big", {"size": "5 kB", "limit": "1 kB"})


def test_a_file_of_blank_lines_is_empty() -> None:
    assert refusal("it.txt", b"\n \n").code == "empty"


def test_a_document_without_a_readable_page_is_refused_for_the_most_frequent_reason() -> None:
    error = refusal("it.pdf", pdf([Picture()], [Picture()]))

    assert (error.code, error.details["pages"]) == ("scanned", 2)


def _fail(_: Source) -> ParsedDocument:
    raise RecursionError("too deep")


def test_a_file_whose_reader_fails_is_read_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    readers: dict[Format, Callable[[Source], ParsedDocument]] = {**READERS, "html": _fail}
    monkeypatch.setattr(read_worker, "READERS", readers)  # no known file makes a reader fail; that would be a bug

    reading = read("it.html", b"<!doctype html><p>Within 14 days.</p>")

    assert "Within 14 days." in reading.passages[0].text
    assert [note.code for note in reading.notes] == ["read_as_text"]
    assert "too deep" in reading.notes[0].message


def _loop_forever(_: Source) -> ParsedDocument:
    while True:
        pass


def test_a_file_that_takes_its_reader_too_long_is_read_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_worker, "READERS", {**READERS, "markdown": _loop_forever})

    reading = read("long.md", b"# Heading\n\nWithin 14 days.\n", limits=Limits(cpu_s=1))

    assert "Within 14 days." in reading.passages[-1].text
    assert [note.message for note in reading.notes] == [
        "It could not be read as Markdown (it took too long), so it was read as plain text."
    ]


def test_a_file_that_takes_its_reader_too_much_memory_is_read_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def hoard(_: Source) -> ParsedDocument:
        raise MemoryError

    monkeypatch.setattr(read_worker, "READERS", {**READERS, "yaml": hoard})

    reading = read("dense.yaml", b"a: 1\n")

    assert [note.message for note in reading.notes] == [
        "It could not be read as YAML (it took too much memory), so it was read as plain text."
    ]

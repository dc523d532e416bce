"""Headings of a tagged PDF."""

from __future__ import annotations

import io

import pypdf
from helpers.paths import SAMPLES

from contents_service.limits import Limits
from contents_service.parsing.sandbox import read_worker

TAGGED = SAMPLES / "pdf" / "typst_2col.pdf"


def headings(data: bytes) -> set[str]:
    reading = read_worker.read("tagged.pdf", data, encoding=None, limits=Limits(), report=lambda _: None)
    return {entry.heading[-1] for entry in reading.outline}


def without_bookmarks() -> bytes:
    writer = pypdf.PdfWriter(clone_from=TAGGED)
    del writer.root_object["/Outlines"]
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_tags_give_the_same_headings_as_bookmarks() -> None:
    by_bookmarks, by_tags = headings(TAGGED.read_bytes()), headings(without_bookmarks())

    assert len(by_tags & by_bookmarks) >= 0.9 * len(by_bookmarks)
    assert len(by_tags - by_bookmarks) <= 0.1 * len(by_bookmarks)

"""Haystack's splitters; for PDF, its converter's text: pages from pypdf with form feeds between them."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from typing import Any

from compare.chunks import Chunk, InputFile, ReaderOutput, lines_at, output_of
from compare.readers import CHUNK_WORDS
from compare.readers.pypdf_pages import pages

os.environ.setdefault("HAYSTACK_TELEMETRY_ENABLED", "false")  # send nothing to anybody

_HAYSTACK: Any = import_module("haystack")
_PREPROCESSORS: Any = import_module("haystack.components.preprocessors")


def read(file: InputFile) -> ReaderOutput:
    """Split a file at headings if Haystack has a splitter for its format, otherwise by words with offsets."""
    if file.format == "markdown":
        return _markdown(file)
    text = file.utf8_text
    if file.format == "pdf":
        text = "\f".join(text for _, text in pages(file))
    elif file.format == "html":
        text = import_module("bs4").BeautifulSoup(text, "html.parser").get_text("\n")
    splitter = _make_splitter("DocumentSplitter", split_by="word", split_length=CHUNK_WORDS, split_overlap=0)
    found = splitter.run(documents=[_document(text)])["documents"]
    return output_of([_chunk(each, file, text) for each in found])


@cache
def _make_splitter(name: str, **settings: Any) -> Any:
    splitter = getattr(_PREPROCESSORS, name)(**settings)
    splitter.warm_up()
    return splitter


def _document(text: str) -> Any:
    return _HAYSTACK.Document(content=text)


def _markdown(file: InputFile) -> ReaderOutput:
    splitter = _make_splitter(
        "MarkdownHeaderSplitter", secondary_split="word", split_length=CHUNK_WORDS, split_overlap=0
    )
    found = splitter.run(documents=[_document(file.utf8_text)])["documents"]
    return output_of([Chunk(each.content, _path(each.meta)) for each in found])


def _path(meta: dict[str, Any]) -> tuple[str, ...]:
    own = meta.get("header")
    return (*(meta.get("parent_headers") or ()), *([own] if own else []))


def _chunk(found: Any, file: InputFile, text: str) -> Chunk:
    if file.format == "pdf":
        return Chunk(found.content, page=found.meta.get("page_number"))
    has_offsets = file.format != "html"  # in HTML, offsets are those of the extracted text
    return Chunk(
        found.content, lines=lines_at(text, found.meta.get("split_idx_start"), found.content) if has_offsets else None
    )

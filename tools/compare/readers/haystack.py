"""Haystack's splitters; pages of a PDF as its converter has them, from pypdf with form feeds between."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from typing import Any

from compare.piece import File, Piece, Read, lines_at, read_of
from compare.readers import WORDS
from compare.readers.pypdf_pages import pages

os.environ.setdefault("HAYSTACK_TELEMETRY_ENABLED", "false")  # nothing is to be told to anybody

_HAYSTACK: Any = import_module("haystack")
_PREPROCESSORS: Any = import_module("haystack.components.preprocessors")


def read(file: File) -> Read:
    """By headings where it has a splitter for them, else by words with offsets."""
    if file.format == "markdown":
        return _markdown(file)
    text = file.as_loaded
    if file.format == "pdf":
        text = "\f".join(text for _, text in pages(file))
    elif file.format == "html":
        text = import_module("bs4").BeautifulSoup(text, "html.parser").get_text("\n")
    splitter = _made("DocumentSplitter", split_by="word", split_length=WORDS, split_overlap=0)
    found = splitter.run(documents=[_document(text)])["documents"]
    return read_of([_piece(each, file, text) for each in found])


@cache
def _made(name: str, **settings: Any) -> Any:
    splitter = getattr(_PREPROCESSORS, name)(**settings)
    splitter.warm_up()
    return splitter


def _document(text: str) -> Any:
    return _HAYSTACK.Document(content=text)


def _markdown(file: File) -> Read:
    splitter = _made("MarkdownHeaderSplitter", secondary_split="word", split_length=WORDS, split_overlap=0)
    found = splitter.run(documents=[_document(file.as_loaded)])["documents"]
    return read_of([Piece(each.content, _path(each.meta)) for each in found])


def _path(meta: dict[str, Any]) -> tuple[str, ...]:
    own = meta.get("header")
    return (*(meta.get("parent_headers") or ()), *([own] if own else []))


def _piece(found: Any, file: File, text: str) -> Piece:
    if file.format == "pdf":
        return Piece(found.content, page=found.meta.get("page_number"))
    exact = file.format != "html"  # there, offsets are those of the text that was taken from it
    return Piece(
        found.content, lines=lines_at(text, found.meta.get("split_idx_start"), found.content) if exact else None
    )

"""LlamaIndex's node parsers; pages of a PDF as its reader has them, from pypdf."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from compare.piece import File, Piece, Read, lines_at, read_of
from compare.readers import TOKENS
from compare.readers.pypdf_pages import pages

_CORE: Any = import_module("llama_index.core")
_PARSERS: Any = import_module("llama_index.core.node_parser")
_BY_FORMAT = {"markdown": "MarkdownNodeParser", "html": "HTMLNodeParser", "json": "JSONNodeParser"}


def read(file: File) -> Read:
    """By the format's own parser where there is one, then by sentences."""
    if file.format == "pdf":
        found = [(page, _by_sentences([_document(text)])) for page, text in pages(file)]
        return read_of([Piece(node.text, page=page) for page, nodes in found for node in nodes])
    documents = [_document(file.as_loaded)]
    named = _BY_FORMAT.get(file.format)
    nodes = _by_sentences(getattr(_PARSERS, named)().get_nodes_from_documents(documents) if named else documents)
    return read_of([_piece(node, file, whole=not named) for node in nodes])


def _document(text: str) -> Any:
    return _CORE.Document(text=text)


def _by_sentences(documents: list[Any]) -> list[Any]:
    splitter = _PARSERS.SentenceSplitter(chunk_size=TOKENS, chunk_overlap=0, include_metadata=False)
    nodes: list[Any] = splitter.get_nodes_from_documents(documents)
    return nodes


def _piece(node: Any, file: File, *, whole: bool) -> Piece:
    above = tuple(step for step in node.metadata.get("header_path", "").split("/") if step)
    own = node.text.lstrip().partition("\n")[0].lstrip("# ") if node.text.lstrip().startswith("#") else ""
    lines = lines_at(file.as_loaded, node.start_char_idx, node.text) if whole else None
    return Piece(node.text, (*above, own) if own and file.format == "markdown" else above, lines)

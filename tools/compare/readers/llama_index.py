"""LlamaIndex's node parsers; for PDF, its reader's text: pages from pypdf."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from compare.chunks import Chunk, InputFile, ReaderOutput, lines_at, output_of
from compare.readers import CHUNK_TOKENS
from compare.readers.pypdf_pages import pages

_CORE: Any = import_module("llama_index.core")
_PARSERS: Any = import_module("llama_index.core.node_parser")
_PARSER_NAMES = {"markdown": "MarkdownNodeParser", "html": "HTMLNodeParser", "json": "JSONNodeParser"}


def read(file: InputFile) -> ReaderOutput:
    """Split a file with the parser for its format, if there is one, then by sentences."""
    if file.format == "pdf":
        found = [(page, _by_sentences([_document(text)])) for page, text in pages(file)]
        return output_of([Chunk(node.text, page=page) for page, nodes in found for node in nodes])
    documents = [_document(file.utf8_text)]
    parser = _PARSER_NAMES.get(file.format)
    nodes = _by_sentences(getattr(_PARSERS, parser)().get_nodes_from_documents(documents) if parser else documents)
    return output_of([_chunk(node, file, has_offsets=not parser) for node in nodes])


def _document(text: str) -> Any:
    return _CORE.Document(text=text)


def _by_sentences(documents: list[Any]) -> list[Any]:
    splitter = _PARSERS.SentenceSplitter(chunk_size=CHUNK_TOKENS, chunk_overlap=0, include_metadata=False)
    nodes: list[Any] = splitter.get_nodes_from_documents(documents)
    return nodes


def _chunk(node: Any, file: InputFile, *, has_offsets: bool) -> Chunk:
    above = tuple(step for step in node.metadata.get("header_path", "").split("/") if step)
    own = node.text.lstrip().partition("\n")[0].lstrip("# ") if node.text.lstrip().startswith("#") else ""
    lines = lines_at(file.utf8_text, node.start_char_idx, node.text) if has_offsets else None
    return Chunk(node.text, (*above, own) if own and file.format == "markdown" else above, lines)

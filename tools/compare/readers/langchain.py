"""LangChain's text splitters; for PDF, its loader's text: pages from pypdf."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

from compare.chunks import Chunk, InputFile, ReaderOutput, lines_at, output_of
from compare.readers import CHUNK_CHARACTERS
from compare.readers.pypdf_pages import pages

_SPLITTERS: Any = import_module("langchain_text_splitters")
_LEVELS = [("#" * level, str(level)) for level in range(1, 7)]
_HTML_LEVELS = [(f"h{level}", str(level)) for level in range(1, 7)]
_LANGUAGES = {".py": "PYTHON", ".js": "JS", ".ts": "TS", ".java": "JAVA", ".go": "GO", ".rs": "RUST", ".cpp": "CPP",
              ".c": "C", ".rst": "RST"}  # fmt: skip


def read(file: InputFile) -> ReaderOutput:
    """Split a file at headings if LangChain has a splitter for its format, otherwise by length with offsets."""
    if file.format == "markdown":
        return _under_headings(_SPLITTERS.MarkdownHeaderTextSplitter(_LEVELS, strip_headers=False), file)
    if file.format == "html":
        return _under_headings(_SPLITTERS.HTMLHeaderTextSplitter(_HTML_LEVELS), file)
    if file.format == "json":
        return _json(file)
    if file.format == "pdf":
        by_page = [(page, _by_length(file).split_text(text)) for page, text in pages(file)]
        return output_of([Chunk(text, page=page) for page, texts in by_page for text in texts])
    found = _by_length(file).create_documents([file.utf8_text])
    return output_of([_with_lines(each, file) for each in found])


def _by_length(file: InputFile) -> Any:
    splitter, language = _SPLITTERS.RecursiveCharacterTextSplitter, _LANGUAGES.get(file.path.suffix)
    settings = {"chunk_size": CHUNK_CHARACTERS, "chunk_overlap": 0, "add_start_index": True}
    if language:
        return splitter.from_language(getattr(_SPLITTERS.Language, language), **settings)
    return splitter(**settings)


def _under_headings(splitter: Any, file: InputFile) -> ReaderOutput:
    sections = splitter.split_text(file.utf8_text)
    found = _by_length(file).split_documents(sections)
    return output_of([Chunk(each.page_content, _path(each.metadata)) for each in found])


def _path(metadata: dict[str, Any]) -> tuple[str, ...]:
    return tuple(str(metadata[level]) for level in sorted(metadata) if level.isdigit())


def _json(file: InputFile) -> ReaderOutput:
    value = json.loads(file.utf8_text)
    texts = _SPLITTERS.RecursiveJsonSplitter(max_chunk_size=CHUNK_CHARACTERS).split_text(
        json_data=value, convert_lists=True, ensure_ascii=False
    )
    return output_of([Chunk(text) for text in texts])


def _with_lines(found: Any, file: InputFile) -> Chunk:
    text: str = found.page_content
    return Chunk(text, lines=lines_at(file.utf8_text, found.metadata.get("start_index"), text))

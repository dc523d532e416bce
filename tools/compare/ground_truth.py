"""The words, headings and tables of a file, found by parsers that no compared reader uses for its format."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import docutils.core
import docutils.nodes
from markdown_it import MarkdownIt
from msgspec import Struct
from pdfminer.high_level import extract_text

from compare.chunks import InputFile

_WORD = re.compile(r"\w+")
_DOCUTILS = {"report_level": 5, "halt_level": 6, "file_insertion_enabled": False, "raw_enabled": False,
             "_disable_config": True, "line_length_limit": 10_000_000, "warning_stream": ""}  # fmt: skip


class KnownTable(Struct, frozen=True):
    """A table's header and rows."""

    header: str
    rows: tuple[str, ...]


class GroundTruth(Struct, frozen=True):
    """What any reader of a file should find; `headings` is None if no independent parser finds them."""

    words: Counter[str]
    headings: frozenset[str] | None = None
    tables: tuple[KnownTable, ...] = ()


def find_ground_truth(file: InputFile) -> GroundTruth:
    """Return the words, headings and tables of a file."""
    find = _FINDERS.get(file.format)
    return find(file) if find else GroundTruth(words_of(file.text))


def words_of(text: str) -> Counter[str]:
    """Count the words of a text."""
    return Counter(_WORD.findall(text.lower()))


def normalise(title: str) -> str:
    """Return a heading's words without markup, so that readers may differ in the markup they keep."""
    return " ".join(_WORD.findall(title.lower()))


def _titles(titles: Iterator[str]) -> frozenset[str]:
    return frozenset(filter(None, map(normalise, titles)))


def _markdown(file: InputFile) -> GroundTruth:
    tokens = MarkdownIt("commonmark").enable("table").parse(_without_front_matter(file.text))
    headings = (tokens[index + 1].content for index, token in enumerate(tokens) if token.type == "heading_open")
    lines = _without_front_matter(file.text).split("\n")
    spans = [token.map for token in tokens if token.type == "table_open" and token.map]
    tables = tuple(KnownTable(lines[first], tuple(lines[first + 2 : last])) for first, last in spans)
    return GroundTruth(words_of(file.text), _titles(headings), tables)


def _without_front_matter(text: str) -> str:
    return re.sub(r"\A---\n.*?\n---\n", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)


def _rst(file: InputFile) -> GroundTruth:
    tree = docutils.core.publish_doctree(file.text, settings_overrides=_DOCUTILS)
    return GroundTruth(words_of(file.text), _titles(title.astext() for title in tree.findall(docutils.nodes.title)))


def _html(file: InputFile) -> GroundTruth:
    soup = import_module("bs4").BeautifulSoup(file.text, "html.parser")
    for hidden in soup(["script", "style", "head", "template", "noscript"]):
        hidden.extract()
    headings = (heading.get_text(" ") for heading in soup(re.compile("^h[1-6]$")))
    return GroundTruth(words_of(soup.get_text(" ")), _titles(headings))


def _csv(file: InputFile) -> GroundTruth:
    rows = [row for row in csv.reader(io.StringIO(file.text, newline="")) if row]
    lines = [line for line in file.lines if line.strip()]
    return GroundTruth(words_of(file.text), None, (KnownTable(lines[0], tuple(lines[1:])),) if len(rows) > 1 else ())


def _json(file: InputFile) -> GroundTruth:
    try:
        return GroundTruth(words_of(" ".join(_leaves(json.loads(file.text)))))
    except ValueError:
        return GroundTruth(words_of(file.text))


def _leaves(value: Any) -> Iterator[str]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield key if isinstance(key, str) else ""
        yield from _leaves(each)
    if not isinstance(value, dict | list):
        yield json.dumps(value, ensure_ascii=False)


def _code(file: InputFile) -> GroundTruth:
    if file.path.suffix != ".py":
        return GroundTruth(words_of(file.text))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    try:
        tree = ast.parse(file.text)
    except SyntaxError:
        return GroundTruth(words_of(file.text))
    names = [node.name for top in tree.body for node in (top, *getattr(top, "body", ())) if isinstance(node, kinds)
             and (node is top or isinstance(top, ast.ClassDef))]  # fmt: skip
    return GroundTruth(words_of(file.text), _titles(iter(names)))


def _pdf(file: InputFile) -> GroundTruth:
    return GroundTruth(words_of(extract_text(io.BytesIO(file.data))))


_FINDERS: Mapping[str, Any] = {
    "markdown": _markdown, "rst": _rst, "html": _html, "csv": _csv, "json": _json, "code": _code, "pdf": _pdf,
}  # fmt: skip

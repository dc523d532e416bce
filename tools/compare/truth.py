"""What a file has, as parsers tell that none of the readers that are compared use for it."""

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

from compare.piece import File

_WORD = re.compile(r"\w+")
_DOCUTILS = {"report_level": 5, "halt_level": 6, "file_insertion_enabled": False, "raw_enabled": False,
             "_disable_config": True, "line_length_limit": 10_000_000, "warning_stream": ""}  # fmt: skip


class Table(Struct, frozen=True):
    """A table: its header, and its rows."""

    header: str
    rows: tuple[str, ...]


class Truth(Struct, frozen=True):
    """What any reader of a file should find; `headings` is None where nothing independent tells them."""

    words: Counter[str]
    headings: frozenset[str] | None = None
    tables: tuple[Table, ...] = ()


def truth_of(file: File) -> Truth:
    """What a file has."""
    tell = _TELLING.get(file.format)
    return tell(file) if tell else Truth(words_of(file.text))


def words_of(text: str) -> Counter[str]:
    """The words of a text, counted."""
    return Counter(_WORD.findall(text.lower()))


def normal(title: str) -> str:
    """A heading without its markup, so that it does not matter who kept which."""
    return " ".join(_WORD.findall(title.lower()))


def _titles(titles: Iterator[str]) -> frozenset[str]:
    return frozenset(filter(None, map(normal, titles)))


def _markdown(file: File) -> Truth:
    tokens = MarkdownIt("commonmark").enable("table").parse(_without_front_matter(file.text))
    heads = (tokens[at + 1].content for at, token in enumerate(tokens) if token.type == "heading_open")
    lines = _without_front_matter(file.text).split("\n")
    spans = [token.map for token in tokens if token.type == "table_open" and token.map]
    tables = tuple(Table(lines[first], tuple(lines[first + 2 : last])) for first, last in spans)
    return Truth(words_of(file.text), _titles(heads), tables)


def _without_front_matter(text: str) -> str:
    return re.sub(r"\A---\n.*?\n---\n", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)


def _rst(file: File) -> Truth:
    tree = docutils.core.publish_doctree(file.text, settings_overrides=_DOCUTILS)
    return Truth(words_of(file.text), _titles(title.astext() for title in tree.findall(docutils.nodes.title)))


def _html(file: File) -> Truth:
    soup = import_module("bs4").BeautifulSoup(file.text, "html.parser")
    for hidden in soup(["script", "style", "head", "template", "noscript"]):
        hidden.extract()
    heads = (head.get_text(" ") for head in soup(re.compile("^h[1-6]$")))
    return Truth(words_of(soup.get_text(" ")), _titles(heads))


def _csv(file: File) -> Truth:
    rows = [row for row in csv.reader(io.StringIO(file.text, newline="")) if row]
    lines = [line for line in file.lines if line.strip()]
    return Truth(words_of(file.text), None, (Table(lines[0], tuple(lines[1:])),) if len(rows) > 1 else ())


def _json(file: File) -> Truth:
    try:
        return Truth(words_of(" ".join(_leaves(json.loads(file.text)))))
    except ValueError:
        return Truth(words_of(file.text))


def _leaves(value: Any) -> Iterator[str]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield key if isinstance(key, str) else ""
        yield from _leaves(each)
    if not isinstance(value, dict | list):
        yield json.dumps(value, ensure_ascii=False)


def _code(file: File) -> Truth:
    if file.path.suffix != ".py":
        return Truth(words_of(file.text))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    try:
        tree = ast.parse(file.text)
    except SyntaxError:
        return Truth(words_of(file.text))
    named = [node.name for top in tree.body for node in (top, *getattr(top, "body", ())) if isinstance(node, kinds)
             and (node is top or isinstance(top, ast.ClassDef))]  # fmt: skip
    return Truth(words_of(file.text), _titles(iter(named)))


def _pdf(file: File) -> Truth:
    return Truth(words_of(extract_text(io.BytesIO(file.data))))


_TELLING: Mapping[str, Any] = {
    "markdown": _markdown, "rst": _rst, "html": _html, "csv": _csv, "json": _json, "code": _code, "pdf": _pdf,
}  # fmt: skip

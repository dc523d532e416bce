"""Reading a document, against the bare parser of its format on the same bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from html.parser import HTMLParser
from pathlib import Path

import pypdfium2
import yaml
from markdown_it import MarkdownIt

from contents_service.bench.measured import Comparison, in_turns
from contents_service.errors import NotReadable
from contents_service.limits import Limits
from contents_service.model import Format, Progress
from contents_service.parsing import detection, read_worker
from contents_service.parsing.sandbox import Sandbox

ROUNDS = 5


def compare_readings(folder: Path) -> list[Comparison]:
    """For each file that is read: the bare parser, our reader and passages, and both in a sandbox."""
    limits, sandbox = Limits(), Sandbox(Limits())
    try:
        files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
        return [compared for file in files if (compared := _compare(file, limits, sandbox))]
    finally:
        sandbox.close()


def _compare(file: Path, limits: Limits, sandbox: Sandbox) -> Comparison | None:
    data = file.read_bytes()
    try:
        form = detection.detect(file.name, data).format
        read_worker.read(file.name, data, encoding=None, limits=limits, report=_nobody)
    except NotReadable:
        return None
    bare = BARE.get(form)
    if bare is None:
        return None
    ways: list[tuple[str, list[Callable[[], object]]]] = [
        ("bare parser", [partial(bare, data)]),
        (
            "our reader and passages",
            [partial(read_worker.read, file.name, data, encoding=None, limits=limits, report=_nobody)],
        ),
        ("the same in a sandbox", [partial(sandbox.read, file.name, data, encoding=None, on_progress=_nobody)]),
    ]
    return in_turns(f"Reading {file.name} ({len(data):,} bytes)", ways, ROUNDS)


def _nobody(_: Progress) -> None:
    pass


def _pdf(data: bytes) -> None:
    with pypdfium2.PdfDocument(data) as document:
        for page in document:
            text = page.get_textpage()
            text.get_text_bounded()
            text.close()
            page.close()


def _markdown(data: bytes) -> None:
    MarkdownIt("commonmark").enable("table").parse(data.decode())


def _html(data: bytes) -> None:
    HTMLParser().feed(data.decode())


def _json(data: bytes) -> None:
    json.loads(data)


def _yaml(data: bytes) -> None:
    list(yaml.compose_all(data.decode(), Loader=yaml.CSafeLoader))


def _text(data: bytes) -> None:
    data.decode().split("\n\n")


BARE: Mapping[Format, Callable[[bytes], None]] = {
    "pdf": _pdf,
    "markdown": _markdown,
    "html": _html,
    "json": _json,
    "yaml": _yaml,
    "text": _text,
}
"""The parser of each format by itself, with nothing made of what it finds."""

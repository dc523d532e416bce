"""What a file is: its bytes say so before its name does.

A PDF called `.txt` is a PDF, and a picture called `.txt` is not read. Only of what is text does the name say which kind
of text. Two things about text are believed before a name without meaning: a first line that names the program to run it
with, and a whole page of HTML, which someone saved from a browser as `.txt` to have its words.
"""

from __future__ import annotations

import re

from contents_service import reasons
from contents_service.errors import NotReadable
from contents_service.model import Format, Why
from contents_service.parsing.detection import encodings, signatures
from contents_service.parsing.detection.file_names import (
    BY_EXTENSION,
    BY_PROGRAM,
    NOT_READ,
    WORDS,
    Detected,
    by_name,
    extension,
    instead_of,
)

_PDF_WITHIN = 4_096
"""Bytes in which a PDF may begin: some programs put a header of their own before it."""
_HEAD = 100_000
_LONG_LINE = 1_000
_NEARLY_ALL = 0.9
_MINIFIED = frozenset("js mjs cjs jsx ts tsx css".split())
_MINIFIED_BLANKS = 0.06
"""The share of blanks in minified code; code as people write it has three times as many."""
_DEVICE = re.compile(rb"#![^\r\n]*?[/ ](?!env\s)([A-Za-z]+[23]?)[\d.]*(?=\s|$)")
_WHOLE_PAGE = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*)?(?:<!doctype\s+html|<html[\s>])", re.IGNORECASE | re.DOTALL
)
_DRAWING = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*)?(?:<!doctype\s+svg|<svg[\s>])", re.IGNORECASE | re.DOTALL
)
_NOTEBOOK = re.compile(rb'"nbformat"\s*:')
_ENCODED_LINE = re.compile(rb"(?=[^\r\n]*[0-9])(?=[^\r\n]*[a-z])(?=[^\r\n]*[A-Z])[A-Za-z0-9+/_-]{60,}={0,2}")


def detect(name: str, data: bytes) -> Detected:
    """What a file is read as; NotReadable says why, and what it is, if it is not read."""
    _refuse_empty(data)
    if _is_pdf(name, data):
        return Detected("pdf")
    _refuse_other(name, signatures.kind_of(data))
    if not encodings.is_text(data):
        raise _damaged_or_data(name)
    _refuse_other(name, _text_for_machines(name, data))
    return _text_kind(name, data)


def format_of_name(name: str) -> Format:
    """What a file probably is, by its name alone."""
    return "other" if extension(name) in NOT_READ else by_name(name).format


def why_not(name: str) -> Why | None:
    """Why a file is surely not read, if its name alone tells."""
    what = NOT_READ.get(extension(name))
    return reasons.why("unsupported", what=what, **instead_of(what)) if what else None


def _refuse_empty(data: bytes) -> None:
    if not data.strip(b"\0 \t\r\n\v\f\xef\xbb\xbf\xff\xfe"):
        raise NotReadable("empty")


def _is_pdf(name: str, data: bytes) -> bool:
    """Whether it is a PDF; a text that only tells of `%PDF-` is none."""
    if data.lstrip(b"\xef\xbb\xbf \t\r\n\0").startswith(b"%PDF-"):
        return True
    return b"%PDF-" in data[:_PDF_WITHIN] and (extension(name) == "pdf" or not encodings.is_text(data))


def _refuse_other(name: str, what: str | None) -> None:
    """Say what it is that is not read; if its name promised something that is, say that too."""
    if not what:
        return
    promised = None if extension(name) in NOT_READ else BY_EXTENSION.get(extension(name))
    if promised and not what.startswith(_TEXT_ALL_THE_SAME):
        raise NotReadable("not_text", what=what, named=WORDS[promised.format])
    raise NotReadable("unsupported", what=what, **instead_of(what))


_TEXT_ALL_THE_SAME = ("minified", "encoded", "a Git", "a notebook", "a drawing", "a certificate")


def _damaged_or_data(name: str) -> NotReadable:
    """Why a file is not read that is no text, and that does not begin as anything known does."""
    named = extension(name)
    if named == "pdf":
        return NotReadable("damaged")
    if named in BY_EXTENSION:
        return NotReadable("not_text", what="data, not text", named=WORDS[BY_EXTENSION[named].format])
    what = NOT_READ.get(named, "data, not text")
    return NotReadable("unsupported", what=what, **instead_of(what))


def _text_for_machines(name: str, data: bytes) -> str | None:
    """What a text is that only machines read, in words."""
    named = extension(name)
    if named == "ipynb" or (named == "json" and _NOTEBOOK.search(data[-_LONG_LINE:])):
        return "a notebook (.ipynb)"
    if named == "svg" or _DRAWING.match(data):
        return "a drawing (SVG)"
    if named in _MINIFIED and _is_minified(data):
        return "minified code, made for machines"
    return "encoded data, made for machines" if _is_encoded(data[:_HEAD]) and _is_encoded(data) else None


def _is_minified(data: bytes) -> bool:
    """Whether nearly all of some code is in very long lines with hardly a blank."""
    long = b"".join(line for line in data.splitlines() if len(line) > _LONG_LINE)
    blanks = long.count(b" ") + long.count(b"\t")
    return len(long) > _NEARLY_ALL * len(data) and blanks < _MINIFIED_BLANKS * len(long)


def _is_encoded(data: bytes) -> bool:
    """Whether nearly all of a text is lines as Base64 makes them: long, unbroken, of mixed letters and digits."""
    encoded = sum(len(line) for line in data.splitlines() if _ENCODED_LINE.fullmatch(line))
    return encoded > max(_LONG_LINE, _NEARLY_ALL * len(data))


def _text_kind(name: str, data: bytes) -> Detected:
    named = by_name(name)
    if named.format not in ("text", "pdf"):
        return named
    if _WHOLE_PAGE.match(data.removeprefix(b"\xef\xbb\xbf")):
        return Detected("html")
    program = _DEVICE.match(data)
    runs = BY_PROGRAM.get(program[1].decode()) if program and not extension(name) else None
    return runs or Detected("text")

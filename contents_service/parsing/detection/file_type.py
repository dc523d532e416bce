"""Detecting what a file is: its bytes count more than its name.

A PDF called `.txt` is a PDF, and a picture called `.txt` is not read. The name only tells which kind of text a text is.
Three signs in a text count if the name tells nothing: a first line that names the program to run it with, a whole page
of HTML, which someone saved from a browser as `.txt`, and the header of a mail.
"""

from __future__ import annotations

import re

from contents_service.errors import NotReadable
from contents_service.parsing.detection import encodings, signatures
from contents_service.parsing.detection.file_names import BY_EXTENSION, BY_PROGRAM, FileType, extension, type_by_name
from contents_service.parsing.detection.pdf_signature import pdf_start
from contents_service.parsing.detection.unsupported import UNSUPPORTED_EXTENSIONS, alternative
from contents_service.parsing.formats import FORMATS

_ENCODED_SAMPLE_BYTES = 100_000
"""Bytes at the start of a file that must be encoded data before the whole file is checked."""
_MIN_ENCODED_BYTES = 1_000
"""Bytes of encoded data up to which a file still counts as text."""
_NEARLY_ALL = 0.9
"""Share of a file's bytes that must be minified or encoded for the file to be so."""
_LONG_LINE_BYTES = 1_000
"""Bytes from which a line of code is so long that only machines write it."""
_MINIFIED_EXTENSIONS = frozenset("js mjs cjs jsx ts tsx css".split())
_MAX_MINIFIED_BLANKS = 0.06
"""Share of blanks in minified code; code that people write has three times as many."""
_NOTEBOOK_TAIL_BYTES = 1_000
"""Bytes at the end of a notebook that contain its mark."""

_FIRST_LINE_PROGRAM = re.compile(rb"#![^\r\n]*?[/ ](?!env\s)([A-Za-z]+[23]?)[\d.]*(?=\s|$)")
_HTML_PAGE = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*)?(?:<!doctype\s+html|<html[\s>])", re.IGNORECASE | re.DOTALL
)
_DRAWING = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*)?(?:<!doctype\s+svg|<svg[\s>])", re.IGNORECASE | re.DOTALL
)
_NOTEBOOK = re.compile(rb'"nbformat"\s*:')
_MAIL_HEADER = re.compile(rb"(?:From [^\r\n]+\r?\n)?(?:[!-9;-~]{1,70}:[^\r\n]*\r?\n(?:[ \t]+[^\r\n]*\r?\n)*){2,}\r?\n")
_HEADER_NAME = re.compile(rb"^([!-9;-~]{1,70}):", re.MULTILINE)
_SENT_BY_PROGRAMS = frozenset((b"mime-version", b"message-id", b"received", b"return-path"))
_ENCODED_LINE = re.compile(rb"(?=[^\r\n]*[0-9])(?=[^\r\n]*[a-z])(?=[^\r\n]*[A-Z])[A-Za-z0-9+/_-]{60,}={0,2}")

_KINDS_OF_TEXT = ("minified", "encoded", "a Git", "a notebook", "a drawing", "a certificate")
"""Beginnings of the descriptions of files that are text, as their names may say, but are not read."""


def detect(name: str, data: bytes) -> FileType:
    """Return the type to read a file as, or raise NotReadable with what it is and why it cannot be read."""
    _refuse_empty(data)
    if _is_pdf(name, data):
        return FileType("pdf")
    _refuse_unsupported(name, signatures.description(data))
    if not encodings.is_text(data):
        raise _damaged_or_data(name)
    detected = _text_type(name, data)
    if detected.format != "mail":  # most of a mail may be encoded
        _refuse_unsupported(name, _text_for_machines(name, data))
    return detected


def _refuse_empty(data: bytes) -> None:
    if not data.strip(b"\0 \t\r\n\v\f\xef\xbb\xbf\xff\xfe"):
        raise NotReadable("empty")


def _is_pdf(name: str, data: bytes) -> bool:
    """Whether it is a PDF, and not a text that only mentions `%PDF-`."""
    start = pdf_start(data)
    if start is None:
        return False
    has_preamble = bool(data[:start].strip(b"\xef\xbb\xbf \t\r\n\0"))
    return not has_preamble or extension(name) == "pdf" or not encodings.is_text(data)


def _refuse_unsupported(name: str, description: str | None) -> None:
    """Refuse a file that has a description; if its name promised a readable format, say that too."""
    if not description:
        return
    promised = None if extension(name) in UNSUPPORTED_EXTENSIONS else BY_EXTENSION.get(extension(name))
    if promised and not description.startswith(_KINDS_OF_TEXT):
        raise NotReadable("not_text", what=description, named=FORMATS[promised.format].noun)
    raise NotReadable("unsupported", what=description, **alternative(description))


def _damaged_or_data(name: str) -> NotReadable:
    """Return the error for a file that is not text and has no known signature."""
    promised = extension(name)
    if promised == "pdf":
        return NotReadable("damaged")
    if promised in BY_EXTENSION:
        return NotReadable("not_text", what="data, not text", named=FORMATS[BY_EXTENSION[promised].format].noun)
    description = UNSUPPORTED_EXTENSIONS.get(promised, "data, not text")
    return NotReadable("unsupported", what=description, **alternative(description))


def _text_for_machines(name: str, data: bytes) -> str | None:
    """Describe a text that only machines read."""
    promised = extension(name)
    if promised == "ipynb" or (promised == "json" and _NOTEBOOK.search(data[-_NOTEBOOK_TAIL_BYTES:])):
        return "a notebook (.ipynb)"
    if promised == "svg" or _DRAWING.match(data):
        return "a drawing (SVG)"
    if promised in _MINIFIED_EXTENSIONS and _is_minified(data):
        return "minified code, made for machines"
    return (
        "encoded data, made for machines" if _is_encoded(data[:_ENCODED_SAMPLE_BYTES]) and _is_encoded(data) else None
    )


def _is_minified(data: bytes) -> bool:
    """Whether nearly all of some code is in very long lines with hardly a blank."""
    long = b"".join(line for line in data.splitlines() if len(line) > _LONG_LINE_BYTES)
    blanks = long.count(b" ") + long.count(b"\t")
    return len(long) > _NEARLY_ALL * len(data) and blanks < _MAX_MINIFIED_BLANKS * len(long)


def _is_encoded(data: bytes) -> bool:
    """Whether nearly all of a text is lines as Base64 makes them: long, unbroken, of mixed letters and digits."""
    encoded = sum(len(line) for line in data.splitlines() if _ENCODED_LINE.fullmatch(line))
    return encoded > max(_MIN_ENCODED_BYTES, _NEARLY_ALL * len(data))


def _is_mail(data: bytes) -> bool:
    """Whether a text begins with the header of a mail that programs sent, or is a mailbox of such mails."""
    header = _MAIL_HEADER.match(data)
    names = {name.lower() for name in _HEADER_NAME.findall(header[0])} if header else set()
    return b"from" in names and bool(names & _SENT_BY_PROGRAMS)


def _text_type(name: str, data: bytes) -> FileType:
    by_name = type_by_name(name)
    if by_name.format != "text" and not FORMATS[by_name.format].has_pages:
        return by_name
    if _HTML_PAGE.match(data.removeprefix(b"\xef\xbb\xbf")):
        return FileType("html")
    if _is_mail(data):
        return FileType("mail")
    program = _FIRST_LINE_PROGRAM.match(data)
    by_program = BY_PROGRAM.get(program[1].decode()) if program and not extension(name) else None
    return by_program or FileType("text")

"""What a file is: its bytes say so before its name does.

A PDF called `.txt` is a PDF, and a picture called `.txt` is not read. Only of what is text does the name say which kind
of text. Two things about text are believed before a name without meaning: a first line that names the program to run it
with, and a whole page of HTML, which someone saved from a browser as `.txt` to have its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from msgspec import Struct

from contents_service import encodings, reasons, signatures
from contents_service.errors import NotReadable
from contents_service.model import Format, Why


class Detected(Struct, frozen=True):
    """The format that a file is read as and, of code, the language of its grammar, if it is one that is known."""

    format: Format
    language: str | None = None


def _named(names: Iterable[tuple[str, Detected]]) -> Mapping[str, Detected]:
    return MappingProxyType({name: detected for line, detected in names for name in line.split()})


BY_EXTENSION = _named(
    (
        ("txt text log out srt vtt tex eml mbox org adoc asciidoc textile wiki nfo me 1st", Detected("text")),
        ("md markdown mdown mkd mkdn mdx qmd rmd", Detected("markdown")),
        ("rst rest", Detected("rst")),
        ("csv tsv tab psv", Detected("csv")),
        ("json jsonl ndjson jsonc json5 geojson topojson jsonld webmanifest har", Detected("json")),
        ("yaml yml", Detected("yaml")),
        ("html htm xhtml shtml", Detected("html")),
        ("pdf", Detected("pdf")),
        ("py pyi pyw", Detected("code", "python")),
        ("js mjs cjs jsx", Detected("code", "javascript")),
        ("ts mts cts", Detected("code", "typescript")),
        ("tsx", Detected("code", "tsx")),
        ("java", Detected("code", "java")),
        ("go", Detected("code", "go")),
        ("rs", Detected("code", "rust")),
        ("c h", Detected("code", "c")),
        ("cc cpp cxx c++ hh hpp hxx h++ ipp ino", Detected("code", "cpp")),
        ("sh bash zsh ksh", Detected("code", "bash")),
        ("sql ddl", Detected("code", "sql")),
        (
            "cs fs vb kt kts scala groovy gradle swift m mm dart rb php phtml pl pm r jl lua hs elm ex exs",
            Detected("code"),
        ),
        ("erl clj cljs lisp el scm ml mli nim zig v vhd sv pas f f90 for cob asm s ps1 psm1 bat cmd", Detected("code")),
        ("awk sed tcl fish vim vue svelte astro css scss sass less styl xml xsd xsl xslt wsdl plist", Detected("code")),
        ("toml ini cfg conf properties env editorconfig proto thrift graphql gql tf tfvars hcl nix", Detected("code")),
        ("cmake mk make dockerfile diff patch tmpl j2 jinja hbs ejs erb sol cu glsl hlsl wgsl", Detected("code")),
    )
)
"""Extensions that say which kind of text a text is; of any other, it is plain text."""

BY_NAME = _named(
    (
        (
            "makefile gnumakefile dockerfile containerfile jenkinsfile vagrantfile gemfile rakefile procfile",
            Detected("code"),
        ),
        (".gitignore .dockerignore .editorconfig .env", Detected("code")),
        (".bashrc .profile .bash_profile .zshrc", Detected("code", "bash")),
    )
)

BY_PROGRAM = _named(
    (
        ("python python2 python3", Detected("code", "python")),
        ("node deno bun", Detected("code", "javascript")),
        ("sh bash dash zsh ksh", Detected("code", "bash")),
        ("perl ruby php lua Rscript awk tclsh", Detected("code")),
    )
)
"""Programs that a first line `#!/usr/bin/env python3` may name."""

WORDS: Mapping[Format, str] = MappingProxyType(
    {
        "text": "text",
        "markdown": "Markdown",
        "rst": "reStructuredText",
        "csv": "CSV",
        "json": "JSON",
        "yaml": "YAML",
        "code": "code",
        "html": "HTML",
        "pdf": "PDF",
    }
)

NOT_READ: Mapping[str, str] = MappingProxyType(
    {
        "doc": "an old Word document (.doc)",
        "docx": "a Word document (.docx)",
        "odt": "an OpenDocument text (.odt)",
        "rtf": "a rich text document (RTF)",
        "pages": "a Pages document",
        "xls": "an old Excel workbook (.xls)",
        "xlsx": "an Excel workbook (.xlsx)",
        "ods": "an OpenDocument spreadsheet (.ods)",
        "numbers": "a Numbers document",
        "ppt": "an old PowerPoint presentation (.ppt)",
        "pptx": "a PowerPoint presentation (.pptx)",
        "odp": "an OpenDocument presentation (.odp)",
        "key": "a Keynote document",
        "msg": "an Outlook message (.msg)",
        "epub": "an e-book (EPUB)",
        "ipynb": "a notebook (.ipynb)",
        "svg": "a drawing (SVG)",
        **dict.fromkeys("png jpg jpeg gif bmp tif tiff webp heic avif ico psd".split(), "a picture"),
        **dict.fromkeys("mp3 wav flac ogg m4a aac opus".split(), "a sound recording"),
        **dict.fromkeys("mp4 mov avi mkv webm wmv".split(), "a video"),
        **dict.fromkeys("zip tar gz tgz bz2 xz zst 7z rar".split(), "an archive"),
        **dict.fromkeys("ttf otf woff woff2".split(), "a font"),
        **dict.fromkeys("exe dll so dylib jar class pyc wasm apk dmg iso msi".split(), "a program"),
        **dict.fromkeys("sqlite sqlite3 mdb accdb parquet".split(), "a database"),
    }
)
"""Extensions of what is not read, whatever is in it, in a person's words."""

INSTEAD: Mapping[str, str] = MappingProxyType(
    {
        "workbook": "Save each sheet as CSV and give that.",
        "spreadsheet": "Save each sheet as CSV and give that.",
        "Numbers": "Save each sheet as CSV and give that.",
        "notebook": "Export it as Markdown, HTML or PDF and give that.",
        "picture": "Give its text, or a PDF over which text recognition was run.",
        "recording": "Give what is said in it as text.",
        "video": "Give what is said in it as text.",
        "archive": "Unpack it and give the documents in it.",
        "compressed": "Unpack it and give what is in it.",
        "LFS": "Fetch the file itself and give that.",
        "database": "Export what the application should know as CSV.",
        "binary form": "Export what the application should know as CSV.",
        "minified": "Give the code as people write it.",
        "password": "Save a copy without a password, as PDF, Markdown or text.",
    }
)
"""What to give instead of a thing whose words have this in them; of others, what reasons.py says of all."""

_PDF_WITHIN = 4_096
"""Bytes in which a PDF may begin: some programs put a header of their own before it."""
_LONG_LINE = 1_000
_MINIFIED_SPACES = 0.04
"""The share of blanks in minified code; code as people write it has four times as many, and so has all prose."""
_ENCODED_SHARE = 0.9
_DEVICE = re.compile(rb"#![^\r\n]*?[/ ]([A-Za-z]+[23]?)[\d.]*(?=\s|$)")
_WHOLE_PAGE = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*)?(?:<!doctype\s+html|<html[\s>])", re.I | re.S
)
_DRAWING = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*)?(?:<!doctype\s+svg|<svg[\s>])", re.I | re.S)
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
    return "other" if _extension(name) in NOT_READ else _by_name(name).format


def why_not(name: str) -> Why | None:
    """Why a file is surely not read, if its name alone tells."""
    what = NOT_READ.get(_extension(name))
    return reasons.why("unsupported", what=what, **_instead(what)) if what else None


def _refuse_empty(data: bytes) -> None:
    if not data.strip(b"\0 \t\r\n\v\f\xef\xbb\xbf\xff\xfe"):
        raise NotReadable("empty")


def _is_pdf(name: str, data: bytes) -> bool:
    """Whether it is a PDF; a text that only tells of `%PDF-` is none."""
    if data.lstrip(b"\xef\xbb\xbf \t\r\n\0").startswith(b"%PDF-"):
        return True
    return b"%PDF-" in data[:_PDF_WITHIN] and (_extension(name) == "pdf" or not encodings.is_text(data))


def _refuse_other(name: str, what: str | None) -> None:
    """Say what it is that is not read; if its name promised something that is, say that too."""
    if not what:
        return
    promised = None if _extension(name) in NOT_READ else BY_EXTENSION.get(_extension(name))
    if promised and not what.startswith(_TEXT_ALL_THE_SAME):
        raise NotReadable("not_text", what=what, named=WORDS[promised.format])
    raise NotReadable("unsupported", what=what, **_instead(what))


_TEXT_ALL_THE_SAME = ("minified", "encoded", "a Git", "a notebook", "a drawing", "a certificate")


def _instead(what: str) -> dict[str, str]:
    return next(({"instead": advice} for word, advice in INSTEAD.items() if word in what), {})


def _damaged_or_data(name: str) -> NotReadable:
    extension = _extension(name)
    if extension == "pdf":
        return NotReadable("damaged")
    if extension in NOT_READ:
        return NotReadable("unsupported", what=NOT_READ[extension], **_instead(NOT_READ[extension]))
    if extension in BY_EXTENSION:
        return NotReadable("not_text", what="data, not text", named=WORDS[BY_EXTENSION[extension].format])
    return NotReadable("unsupported", what="data, not text")


def _text_for_machines(name: str, data: bytes) -> str | None:
    """What a text is that only machines read, in words."""
    extension = _extension(name)
    if extension == "ipynb" or (extension == "json" and _NOTEBOOK.search(data[-_LONG_LINE:])):
        return "a notebook (.ipynb)"
    if extension == "svg" or _DRAWING.match(data):
        return "a drawing (SVG)"
    if _by_name(name).format == "code" and _is_minified(data):
        return "minified code, made for machines"
    return "encoded data, made for machines" if _is_encoded(data) else None


def _is_minified(data: bytes) -> bool:
    """Whether nearly all of some code is in very long lines with hardly a blank."""
    long = b"".join(line for line in data.splitlines() if len(line) > _LONG_LINE)
    blanks = long.count(b" ") + long.count(b"\t")
    return len(long) > 0.8 * len(data) and blanks < _MINIFIED_SPACES * len(long)


def _is_encoded(data: bytes) -> bool:
    """Whether nearly all of a text is lines as Base64 makes them: long, without a blank, of mixed letters and digits."""
    encoded = sum(len(line) for line in data.splitlines() if _ENCODED_LINE.fullmatch(line))
    return encoded > _LONG_LINE and encoded > _ENCODED_SHARE * len(data)


def _text_kind(name: str, data: bytes) -> Detected:
    by_name = _by_name(name)
    if by_name.format not in ("text", "pdf"):
        return by_name
    if _WHOLE_PAGE.match(data.removeprefix(b"\xef\xbb\xbf")):
        return Detected("html")
    program = _DEVICE.match(data)
    named = BY_PROGRAM.get(program[1].decode()) if program and "." not in name.strip(".") else None
    return named or Detected("text")


def _by_name(name: str) -> Detected:
    lower = name.lower()
    return BY_NAME.get(lower) or BY_EXTENSION.get(_extension(name)) or Detected("text")


def _extension(name: str) -> str:
    return name.lower().rpartition(".")[2] if "." in name else ""

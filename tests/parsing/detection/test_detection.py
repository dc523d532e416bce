"""What a file is: its bytes say so before its name does."""

from __future__ import annotations

import base64
import io
import random
import zipfile

import pytest

from contents_service.errors import NotReadable
from contents_service.parsing.detection import file_type
from contents_service.parsing.detection.file_names import BY_EXTENSION, FileType
from contents_service.parsing.detection.unsupported import ALTERNATIVES, UNSUPPORTED_EXTENSIONS
from contents_service.reasons import why

PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< >>\nendobj\n"
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


def zipped(*names: str) -> bytes:
    """A zip archive with entries of these names."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(
                zipfile.ZipInfo(name), "application/vnd.oasis.opendocument.text" if name == "mimetype" else "x"
            )
    return file.getvalue()


def ole(stream: str) -> bytes:
    """The beginning of an old Office file that has a stream of this name."""
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + stream.encode("utf-16-le") + bytes(100)


def refusal(name: str, data: bytes) -> tuple[str, str]:
    """Return why a file is not read: the code, and the whole message."""
    with pytest.raises(NotReadable) as refused:
        file_type.detect(name, data)
    return refused.value.code, why(refused.value.code, **refused.value.details).message


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.txt", FileType("text")),
        ("README", FileType("text")),
        ("a.unheard-of", FileType("text")),
        ("A.MD", FileType("markdown")),
        ("a.rst", FileType("rst")),
        ("a.tsv", FileType("csv")),
        ("a.jsonl", FileType("json")),
        ("a.yml", FileType("yaml")),
        ("a.htm", FileType("html")),
        ("a.py", FileType("code", "python")),
        ("a.h", FileType("code", "c")),
        ("a.hpp", FileType("code", "cpp")),
        ("a.tsx", FileType("code", "tsx")),
        ("a.kt", FileType("code")),
        ("Dockerfile", FileType("code")),
        ("CMakeLists.txt", FileType("code")),
        ("index.rst.txt", FileType("rst")),
        ("Guide.MD.txt", FileType("markdown")),
        ("offers.csv.txt", FileType("csv")),
        ("minutes.pl.txt", FileType("text")),
        ("md.txt", FileType("text")),
    ],
)
def test_the_name_tells_the_kind_of_text(name: str, expected: FileType) -> None:
    assert file_type.detect(name, b"some words\n") == expected


@pytest.mark.parametrize("name", ["a.pdf", "a.PDF", "a.txt", "a.docx", "a"])
@pytest.mark.parametrize("before", [b"", b"\n\n", b"HTTP/1.1 200 OK\r\nX: \0\1\2\3\4\5\6\7\r\n\r\n"])
def test_a_pdf_is_a_pdf_whatever_its_name(name: str, before: bytes) -> None:
    assert file_type.detect(name, before + PDF + bytes(50)).format == "pdf"


@pytest.mark.parametrize(("preamble", "code"), [(4_000, None), (4_200, "damaged")])
def test_a_pdf_may_have_a_preamble_of_up_to_4_kb(preamble: int, code: str | None) -> None:
    data = b"X: \0\1\2\3".ljust(preamble, b"\0") + PDF + bytes(50)
    if code:
        assert refusal("a.pdf", data)[0] == code
    else:
        assert file_type.detect("a.pdf", data).format == "pdf"


def test_a_text_that_mentions_pdfs_is_text() -> None:
    assert file_type.detect("a.md", b"A PDF begins with\n%PDF-1.7\nand so on.").format == "markdown"


@pytest.mark.parametrize(
    ("name", "data", "code", "words"),
    [
        ("a.txt", PNG, "not_text", "Its name says text, but it is a picture (PNG)."),
        ("a.pdf", PNG, "not_text", "Its name says PDF, but it is a picture (PNG)."),
        ("a.png", PNG, "unsupported", "a picture (PNG)"),
        ("a.docx", zipped("[Content_Types].xml", "word/document.xml"), "unsupported", "a Word document (.docx)"),
        ("a.md", zipped("[Content_Types].xml", "xl/workbook.xml"), "not_text", "an Excel workbook (.xlsx)"),
        ("a.xlsx", zipped("[Content_Types].xml", "xl/workbook.xml"), "unsupported", "Save each sheet as CSV"),
        ("a.odt", zipped("mimetype", "content.xml"), "unsupported", "an OpenDocument text (.odt)"),
        ("a.zip", zipped("a.txt"), "unsupported", "Unpack it"),
        ("a.zip", zipped("a.txt")[:40], "unsupported", "an archive (zip)"),
        ("a.doc", ole("WordDocument"), "unsupported", "an old Word document (.doc)"),
        ("a.xls", ole("Workbook"), "unsupported", "an old Excel workbook (.xls)"),
        ("a.docx", ole("EncryptedPackage"), "unsupported", "without a password"),
        ("a.mp3", b"ID3\3\0\0\0\0\0\0" + bytes(40), "unsupported", "a sound recording (MP3)"),
        ("a.webp", b"RIFF\0\0\0\0WEBPVP8 ", "unsupported", "a picture (WebP)"),
        ("a.ts", (b"G" + bytes(187)) * 4, "not_text", "a video (MPEG)"),
        ("a.txt", b"SQLite format 3\0" + bytes(90), "not_text", "a database (SQLite)"),
        ("a.exe", b"MZ" + bytes(58) + b"\x40\0\0\0" + b"PE\0\0" + bytes(90), "unsupported", "a program"),
        ("a.rtf", b"{\\rtf1\\ansi Hello}", "unsupported", "a rich text document (RTF)"),
        (
            "a.md",
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
            "unsupported",
            "Fetch the file",
        ),
        ("a.ipynb", b'{"cells": []}', "unsupported", "a notebook (.ipynb)"),
        ("a.svg", b"<svg xmlns='x'></svg>", "unsupported", "a drawing (SVG)"),
        ("a.pdf", bytes(range(256)) * 20, "damaged", "damaged or cut off"),
        ("a.bin", bytes(range(256)) * 20, "unsupported", "data, not text"),
        ("a.csv", bytes(range(256)) * 20, "not_text", "Its name says CSV"),
    ],
)
def test_a_file_that_is_not_read_is_described_with_the_reason(name: str, data: bytes, code: str, words: str) -> None:
    assert refusal(name, data)[0] == code
    assert words in refusal(name, data)[1]


@pytest.mark.parametrize("data", [b"", b" \n\t\r\n", b"\xef\xbb\xbf\n", bytes(4_096), b"\xff\xfe \0\n\0"])
@pytest.mark.parametrize("name", ["a.txt", "a.pdf", "a.docx"])
def test_a_file_with_nothing_in_it_is_empty(name: str, data: bytes) -> None:
    assert refusal(name, data)[0] == "empty"


def test_encoded_data_is_not_read() -> None:
    data = base64.encodebytes(random.Random(1).randbytes(9_000))
    assert "encoded data" in refusal("a.txt", data)[1]


def test_a_text_that_begins_with_a_lot_of_encoded_data_is_read() -> None:
    encoded = base64.encodebytes(random.Random(1).randbytes(80_000))
    assert len(encoded) > 100_000
    assert file_type.detect("a.txt", encoded + b"and then some words\n" * 1_000).format == "text"


def test_minified_code_is_not_read() -> None:
    assert "minified code" in refusal("a.min.js", b"function a(b,c){if(!b)throw c;return b.d?c(b.d):e(c,0)};" * 200)[1]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.json", b'{"a":1,"b":[1,2,3]},' * 500),
        ("a.js", b"const words = " + b'"a sentence that people read", ' * 200),
        ("a.sql", b"INSERT INTO t VALUES(1,'Alice','alice@example.org'),(2,'Bob','');" * 100),
        ("hashes.txt", b"".join(bytes(f"{number:064x}\n", "ascii") for number in range(500))),
        ("a.txt", "返品は三十日以内に可能です。".encode() * 500),
        ("a.txt", b"https://example.org/a/very/long/address?" + b"x=1&" * 900),
    ],
)
def test_text_that_only_looks_like_data_is_read(name: str, data: bytes) -> None:
    assert file_type.detect(name, data).format == BY_EXTENSION[name.rpartition(".")[2]].format


def test_a_whole_page_of_html_is_html_unless_its_name_tells_another_format() -> None:
    page = b"\n<!DOCTYPE html>\n<html><body>Words</body></html>"
    assert file_type.detect("saved.txt", page).format == "html"
    assert file_type.detect("saved", page).format == "html"
    assert file_type.detect("report.pdf", page).format == "html"
    assert file_type.detect("about-html.md", page).format == "markdown"
    assert file_type.detect("a.txt", b"<p> is how a paragraph begins").format == "text"


def test_a_page_of_html_with_a_byte_order_mark_is_html_though_saved_as_txt() -> None:
    assert file_type.detect("saved.txt", b"\xef\xbb\xbf<!DOCTYPE html>\n<html>Words</html>").format == "html"


def test_the_first_line_of_a_script_without_an_extension_tells_its_language() -> None:
    assert file_type.detect("deploy", b"#!/usr/bin/env python3\nprint()\n") == FileType("code", "python")
    assert file_type.detect("deploy", b"#!/bin/bash -e\ntrue\n") == FileType("code", "bash")
    assert file_type.detect("deploy.txt", b"#!/bin/bash\ntrue\n") == FileType("text")


def test_no_extension_is_both_read_and_unsupported_and_all_advice_is_a_sentence() -> None:
    assert not BY_EXTENSION.keys() & UNSUPPORTED_EXTENSIONS.keys()
    assert all(advice.endswith(".") for advice in ALTERNATIVES.values())

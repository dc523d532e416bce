"""Small files of each format that would take endless time or memory if they were believed."""

from __future__ import annotations

import zlib

from helpers.pdf_making import pdf

DEEP = 100_000


def doubling(lines: int, first: str, following: str) -> bytes:
    """Return lines of which each refers to the previous one twice."""
    return "\n".join([first, *(following.format(this=at, before=at - 1) for at in range(1, lines))]).encode()


def pdf_with(content: bytes, filters: str) -> bytes:
    """Return a PDF of one page with this content, encoded with these filters."""
    template = pdf([])
    empty = b"<< /Length 0  >>\nstream\n\nendstream"
    assert empty in template
    packed = b"<< /Length %d /Filter %s >>\nstream\n%s\nendstream" % (len(content), filters.encode(), content)
    return template.replace(empty, packed)  # the offsets in its table are now wrong, which readers repair


def compressed_twice(megabytes: int) -> bytes:
    """Return spaces compressed twice: a few hundred bytes for each gigabyte."""
    packer = zlib.compressobj(9)
    once = b"".join(packer.compress(b" " * 1_000_000) for _ in range(megabytes)) + packer.flush()
    return zlib.compress(once, 9)


BOMBS: dict[str, dict[str, bytes]] = {
    "text": {
        "one-line.txt": b"word " * 3_000_000,
        "no-space.txt": b"x" * 10_000_000,
        "marks.txt": ("e" + "\u0301" * 1_000_000).encode(),
        "wide.txt": ("\u202e\u2066" * 500_000).encode("utf-16"),
    },
    "markdown": {
        "quotes.md": b">" * DEEP + b" deep",
        "lists.md": b"".join(b"  " * depth + b"- x\n" for depth in range(3_000)),
        "emphasis.md": b"*a _b " * DEEP,
        "links.md": b"[" * DEEP + b"a" + b"](b)" * DEEP,
        "references.md": b"[a]: /b\n\n" + b"[a][a]" * DEEP,
        "table.md": b"|" + b"a|" * 5_000 + b"\n|" + b"-|" * 5_000 + (b"\n|" + b"b|" * 5_000) * 200,
    },
    "rst": {
        "substitutions.rst": doubling(40, ".. |a0| replace:: x", ".. |a{this}| replace:: |a{before}| |a{before}|")
        + b"\n\n|a39|\n",
        "include.rst": b".. include:: /etc/passwd\n\n.. raw:: html\n   :file: /etc/passwd\n",
        "nested.rst": b"".join(b"  " * depth + b"* x\n\n" for depth in range(2_000)),
    },
    "csv": {
        "columns.csv": b",".join([b"a"] * 1_000_000) + b"\n" + b",".join([b"1"] * 1_000_000),
        "quotes.csv": b'a,b\n"' + b'""' * 3_000_000,
        "rows.csv": b"a,b\n" + b"1,2\n" * 1_000_000,
    },
    "json": {
        "arrays.json": b"[" * DEEP + b"]" * DEEP,
        "objects.json": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
        "number.json": b'{"a": 1' + b"0" * 1_000_000 + b"}",
        "keys.json": b"{" + b",".join(b'"k%d": 1' % number for number in range(300_000)) + b"}",
    },
    "yaml": {
        "aliases.yaml": doubling(30, "a0: &a0 [x, x]", "a{this}: &a{this} [*a{before}, *a{before}]"),
        "merges.yaml": doubling(30, "a0: &a0 {k: v}", "a{this}: &a{this} {{<<: [*a{before}, *a{before}]}}"),
        "flow.yaml": b"a: " + b"[" * DEEP + b"]" * DEEP,
        "object.yaml": b"!!python/object/apply:os.system ['true']\n",
        "itself.yaml": b"a: &a\n  b: *a\n",
    },
    "mail": {
        "parts.eml": b"Subject: parts\nContent-Type: multipart/mixed; boundary=b\n\n"
        + b"--b\n\nx\n" * 50_000
        + b"--b--\n",
        "nested.eml": b"Content-Type: message/rfc822\n\n" * 5_000 + b"Subject: x\n\nx\n",
        "headers.eml": b"To: a@b.example\n" * 300_000 + b"\nx\n",
        "mailbox.mbox": b"From a 1 2026\nSubject: x\n\nx\n\n" * 50_000,
        "words.eml": b"Subject: " + b"=?utf-8?Q?a?= " * 200_000 + b"\n\nx\n",
    },
    "code": {
        "nested.py": b"(" * DEEP + b")" * DEEP,
        "blocks.c": b"{" * DEEP + b"}" * DEEP,
        "templates.cpp": b"template<" * 20_000,
        "line.js": b"a=" * 2_000_000 + b"1;",
    },
    "html": {
        "deep.html": b"<html><body>" + b"<div>" * DEEP + b"x",
        "tables.html": b"<html><body>" + b"<table><tr><td>" * 5_000 + b"x",
        "span.html": b"<html><table>" + b"<tr><td rowspan=65534 colspan=1000>x</td></tr>" * 2_000 + b"</table>",
        "attributes.html": b"<html><p " + b"a=b " * 500_000 + b">x</p>",
        "entities.html": b"<html><p>" + b"&bigtriangledown;" * 500_000,
        "entity.html": b'<!DOCTYPE html [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><html><p>&b; kept</p></html>',
    },
    "pdf": {
        "spaces.pdf": pdf_with(compressed_twice(600), "[/FlateDecode /FlateDecode]"),
        "filters.pdf": pdf_with(b"x", "[" + "/ASCIIHexDecode " * 10_000 + "]"),
        "graphics.pdf": pdf_with(zlib.compress(b"q " * 5_000_000), "/FlateDecode"),
        "shows.pdf": pdf_with(zlib.compress(b"BT /F 9 Tf " + b"(word) Tj 1 0 Td " * 500_000 + b"ET"), "/FlateDecode"),
        "pages.pdf": pdf([]).replace(b"/Count 1", b"/Count 2000000000"),
    },
}

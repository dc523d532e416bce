"""Decompression bombs and endless nesting in every format: reading each ends in time, with a reason."""

from __future__ import annotations

import time
import zlib

import pytest
from fuzz.faults import find_faults
from fuzz.report import Report
from fuzz.seeds import Seed
from helpers.pdf_making import pdf
from torture.findings import BOMBS as FOUND
from torture.findings import Findings

from contents_service.limits import Limits
from contents_service.parsing.readers import READERS
from contents_service.parsing.sandbox.sandbox import Sandbox

SHORT_LIMITS = Limits(cpu_s=1, clock_s=2, memory_bytes=256 * 1024 * 1024)
MAX_DELAY_S = 20.0
"""Longest delay on a busy machine beyond the limit by the clock, in seconds."""

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


def read_all(bombs: dict[str, bytes], limits: Limits) -> Report:
    """Read these files and report the outcomes and whatever is wrong with them."""
    sandbox, report = Sandbox(limits), Report()
    try:
        for name, data in bombs.items():
            began = time.monotonic()
            outcome = sandbox.read(name, data, encoding=None, on_progress=lambda _: None)
            took_s = time.monotonic() - began
            wrong = list(find_faults(data, outcome))
            wrong += ["it took too long"] if took_s > limits.clock_s + MAX_DELAY_S else []
            wrong += ["it read a file of ours"] if "root:" in str(outcome) else []
            report.add(Seed(name, data), outcome, took_s, wrong)
    finally:
        sandbox.close()
    return report


def test_every_format_has_its_bombs() -> None:
    assert set(BOMBS) == set(READERS)


def test_a_bomb_of_each_format_ends_in_time_with_a_state_and_a_reason() -> None:
    assert read_all(dict(next(iter(bombs.items())) for bombs in BOMBS.values()), SHORT_LIMITS).faults == []


@pytest.mark.torture
@pytest.mark.timeout(600)
@pytest.mark.parametrize("format_name", BOMBS)
def test_every_bomb_ends_in_time_with_a_state_and_a_reason(format_name: str, findings: Findings) -> None:
    report = read_all(BOMBS[format_name], Limits())
    findings.bad[FOUND] += report.states
    assert report.faults == []

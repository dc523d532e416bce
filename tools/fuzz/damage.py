"""The ways to damage a file; each is given chance, the bytes and those of another sample, and returns what is left."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

MOST_FLIPS = 200
MOST_NESTED = 200_000
MOST_COPIES = 400
LONGEST_LINE = 2_000_000
MOST_BYTES = 6_000_000
"""Beyond which nothing is added: larger inputs only take longer."""

OPENINGS = (
    b"[", b"{", b"(", b"<", b'{"a":', b"[[", b"- ", b"> ", b"* ", b"\t", b"  - ", b"<div>", b"<table><tr><td>",
    b"<b><i>", b"<!--", b"<![CDATA[", b"```\n", b":::\n", b"#", b"**", b"![", b"[a](", b"<<", b"/*", b"'", b'"', b'"""',
    b"{% ", b"&a [", b"? ", b"{a: ", b"!!x ", b".. note::\n   ", b"`", b"|", b"|-", b"=\n", b"if x:\n ", b"BT ", b"q ",
)  # fmt: skip
"""What opens something in one format or another and, repeated, nests it."""
ODDITIES = (
    b"\0", b"\x1a", b"\x0b", b"\x0c", b"\x85", b"\xff\xfe", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\xe2\x80\xae",
    b"\xed\xa0\x80", b"\xf0\x9f\xa6\x80", b"\xc0\xaf", b"\xef\xbf\xbe", b"\r", b"\r\r\n", b"\n\r", b"\x1b$B", b"%PDF-",
)  # fmt: skip
"""Bytes that some parser somewhere takes for more than they are."""
ENCODINGS = ("utf-16", "utf-16-be", "utf-32", "cp1252", "cp932", "euc_jp", "gb18030", "koi8-r", "mac-roman", "utf-7")
NUMBERS = (b"0", b"-1", b"4294967296", b"99999999999999999999", b"1e309", b"00000000", b"")

_NUMBER = re.compile(rb"\d+")

Damage = Callable[[Random, bytes, bytes], bytes]


def flip_bits(chance: Random, data: bytes, _: bytes) -> bytes:
    """Some bits turned over."""
    out = bytearray(data)
    for _flip in range(chance.randint(1, MOST_FLIPS) if out else 0):
        out[chance.randrange(len(out))] ^= 1 << chance.randrange(8)
    return bytes(out)


def cut_off(chance: Random, data: bytes, _: bytes) -> bytes:
    """Its beginning, as of an upload that broke off."""
    return data[: _at(chance, data)]


def cut_out(chance: Random, data: bytes, _: bytes) -> bytes:
    """A piece of it is lost."""
    first, last = _piece(chance, data)
    return data[:first] + data[last:]


def repeat(chance: Random, data: bytes, _: bytes) -> bytes:
    """A piece of it stands there many times."""
    first, last = _piece(chance, data)
    copies = min(chance.randint(2, MOST_COPIES), MOST_BYTES // max(last - first, 1))
    return data[:first] + data[first:last] * copies + data[last:]


def splice(chance: Random, data: bytes, other: bytes) -> bytes:
    """Its beginning, and the end of another."""
    return data[: _at(chance, data)] + other[_at(chance, other) :]


def insert(chance: Random, data: bytes, other: bytes) -> bytes:
    """A piece of another within it."""
    first, last = _piece(chance, other)
    at = _at(chance, data)
    return data[:at] + other[first:last] + data[at:]


def nest(chance: Random, data: bytes, _: bytes) -> bytes:
    """Something is opened very often."""
    times = int(MOST_NESTED ** chance.random())
    at = chance.choice([0, _at(chance, data)])
    return data[:at] + chance.choice(OPENINGS) * times + data[at:]


def lengthen_a_line(chance: Random, data: bytes, _: bytes) -> bytes:
    """All of it is one line, or one of its lines is very long."""
    if chance.random() < 0.5:
        return data.replace(b"\n", chance.choice([b" ", b"", b"\x0b"]))
    at = _at(chance, data)
    word = chance.choice([b"x", b"word ", b"\xe8\xbf\x94\xe5\x93\x81", b"a,", b"\\", b"'", *ODDITIES])
    return data[:at] + word * (chance.randint(1, LONGEST_LINE) // len(word)) + data[at:]


def strew_oddities(chance: Random, data: bytes, _: bytes) -> bytes:
    """Bytes strewn into it that mean something elsewhere."""
    for _each in range(chance.randint(1, 20)):
        at = _at(chance, data)
        data = data[:at] + chance.choice(ODDITIES) * chance.choice([1, 1, 1, 300]) + data[at:]
    return data


def encode_otherwise(chance: Random, data: bytes, _: bytes) -> bytes:
    """Its text in another encoding, with whatever that does to it."""
    text = data.decode(chance.choice(["utf-8", "utf-8", "cp1252", "cp932"]), errors="replace")
    return text.encode(chance.choice(ENCODINGS), errors="replace")


def change_numbers(chance: Random, data: bytes, _: bytes) -> bytes:
    """Some of its numbers are others: lengths, places and counts then lie."""
    share = chance.choice([0.01, 0.1, 0.5])
    return _NUMBER.sub(lambda n: chance.choice(NUMBERS) if chance.random() < share else n[0], data)


def shuffle_lines(chance: Random, data: bytes, _: bytes) -> bytes:
    """Its lines in another order."""
    lines = data.split(b"\n")
    chance.shuffle(lines)
    return b"\n".join(lines)


DAMAGES: Sequence[Damage] = (
    flip_bits, cut_off, cut_out, repeat, splice, insert, nest, lengthen_a_line, strew_oddities, encode_otherwise,
    change_numbers, shuffle_lines,
)  # fmt: skip


def _at(chance: Random, data: bytes) -> int:
    return chance.randint(0, len(data))


def _piece(chance: Random, data: bytes) -> tuple[int, int]:
    first = _at(chance, data)
    return first, min(len(data), first + int(len(data) ** chance.random()))

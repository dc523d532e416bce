"""Ways to mutate a file; each takes a random generator, the bytes, and the bytes of another sample."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

MAX_FLIPS = 200
MAX_NESTING = 200_000
MAX_COPIES = 400
MAX_LINE_BYTES = 2_000_000
MAX_BYTES = 6_000_000
"""Largest input, in bytes; larger ones would only take longer."""

OPENINGS = (
    b"[", b"{", b"(", b"<", b'{"a":', b"[[", b"- ", b"> ", b"* ", b"\t", b"  - ", b"<div>", b"<table><tr><td>",
    b"<b><i>", b"<!--", b"<![CDATA[", b"```\n", b":::\n", b"#", b"**", b"![", b"[a](", b"<<", b"/*", b"'", b'"', b'"""',
    b"{% ", b"&a [", b"? ", b"{a: ", b"!!x ", b".. note::\n   ", b"`", b"|", b"|-", b"=\n", b"if x:\n ", b"BT ", b"q ",
)  # fmt: skip
"""Bytes that open something in some format, and nest it if repeated."""
ODDITIES = (
    b"\0", b"\x1a", b"\x0b", b"\x0c", b"\x85", b"\xff\xfe", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\xe2\x80\xae",
    b"\xed\xa0\x80", b"\xf0\x9f\xa6\x80", b"\xc0\xaf", b"\xef\xbf\xbe", b"\r", b"\r\r\n", b"\n\r", b"\x1b$B", b"%PDF-",
)  # fmt: skip
"""Bytes with a special meaning for some parser."""
ENCODINGS = ("utf-16", "utf-16-be", "utf-32", "cp1252", "cp932", "euc_jp", "gb18030", "koi8-r", "mac-roman", "utf-7")
NUMBERS = (b"0", b"-1", b"4294967296", b"99999999999999999999", b"1e309", b"00000000", b"")

_NUMBER = re.compile(rb"\d+")

Mutation = Callable[[Random, bytes, bytes], bytes]


def flip_bits(random: Random, data: bytes, _: bytes) -> bytes:
    """Flip some bits."""
    out = bytearray(data)
    for _flip in range(random.randint(1, MAX_FLIPS) if out else 0):
        out[random.randrange(len(out))] ^= 1 << random.randrange(8)
    return bytes(out)


def truncate(random: Random, data: bytes, _: bytes) -> bytes:
    """Cut off the end, as an interrupted upload does."""
    return data[: _offset(random, data)]


def cut_out_slice(random: Random, data: bytes, _: bytes) -> bytes:
    """Cut out a slice."""
    first, last = _slice(random, data)
    return data[:first] + data[last:]


def repeat_slice(random: Random, data: bytes, _: bytes) -> bytes:
    """Repeat a slice many times."""
    first, last = _slice(random, data)
    copies = min(random.randint(2, MAX_COPIES), MAX_BYTES // max(last - first, 1))
    return data[:first] + data[first:last] * copies + data[last:]


def splice(random: Random, data: bytes, other: bytes) -> bytes:
    """Join the beginning to the end of another sample."""
    return data[: _offset(random, data)] + other[_offset(random, other) :]


def insert_slice(random: Random, data: bytes, other: bytes) -> bytes:
    """Insert a slice of another sample."""
    first, last = _slice(random, other)
    offset = _offset(random, data)
    return data[:offset] + other[first:last] + data[offset:]


def nest(random: Random, data: bytes, _: bytes) -> bytes:
    """Open something very often."""
    times = int(MAX_NESTING ** random.random())
    offset = random.choice([0, _offset(random, data)])
    return data[:offset] + random.choice(OPENINGS) * times + data[offset:]


def lengthen_a_line(random: Random, data: bytes, _: bytes) -> bytes:
    """Make it one line, or one of its lines very long."""
    if random.random() < 0.5:
        return data.replace(b"\n", random.choice([b" ", b"", b"\x0b"]))
    offset = _offset(random, data)
    word = random.choice([b"x", b"word ", b"\xe8\xbf\x94\xe5\x93\x81", b"a,", b"\\", b"'", *ODDITIES])
    return data[:offset] + word * (random.randint(1, MAX_LINE_BYTES) // len(word)) + data[offset:]


def insert_oddities(random: Random, data: bytes, _: bytes) -> bytes:
    """Insert bytes with a special meaning in several places."""
    for _each in range(random.randint(1, 20)):
        offset = _offset(random, data)
        data = data[:offset] + random.choice(ODDITIES) * random.choice([1, 1, 1, 300]) + data[offset:]
    return data


def change_encoding(random: Random, data: bytes, _: bytes) -> bytes:
    """Encode the text in another encoding."""
    text = data.decode(random.choice(["utf-8", "utf-8", "cp1252", "cp932"]), errors="replace")
    return text.encode(random.choice(ENCODINGS), errors="replace")


def change_numbers(random: Random, data: bytes, _: bytes) -> bytes:
    """Change some numbers, so that lengths, offsets and counts are wrong."""
    share = random.choice([0.01, 0.1, 0.5])
    return _NUMBER.sub(lambda n: random.choice(NUMBERS) if random.random() < share else n[0], data)


def shuffle_lines(random: Random, data: bytes, _: bytes) -> bytes:
    """Shuffle the lines."""
    lines = data.split(b"\n")
    random.shuffle(lines)
    return b"\n".join(lines)


MUTATIONS: Sequence[Mutation] = (
    flip_bits, truncate, cut_out_slice, repeat_slice, splice, insert_slice, nest, lengthen_a_line, insert_oddities,
    change_encoding, change_numbers, shuffle_lines,
)  # fmt: skip


def _offset(random: Random, data: bytes) -> int:
    return random.randint(0, len(data))


def _slice(random: Random, data: bytes) -> tuple[int, int]:
    first = _offset(random, data)
    return first, min(len(data), first + int(len(data) ** random.random()))

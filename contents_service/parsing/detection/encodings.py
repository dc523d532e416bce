"""Bytes into lines: which encoding a text is in, by the surest sign that it gives.

In this order: the encoding that a person chose, a byte-order mark, escapes that only ISO-2022-JP has, UTF-8 (but for a
few bytes, with a note), NULs as UTF-16 and UTF-32 have them, what the text itself declares, Japanese by its kana, and
then what chardet finds likeliest. All of it over the whole file: a long table may be plain ASCII but for its last line.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

import chardet
from msgspec import Struct

from contents_service.errors import NotReadable
from contents_service.model import Note

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
LATIN_1 = ("iso-8859-1", "iso8859-1", "iso_8859-1", "latin-1", "latin1", "l1", "us-ascii", "ascii")
JAPANESE = ("cp932", "euc_jp")
LATIN = ("cp1252", "cp1250", "iso8859-2", "cp1254", "cp1257", "mac-roman", "cp850", "cp852")

STRAY_BYTES = 0.02
"""Of the characters beyond ASCII: up to so many broken ones, a text is UTF-8 into which something else was pasted."""
CONTROLS = 0.001
"""Of all bytes: text has next to no control characters, data has them everywhere."""
KANA = 0.25
"""Of the characters beyond ASCII: nearly all Japanese has so much kana, and nothing else read as Japanese has."""
LATIN_LETTERS = 0.4
"""Of the bytes of words beyond ASCII: the words of Latin scripts are mostly plain letters, those of others are not."""
LONE = 0.8
"""Of the bytes beyond ASCII: where so many stand alone they are letters and signs of a Latin script."""
LIKELIER = 0.015
"""By so much another Latin encoding must be likelier than Windows-1252, the commonest by far, to be believed."""
MOSTLY, FEW_NULS = 0.75, 0.2
"""Of the bytes: UTF-16 of plain letters is half NULs, and that of other scripts has fewer bytes that look plain."""
PLAIN = 0.02
"""Of the characters: text of any script has at least so many spaces, line ends, stops and plain letters."""
SAMPLE = 200_000
"""Bytes that chardet is given: all of it beyond ASCII, since plain lines between hide what the others say."""

_LETTERS = bytes(range(32, 127)) + b"\t\n\r"
_CONTROL = bytes(set(range(32)) - set(b"\t\n\v\f\r\b\x1b")) + b"\x7f"
_JAPANESE_ESCAPES = re.compile(rb"\x1b\$[@B]|\x1b\(J")
_DECLARED = re.compile(
    rb"""<meta[^>]{0,200}charset=["']?([\w.:-]+)|<\?xml[^>]{0,80}encoding=["']([\w.:-]+)|\A@charset\s"([\w.:-]+)"
    |\A(?:[^\n]*\n)?\s*\#[^\n]{0,80}coding[:=]\s*([\w.-]+)""",
    re.VERBOSE | re.IGNORECASE,
)
_LONE = re.compile(rb"(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])")
_RUNS = re.compile(rb"\S+")
_WORDS_BEYOND_ASCII = re.compile(rb"[A-Za-z]{0,40}[\x80-\xff][A-Za-z\x80-\xff]*")
_FULL_WIDTH_KANA = re.compile(r"[\u3041-\u3096\u30a1-\u30fc]+")
_STRAY = re.compile("[\udc80-\udcff]")
"""What Python makes of a byte that is no UTF-8."""
_PLAIN = re.compile(r"[\t\n\r -~。、，．\u3000]")
_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f\ue000-\uf8ff\ufffe\uffff]")
_SIGN_WITHIN_WORD = re.compile(r"[^\W\d_](?![’'‘´`\-–—·\xad])[^\x00-\x7f\w](?=[^\W\d_])|[^\W\d_][¹²³ªº](?=[^\W\d_])")
_ACCENTED = re.compile(r"(?![µªº])[^\W\d_\x00-\x7f]")
_LINE_END = re.compile(r"\r\n?")


class Decoded(Struct, frozen=True):
    """A text's lines as an editor shows them, and the encoding that they were in."""

    lines: tuple[str, ...]
    encoding: str
    notes: tuple[Note, ...] = ()


class _Text(Struct, frozen=True):
    text: str
    encoding: str
    note: Note | None = None


def decode(data: bytes, chosen: str | None) -> Decoded:
    """The lines of a text, in the encoding that a person chose, or that its bytes tell of."""
    found = _as_chosen(data, chosen) if chosen else _as_told(data)
    return Decoded(lines_of(found.text), found.encoding, (found.note,) if found.note else ())


def lines_of(text: str) -> tuple[str, ...]:
    """The lines of a text: each ends at LF, CRLF or CR and at nothing else; after the last stands an empty one."""
    return tuple((_LINE_END.sub("\n", text) if "\r" in text else text).split("\n"))


def is_text(data: bytes) -> bool:
    """Whether bytes are a text in any encoding, as against data."""
    marked = any(data.startswith(mark) for mark, _ in MARKS)
    return marked or _few_controls(data) or _wide(data) is not None


def _as_chosen(data: bytes, chosen: str) -> _Text:
    try:
        return _Text(data.decode(chosen).removeprefix("\ufeff"), codecs.lookup(chosen).name)
    except (LookupError, UnicodeError) as error:
        raise NotReadable("wrong_encoding", encoding=chosen) from error


def _as_told(data: bytes) -> _Text:
    told = _marked(data) or _escaped(data) or _utf8(data) or _wide(data) or _declared(data)
    if told:
        return told
    if not _few_controls(data):
        raise NotReadable("not_text", what="data, not text")
    guessed = _japanese(data) or _latin(data) or _likeliest(data)
    if not guessed:
        raise NotReadable("not_text", what="text in no encoding that is known, or data")
    return guessed


def _few_controls(data: bytes) -> bool:
    return len(data) - len(data.translate(None, _CONTROL)) <= CONTROLS * len(data)


# What is certain, or nearly.


def _marked(data: bytes) -> _Text | None:
    for mark, encoding in MARKS:
        if data.startswith(mark):
            body = data[len(mark) :]
            return _strictly(body, encoding) or _cut_off(body, encoding)
    return None


def _cut_off(body: bytes, encoding: str) -> _Text:
    """What is sound of a marked text; a damaged character is left out, and a note says so."""
    if encoding == "utf-8" and (nearly := _nearly_utf8(body)):
        return nearly
    note = Note("damaged_characters", "Some of its characters are damaged and were left out.")
    return _Text(body.decode(encoding, errors="ignore"), encoding, note)


def _escaped(data: bytes) -> _Text | None:
    return _strictly(data, "iso2022_jp") if _JAPANESE_ESCAPES.search(data) else None


def _utf8(data: bytes) -> _Text | None:
    if not _few_controls(data):
        return None
    return _strictly(data, "utf-8") or _nearly_utf8(data)


def _nearly_utf8(data: bytes) -> _Text | None:
    """UTF-8 with a few bytes of something else pasted into it, or cut off within its last character."""
    text, sound = data.decode("utf-8", errors="surrogateescape"), data.decode("utf-8", errors="ignore")
    first, strays = _STRAY.search(text), len(text) - len(sound)
    if not first or sound.isascii():
        return None
    cut_off = first.start() >= len(text) - 3
    if not cut_off and strays > STRAY_BYTES * _beyond(sound):
        return None
    if cut_off:
        message = "It breaks off within its last character, which was left out."
        return _Text(text[: first.start()], "utf-8", Note("damaged_characters", message))
    line = len(lines_of(text[: first.start()]))
    message = f"It is UTF-8, but for {strays:,} bytes (first on line {line:,}), read as Windows-1252."
    return _Text(_STRAY.sub(_pasted, text), "utf-8", Note("encoding_guessed", message))


def _beyond(text: str) -> int:
    """How many characters are not plain ASCII; counted so, since a regex takes a second for a million."""
    return len(text) - len(text.encode("ascii", errors="ignore"))


def _pasted(stray: re.Match[str]) -> str:
    """The character that a stray byte is in Windows-1252; none if it is none there either."""
    return bytes([ord(stray[0]) - 0xDC00]).decode("cp1252", errors="ignore")


def _wide(data: bytes) -> _Text | None:
    """UTF-16 or UTF-32 without a mark: the width and order in which it has plain spaces, line ends and full stops."""
    if _few_controls(data) or _ascii_with_nuls(data):
        return None
    head = data[: SAMPLE // 8 * 8]
    for encoding in sorted(WIDE, key=lambda encoding: -_plain_share(head, encoding)):
        found = _strictly(data, encoding, guessed=True)
        if found and _plain_share(head, encoding) >= PLAIN and not _NO_TEXT.search(found.text):
            return found
    return None


def _ascii_with_nuls(data: bytes) -> bool:
    """Whether it is plain letters with a few NULs among them, which is data, or a text that was damaged."""
    letters = len(data) - len(data.translate(None, _LETTERS))
    return letters > MOSTLY * len(data) and data.count(0) < FEW_NULS * len(data)


def _plain_share(data: bytes, encoding: str) -> float:
    text = data.decode(encoding, errors="ignore")
    return len(_PLAIN.findall(text)) / (len(text) or 1)


def _declared(data: bytes) -> _Text | None:
    """As a page, an XML file, a style sheet or a script says of itself at its beginning."""
    declared = _DECLARED.search(data[:1_024])
    if not declared or not declared.lastindex:
        return None
    named = declared[declared.lastindex].decode("ascii", errors="ignore").lower()
    encoding = "cp1252" if named in LATIN_1 else named  # as browsers do: nobody means the control characters
    found = _strictly(data, encoding)
    return found if found and not _NO_TEXT.search(found.text) else None


# What is likely.


def _japanese(data: bytes) -> _Text | None:
    texts = [text for encoding in JAPANESE if (text := _strictly(data, encoding, guessed=True))]
    best = max(texts, key=_kana_share, default=None)
    return best if best and _kana_share(best) >= KANA else None


def _kana_share(found: _Text) -> float:
    kana = sum(map(len, _FULL_WIDTH_KANA.findall(found.text)))
    return kana / max(_beyond(found.text), 1)


def _latin(data: bytes) -> _Text | None:
    """Windows-1252 and its kin: words that are mostly plain letters, or signs that stand alone."""
    sample = _beyond_ascii(data)
    words = _WORDS_BEYOND_ASCII.findall(sample)
    if not _is_latin(sample, words):
        return None
    scores = {codec: score - _signs_within_words(words, codec) for codec, score in _scores(data, LATIN)}
    commonest = scores.pop("cp1252", -1.0) + LIKELIER
    usual = sample.decode("cp1252", errors="replace")
    likelier = [codec for codec, score in sorted(scores.items(), key=lambda item: -item[1]) if score > commonest]
    if _ACCENTED.search(usual) or _signs_within_words(words, "cp1252"):
        differing = [codec for codec in likelier if sample.decode(codec, errors="replace") != usual]
    else:
        differing = []  # signs alone, such as © and °, tell chardet nothing
    tried = (_strictly(data, codec, guessed=True) for codec in (*differing, *LATIN))
    return next((text for text in tried if text and not _NO_TEXT.search(text.text)), None)


def _is_latin(sample: bytes, words: list[bytes]) -> bool:
    size = sum(map(len, words))
    beyond = len(sample.translate(None, bytes(range(128))))
    letters = size - beyond
    return letters >= LATIN_LETTERS * size or len(_LONE.findall(sample)) >= LONE * beyond


def _signs_within_words(words: list[bytes], codec: str) -> float:
    """The share of words that an encoding would put a sign into, such as the ¿ of `za¿alenie`."""
    text = "\n".join(word.decode(codec, errors="replace") for word in words[:5_000])
    return len(_SIGN_WITHIN_WORD.findall(text)) / max(len(words[:5_000]), 1)


def _likeliest(data: bytes) -> _Text | None:
    tried = (_strictly(data, codec, guessed=True) for codec, _ in _scores(data, None))
    return next((text for text in tried if text and not _NO_TEXT.search(text.text)), None)


def _scores(data: bytes, among: tuple[str, ...] | None) -> Iterator[tuple[str, float]]:
    """The encodings that chardet believes in, likeliest first, with how much it does."""
    sample = _beyond_ascii(data)
    found = chardet.detect_all(
        sample, ignore_threshold=True, compat_names=False, include_encodings=among, empty_input_encoding="cp1252"
    )
    for candidate in found:
        if candidate["encoding"]:
            yield codecs.lookup(candidate["encoding"]).name, candidate["confidence"]


def _beyond_ascii(data: bytes) -> bytes:
    """What stands between spaces and is not plain ASCII."""
    sample = bytearray()
    for run in _RUNS.finditer(data):
        if not run[0].isascii():
            sample += run[0][:SAMPLE] + b" "
        if len(sample) >= SAMPLE:
            break
    return bytes(sample)


def _strictly(data: bytes, encoding: str, *, guessed: bool = False) -> _Text | None:
    try:
        text = data.decode(encoding)
    except (LookupError, UnicodeError):
        return None
    note = Note("encoding_guessed", _GUESSED.format(encoding=encoding)) if guessed else None
    return _Text(text, codecs.lookup(encoding).name, note)


_GUESSED = "It does not say in which encoding it is; it was read as {encoding}. If letters look wrong, choose another."

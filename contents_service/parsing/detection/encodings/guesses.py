"""Guessing an encoding that a text does not name: Japanese by its kana, Latin by its words, others by chardet."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator

import chardet

from contents_service.parsing.detection.encodings.strict import (
    DecodedText,
    count_non_ascii,
    decode_strictly,
    is_plausible,
)

JAPANESE = ("cp932", "euc_jp")
LATIN = ("cp1252", "cp1250", "iso8859-2", "cp1254", "cp1257", "mac-roman", "cp850", "cp852")

MIN_KANA = 0.25
"""Share of kana in the characters that are not ASCII; nearly all Japanese has it, and nothing misread as Japanese."""
MIN_LATIN_LETTERS = 0.4
"""Share of ASCII letters in the words that are not all ASCII: words of Latin scripts are mostly plain letters."""
MIN_LONE_BYTES = 0.8
"""Share of the bytes that are not ASCII that stand alone if they are letters and signs of a Latin script."""
MIN_LEAD = 0.015
"""Confidence by which another Latin encoding must exceed Windows-1252, which is the most common by far."""
SAMPLE_BYTES = 200_000
"""Bytes to give chardet, only of words that are not ASCII, since plain lines between them would hide them."""
SAMPLE_WORDS = 5_000
"""Words in which signs are counted."""

_LONE_BYTE = re.compile(rb"(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])")
_RUN = re.compile(rb"\S+")
_NON_ASCII_WORD = re.compile(rb"[A-Za-z]{0,40}[\x80-\xff][A-Za-z\x80-\xff]*")
_FULL_WIDTH_KANA = re.compile(r"[\u3041-\u3096\u30a1-\u30fc]+")
_SIGN_WITHIN_WORD = re.compile(r"[^\W\d_](?![’'‘´`\-–—·\xad])[^\x00-\x7f\w](?=[^\W\d_])|[^\W\d_][¹²³ªº](?=[^\W\d_])")
_ACCENTED = re.compile(r"(?![µªº])[^\W\d_\x00-\x7f]")


def decode_guessed(data: bytes) -> DecodedText | None:
    """Decode a text from the likeliest encoding, with a note that it is a guess."""
    return (
        _decode_japanese(data)
        or _decode_latin(data)
        or _first_plausible(data, (codec for codec, _ in _scores(data, None)))
    )


def _decode_japanese(data: bytes) -> DecodedText | None:
    texts = [text for encoding in JAPANESE if (text := decode_strictly(data, encoding, guessed=True))]
    best = max(texts, key=_kana_share, default=None)
    return best if best and _kana_share(best) >= MIN_KANA else None


def _kana_share(decoded: DecodedText) -> float:
    kana = sum(map(len, _FULL_WIDTH_KANA.findall(decoded.text)))
    return kana / max(count_non_ascii(decoded.text), 1)


def _decode_latin(data: bytes) -> DecodedText | None:
    """Decode Windows-1252 and its kin, whose words are mostly plain letters, or whose signs stand alone."""
    sample = _non_ascii_runs(data)
    words = _NON_ASCII_WORD.findall(sample)
    if not _is_latin(sample, words):
        return None
    scores = {codec: score - _signs_within_words(words, codec) for codec, score in _scores(data, LATIN)}
    score_to_beat = scores.pop("cp1252", -1.0) + MIN_LEAD
    as_cp1252 = sample.decode("cp1252", errors="replace")
    likelier = [codec for codec, score in sorted(scores.items(), key=lambda item: -item[1]) if score > score_to_beat]
    if _ACCENTED.search(as_cp1252) or _signs_within_words(words, "cp1252"):
        different = [codec for codec in likelier if sample.decode(codec, errors="replace") != as_cp1252]
    else:
        different = []  # signs alone, such as © and °, tell chardet nothing
    return _first_plausible(data, (*different, *LATIN))


def _is_latin(sample: bytes, words: list[bytes]) -> bool:
    size = sum(map(len, words))
    non_ascii = len(sample.translate(None, bytes(range(128))))
    letters = size - non_ascii
    return letters >= MIN_LATIN_LETTERS * size or len(_LONE_BYTE.findall(sample)) >= MIN_LONE_BYTES * non_ascii


def _signs_within_words(words: list[bytes], codec: str) -> float:
    """Return the share of words that an encoding would put a sign into, such as the ¿ of `za¿alenie`."""
    text = "\n".join(word.decode(codec, errors="replace") for word in words[:SAMPLE_WORDS])
    return len(_SIGN_WITHIN_WORD.findall(text)) / max(len(words[:SAMPLE_WORDS]), 1)


def _first_plausible(data: bytes, codecs_to_try: Iterable[str]) -> DecodedText | None:
    texts = (decode_strictly(data, codec, guessed=True) for codec in codecs_to_try)
    return next((text for text in texts if text and is_plausible(text)), None)


def _scores(data: bytes, among: tuple[str, ...] | None) -> Iterator[tuple[str, float]]:
    """Yield the encodings that chardet finds possible, the likeliest first, with its confidence in each."""
    candidates = chardet.detect_all(
        _non_ascii_runs(data),
        ignore_threshold=True,
        compat_names=False,
        include_encodings=among,
        empty_input_encoding="cp1252",
    )
    for candidate in candidates:
        if candidate["encoding"]:
            yield codecs.lookup(candidate["encoding"]).name, candidate["confidence"]


def _non_ascii_runs(data: bytes) -> bytes:
    """Return the runs between spaces that are not all ASCII."""
    sample = bytearray()
    for run in _RUN.finditer(data):
        if not run[0].isascii():
            sample += run[0][:SAMPLE_BYTES] + b" "
        if len(sample) >= SAMPLE_BYTES:
            break
    return bytes(sample)

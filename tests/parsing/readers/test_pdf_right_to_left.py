"""Arabic and Hebrew words are read in their own letters and order, however a file writes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from helpers.pdf_making import Words, pdf

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

SALAM = ["\u0633", "\u0644", "\u0627", "\u0645"]
LAM_ALEF = ["\u0633", "\ufefb", "\u0645"]
"""The same word with the lam-alef ligature."""
LAM_ALEF_BY_NAME = ["\u0633", "\u0644\u0627", "\u0645"]
"""The same, with the ligature mapped to its two letters."""
PRESENTATION_FORMS = ["\ufeb3", "\ufefc", "\ufee1"]
SHALOM = ["\u05e9", "\u05dc", "\u05d5", "\u05dd"]


def text_of(words: Sequence[Words], letters: Sequence[str]) -> str:
    """Return what is read from a page whose font maps A, B, C and so on to these letters."""
    pairs = "".join(f"<{65 + at:02X}> <{letter.encode('utf-16-be').hex()}>" for at, letter in enumerate(letters))
    names = f"{len(letters)} beginbfchar {pairs} endbfchar"
    cmap = f"begincmap 1 begincodespacerange <00> <FF> endcodespacerange {names} endcmap"
    data = pdf(words, objects=[f"<< /Length {len(cmap)} >>\nstream\n{cmap}\nendstream"])
    named = data.replace(b"/Helvetica /Encoding /WinAnsiEncoding", b"/Helvetica /ToUnicode 6 0 R")
    return " ".join(block.text for block in reader.read(Source(name="it.pdf", data=named)).blocks)


def written_left_to_right(letters: Sequence[str]) -> list[Words]:
    """Return a word written as it looks, its last letter first."""
    return [Words("".join(chr(65 + at) for at in reversed(range(len(letters)))), 300)]


def written_right_to_left(letters: Sequence[str]) -> list[Words]:
    """Return a word written from its first letter on, at the right."""
    return [Words(chr(65 + at), 300 - 6.5 * at) for at in range(len(letters))]


def glyphs_with_actual_text(letters: Sequence[str]) -> list[Words]:
    """Return a word written as it looks, with the text of each glyph given."""
    count = len(letters)
    return [Words(chr(65 + at), 300 + 6.5 * (count - at), actual_text=letters[at]) for at in reversed(range(count))]


Writing = Callable[[Sequence[str]], list[Words]]


@pytest.mark.parametrize("written", [written_left_to_right, written_right_to_left, glyphs_with_actual_text])
@pytest.mark.parametrize(
    ("letters", "word"),
    [(SALAM, SALAM), (LAM_ALEF, SALAM), (LAM_ALEF_BY_NAME, SALAM), (PRESENTATION_FORMS, SALAM), (SHALOM, SHALOM)],
    ids=["letters", "lam-alef", "ligature", "shapes", "hebrew"],
)
def test_a_right_to_left_word_is_read_in_reading_order(
    written: Writing, letters: Sequence[str], word: Sequence[str]
) -> None:
    assert text_of(written(letters), letters) == "".join(word)


def test_only_words_written_from_the_left_are_reversed() -> None:
    away = [Words(word.text, word.x - 60, actual_text=word.actual_text) for word in glyphs_with_actual_text(SALAM)]

    assert text_of([*written_right_to_left(SALAM), *away], SALAM) == "".join([*SALAM, " ", *SALAM])


def test_a_diacritic_follows_its_letter() -> None:
    page = [Words("C", 300), Words("B", 307), Words("A", 307)]

    assert text_of(page, ["\u0633", "\u064e", "\u0645"]) == "\u0633\u064e\u0645"


def test_other_compatibility_characters_are_unchanged() -> None:
    assert text_of([Words("ABC")], ["\u00b2", "\u2126", "\u2460"]) == "\u00b2\u2126\u2460"

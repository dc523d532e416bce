"""Arabic and Hebrew words read from the right, in their letters, whichever way a file writes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from helpers.pdf_making import Words, pdf

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

SALAM = ["\u0633", "\u0644", "\u0627", "\u0645"]
LAM_ALEF = ["\u0633", "\ufefb", "\u0645"]
"""The same word with the one shape that lam and alef have together."""
LIGATURE = ["\u0633", "\u0644\u0627", "\u0645"]
"""The same where the file says of that shape which letters it is."""
SHAPES = ["\ufeb3", "\ufefc", "\ufee1"]
SHALOM = ["\u05e9", "\u05dc", "\u05d5", "\u05dd"]


def text_of(words: Sequence[Words], letters: Sequence[str]) -> str:
    """What is read of a page whose font calls its letters A, B, C and so on."""
    pairs = "".join(f"<{65 + at:02X}> <{letter.encode('utf-16-be').hex()}>" for at, letter in enumerate(letters))
    names = f"{len(letters)} beginbfchar {pairs} endbfchar"
    cmap = f"begincmap 1 begincodespacerange <00> <FF> endcodespacerange {names} endcmap"
    data = pdf(words, more=[f"<< /Length {len(cmap)} >>\nstream\n{cmap}\nendstream"])
    named = data.replace(b"/Helvetica /Encoding /WinAnsiEncoding", b"/Helvetica /ToUnicode 6 0 R")
    return " ".join(block.text for block in reader.read(Source(name="it.pdf", data=named)).blocks)


def from_the_left(letters: Sequence[str]) -> list[Words]:
    """A word written as it looks, its last letter first."""
    return [Words("".join(chr(65 + at) for at in reversed(range(len(letters)))), 300)]


def letter_by_letter(letters: Sequence[str]) -> list[Words]:
    """A word written from its first letter at the right on."""
    return [Words(chr(65 + at), 300 - 6.5 * at) for at in range(len(letters))]


def said_from_the_left(letters: Sequence[str]) -> list[Words]:
    """A word written as it looks by a program that says of each shape which letters it is."""
    count = len(letters)
    return [Words(chr(65 + at), 300 + 6.5 * (count - at), said=letters[at]) for at in reversed(range(count))]


Writing = Callable[[Sequence[str]], list[Words]]


@pytest.mark.parametrize("written", [from_the_left, letter_by_letter, said_from_the_left])
@pytest.mark.parametrize(
    ("letters", "word"),
    [(SALAM, SALAM), (LAM_ALEF, SALAM), (LIGATURE, SALAM), (SHAPES, SALAM), (SHALOM, SHALOM)],
    ids=["letters", "lam-alef", "ligature", "shapes", "hebrew"],
)
def test_a_word_is_read_from_the_right(written: Writing, letters: Sequence[str], word: Sequence[str]) -> None:
    assert text_of(written(letters), letters) == "".join(word)


def test_only_the_words_that_are_written_from_the_left_are_turned_round() -> None:
    away = [Words(word.text, word.x - 60, said=word.said) for word in said_from_the_left(SALAM)]

    assert text_of([*letter_by_letter(SALAM), *away], SALAM) == "".join([*SALAM, " ", *SALAM])


def test_a_sign_over_a_letter_follows_it() -> None:
    page = [Words("C", 300), Words("B", 307), Words("A", 307)]

    assert text_of(page, ["\u0633", "\u064e", "\u0645"]) == "\u0633\u064e\u0645"


def test_other_compatibility_characters_stay_as_they_are() -> None:
    assert text_of([Words("ABC")], ["\u00b2", "\u2126", "\u2460"]) == "\u00b2\u2126\u2460"

"""A letter whose accent is a glyph of its own is read as one letter."""

from __future__ import annotations

import pytest
from helpers.pdf_making import Words, pdf

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

END = 72 + 38.89
"""Right end, in points, of `Universit` set at 72."""


def text_of(*items: Words) -> str:
    return " ".join(block.text for block in reader.read(Source(name="it.pdf", data=pdf(items))).blocks)


@pytest.mark.parametrize(
    ("accent", "letter", "composed"),
    [("´", "e", "é"), ("`", "a", "à"), ("¨", "a", "ä"), ("ˆ", "e", "ê"), ("˜", "o", "õ")],
)
def test_an_accent_over_a_letter_is_composed_with_it(accent: str, letter: str, composed: str) -> None:
    text = text_of(Words("Universit", 72), Words(accent, END + 1.1), Words(letter, END), Words(" of Lyon", END + 5.56))

    assert text == f"Universit{composed} of Lyon"


def test_a_cedilla_under_a_letter_is_composed_with_it() -> None:
    assert text_of(Words("fa", 72), Words("c", 80.34), Words("¸", 81.1), Words("ade", 85.34)) == "façade"


@pytest.mark.parametrize("text", ["s^old^new", "aˆe", "˜user", "`echo`"])
def test_an_accent_next_to_a_letter_is_kept(text: str) -> None:
    assert text_of(Words(text, 72)) == text

"""A letter whose accent is a shape of its own is one letter."""

from __future__ import annotations

import pytest
from helpers.pdf_making import Words, pdf

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

END = 72 + 38.89
"""Where `Universit` ends that begins at 72."""


def text_of(*things: Words) -> str:
    return " ".join(block.text for block in reader.read(Source(name="it.pdf", data=pdf(things))).blocks)


@pytest.mark.parametrize(
    ("sign", "letter", "whole"), [("´", "e", "é"), ("`", "a", "à"), ("¨", "a", "ä"), ("ˆ", "e", "ê"), ("˜", "o", "õ")]
)
def test_an_accent_over_a_letter_is_one_with_it(sign: str, letter: str, whole: str) -> None:
    said = text_of(Words("Universit", 72), Words(sign, END + 1.1), Words(letter, END), Words(" of Lyon", END + 5.56))

    assert said == f"Universit{whole} of Lyon"


def test_a_cedilla_under_a_letter_is_one_with_it() -> None:
    assert text_of(Words("fa", 72), Words("c", 80.34), Words("¸", 81.1), Words("ade", 85.34)) == "façade"


@pytest.mark.parametrize("said", ["s^old^new", "aˆe", "˜user", "`echo`"])
def test_a_sign_beside_a_letter_stays(said: str) -> None:
    assert text_of(Words(said, 72)) == said

"""A line of a PDF whose letters are spaced out is words."""

from __future__ import annotations

import pytest
from helpers.pdf_making import Words, body, pdf

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.pdf.letter_spacing import is_spaced_out
from contents_service.parsing.readers.source import Source


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("W I N T E R   S T O R A G E", "WINTER STORAGE"),
        ("C o n t e n t s", "Contents"),
        ("N A C H T R A G  2  Z U M  V E R T R A G", "NACHTRAG 2 ZUM VERTRAG"),
    ],
)
@pytest.mark.parametrize("monospaced", [False, True])
def test_letters_spaced_out_by_typed_spaces_are_words(typed: str, read: str, *, monospaced: bool) -> None:
    title = Words(typed, 72, 650, 14, bold=not monospaced, monospaced=monospaced)
    parsed = reader.read(Source(name="a.pdf", data=pdf([*body(780), title, *body(600)])))
    assert read in [block.text for block in parsed.blocks]


@pytest.mark.parametrize("text", ["A B C D E F G", "A C B D A", "x x x x x", "1 2 3 4 5", "I am a b c", "a b c d"])
def test_other_single_letters_stay_apart(text: str) -> None:
    assert not is_spaced_out(text)

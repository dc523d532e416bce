"""The address that a link of a PDF leads to stands beside its words."""

from __future__ import annotations

import pytest
from helpers.pdf_making import Words, body, pdf

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

FORM = "https://shop.example.org/returns"


def text_of(line: str, words: str, address: str, *, action: str = "URI") -> str:
    """Return the text of a page with a line in which some words are a link."""
    left = 72 + 6 * line.index(words)
    rect = f"[{left} 597 {left + 6 * len(words)} 609]"
    target = f"/URI ({address})" if action == "URI" else "/D [0 /Fit]"
    link = f"<< /Type /Annot /Subtype /Link /Rect {rect} /A << /S /{action} {target} >> >>"
    page = [*body(780), Words(line, 72, 600, 10, monospaced=True), *body(500)]
    data = pdf(page, objects=[link], page_entries="/Annots [6 0 R]")
    return "\n".join(block.text for block in reader.read(Source(name="a.pdf", data=data)).blocks)


@pytest.mark.parametrize("words", ["form", "returns"])
def test_the_address_follows_the_words_of_the_link(words: str) -> None:
    assert f"Use the {words} <{FORM}> page." in text_of(f"Use the {words} page.", words, FORM)


@pytest.mark.parametrize("words", ["shop.example.org/returns", "https://shop.example.org/returns", "example.org"])
def test_an_address_that_the_words_say_is_not_repeated(words: str) -> None:
    assert f"See {words} for more." in text_of(f"See {words} for more.", words, FORM)


def test_a_link_within_the_document_has_no_address() -> None:
    assert "See page 3 for more." in text_of("See page 3 for more.", "page 3", "", action="GoTo")


@pytest.mark.parametrize("address", ["javascript:alert(1)", "https://a.example/" + "x" * 300])
def test_an_address_for_machines_is_not_shown(address: str) -> None:
    assert "Use the form now." in text_of("Use the form now.", "form", address)

"""Values filled into a form are read once, next to their labels."""

from __future__ import annotations

import pytest
from helpers.pdf_making import PageItem, Words, body, pdf

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

FIRST_OBJECT = 6
APPEARANCE = (
    "<< /Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F 3 0 R >> >> /Length 40 >>\n"
    "stream\nBT /F 10 Tf 2 5 Td (Erika Mustermann) Tj  ET\nendstream"
)
"""Appearance stream of a field with the value `Erika Mustermann`."""


def field(kind: str, value: str, x: float, y: float, *, entries: str = "") -> str:
    """Return a field with a meaningless name."""
    rect = f"[{x} {y - 4} {x + 140} {y + 12}]"
    return f"<< /Type /Annot /Subtype /Widget /FT /{kind} /T (f1_{x}{y}) /V ({value}) /Rect {rect} {entries} >>"


def checkbox(x: float, y: float, *, ticked: bool) -> str:
    state = "/Yes" if ticked else "/Off"
    return (
        f"<< /Type /Annot /Subtype /Widget /FT /Btn /T (f2_{x}{y}) /V {state} /AS {state} "
        f"/Rect [{x} {y - 2} {x + 11} {y + 9}] /AP << /N << /Yes 5 0 R >> >> >>"
    )


def text_of(items: list[PageItem], *widgets: str, appearance: str = "") -> str:
    names = " ".join(f"{FIRST_OBJECT + at} 0 R" for at in range(len(widgets)))
    data = pdf(
        [*body(800), *items, *body(400)],
        catalog=f"/AcroForm << /Fields [{names}] >>",
        objects=[*widgets, *([appearance] if appearance else [])],
        page_entries=f"/Annots [{names}]",
    )
    return "\n".join(block.text for block in reader.read(Source(name="form.pdf", data=data)).blocks)


@pytest.mark.parametrize(("kind", "entries"), [("Tx", ""), ("Ch", "/Ff 131072 /Opt [(Post) (Van)]")])
def test_a_value_follows_the_label_on_its_left(kind: str, entries: str) -> None:
    text = text_of([Words("Sent by", 72, 600)], field(kind, "Van", 160, 600, entries=entries))

    assert "\nSent by Van\n" in text
    assert "f1_" not in text


def test_a_value_follows_the_label_above_it() -> None:
    text = text_of([Words("Your full name", 72, 600)], field("Tx", "Erika Mustermann", 72, 582))

    assert "\nYour full name\nErika Mustermann\n" in text


def test_two_fields_in_a_row_keep_their_own_labels() -> None:
    labels: list[PageItem] = [Words("First name", 72, 600), Words("Last name", 320, 600)]

    text = text_of(labels, field("Tx", "Mustermann", 390, 600), field("Tx", "Erika", 140, 600))

    assert "\nFirst name Erika Last name Mustermann\n" in text


def test_fields_in_a_column_keep_their_labels() -> None:
    labels: list[PageItem] = [Words(name, 72, 600 - 24 * at) for at, name in enumerate(("Name", "Town", "Order"))]
    values = [field("Tx", value, 200, 600 - 24 * at) for at, value in enumerate(("Erika", "Bonn", "4711"))]

    assert "Name | Erika\nTown | Bonn\nOrder | 4711" in text_of(labels, *values)


def test_a_tick_precedes_the_label_of_its_checkbox() -> None:
    labels: list[PageItem] = [Words("Was it opened?", 72, 600), Words("Yes", 180, 600), Words("No", 240, 600)]

    text = text_of(labels, checkbox(165, 600, ticked=False), checkbox(225, 600, ticked=True))

    assert "\nWas it opened? Yes [x] No\n" in text


def test_a_value_with_an_appearance_stream_is_read_once() -> None:
    widget = field("Tx", "Erika Mustermann", 160, 600, entries="/AP << /N 7 0 R >>")

    assert text_of([Words("Name", 72, 600)], widget, appearance=APPEARANCE).count("Erika Mustermann") == 1


def test_a_value_that_is_also_printed_is_read_once() -> None:
    printed: list[PageItem] = [Words("Name", 72, 600), Words("Erika Mustermann", 162, 600)]

    assert text_of(printed, field("Tx", "Erika Mustermann", 160, 600)).count("Erika Mustermann") == 1


def typed_over(kind: str, value: str, x: float, y: float, *, flags: int = 4) -> str:
    rect = f"[{x} {y - 4} {x + 140} {y + 12}]"
    return f"<< /Type /Annot /Subtype /{kind} /Contents ({value}) /DA (/F 10 Tf) /F {flags} /Rect {rect} >>"


@pytest.mark.parametrize("kind", ["FreeText", "Stamp"])
def test_text_typed_over_a_page_is_read_beside_its_label(kind: str) -> None:
    labels: list[PageItem] = [Words("Goods on offer:", 72, 600), Words("Days wanted:", 72, 580)]
    text = text_of(labels, typed_over(kind, "smoked trout", 200, 600), typed_over(kind, "each Friday", 200, 580))

    assert "Goods on offer: smoked trout" in text
    assert "Days wanted: each Friday" in text


@pytest.mark.parametrize("flags", [2, 32], ids=["hidden", "not viewed"])
def test_hidden_text_typed_over_a_page_is_not_read(flags: int) -> None:
    assert "trout" not in text_of([Words("Goods:", 72, 600)], typed_over("FreeText", "trout", 200, 600, flags=flags))


def test_text_typed_over_a_page_without_a_form_is_read() -> None:
    data = pdf(
        [*body(800), Words("Goods:", 72, 600), *body(400)],
        objects=[typed_over("FreeText", "smoked trout", 200, 600)],
        page_entries=f"/Annots [{FIRST_OBJECT} 0 R]",
    )
    text = "\n".join(block.text for block in reader.read(Source(name="a.pdf", data=data)).blocks)
    assert "Goods: smoked trout" in text

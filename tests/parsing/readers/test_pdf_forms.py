"""What was filled into a form stands beside what it was filled in for, once."""

from __future__ import annotations

import pytest
from helpers.pdf_making import Thing, Words, body, pdf

from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

FIRST_OBJECT = 6
LOOKS = (
    "<< /Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F 3 0 R >> >> /Length 40 >>\n"
    "stream\nBT /F 10 Tf 2 5 Td (Erika Mustermann) Tj  ET\nendstream"
)
"""How a field looks that says `Erika Mustermann`."""


def field(kind: str, value: str, x: float, y: float, *, more: str = "") -> str:
    """A field whose name says nothing to anyone."""
    rect = f"[{x} {y - 4} {x + 140} {y + 12}]"
    return f"<< /Type /Annot /Subtype /Widget /FT /{kind} /T (f1_{x}{y}) /V ({value}) /Rect {rect} {more} >>"


def box(x: float, y: float, *, ticked: bool) -> str:
    state = "/Yes" if ticked else "/Off"
    return (
        f"<< /Type /Annot /Subtype /Widget /FT /Btn /T (f2_{x}{y}) /V {state} /AS {state} "
        f"/Rect [{x} {y - 2} {x + 11} {y + 9}] /AP << /N << /Yes 5 0 R >> >> >>"
    )


def text_of(things: list[Thing], *widgets: str, looks: str = "") -> str:
    names = " ".join(f"{FIRST_OBJECT + at} 0 R" for at in range(len(widgets)))
    data = pdf(
        [*body(800), *things, *body(400)],
        catalog=f"/AcroForm << /Fields [{names}] >>",
        more=[*widgets, *([looks] if looks else [])],
        page_more=f"/Annots [{names}]",
    )
    return "\n".join(block.text for block in reader.read(Source(name="form.pdf", data=data)).blocks)


@pytest.mark.parametrize(("kind", "more"), [("Tx", ""), ("Ch", "/Ff 131072 /Opt [(Post) (Van)]")])
def test_a_value_stands_beside_its_label(kind: str, more: str) -> None:
    text = text_of([Words("Sent by", 72, 600)], field(kind, "Van", 160, 600, more=more))

    assert "\nSent by Van\n" in text
    assert "f1_" not in text


def test_a_value_stands_under_its_label_where_that_is_above() -> None:
    text = text_of([Words("Your full name", 72, 600)], field("Tx", "Erika Mustermann", 72, 582))

    assert "\nYour full name\nErika Mustermann\n" in text


def test_values_of_two_fields_in_a_row_stand_each_beside_its_own_label() -> None:
    labels: list[Thing] = [Words("First name", 72, 600), Words("Last name", 320, 600)]

    text = text_of(labels, field("Tx", "Mustermann", 390, 600), field("Tx", "Erika", 140, 600))

    assert "\nFirst name Erika Last name Mustermann\n" in text


def test_fields_under_each_other_keep_their_labels() -> None:
    labels: list[Thing] = [Words(name, 72, 600 - 24 * at) for at, name in enumerate(("Name", "Town", "Order"))]
    values = [field("Tx", value, 200, 600 - 24 * at) for at, value in enumerate(("Erika", "Bonn", "4711"))]

    assert "Name | Erika\nTown | Bonn\nOrder | 4711" in text_of(labels, *values)


def test_a_tick_stands_before_what_is_ticked() -> None:
    labels: list[Thing] = [Words("Was it opened?", 72, 600), Words("Yes", 180, 600), Words("No", 240, 600)]

    text = text_of(labels, box(165, 600, ticked=False), box(225, 600, ticked=True))

    assert "\nWas it opened? Yes [x] No\n" in text


def test_a_value_is_read_once_though_it_has_a_look_too() -> None:
    widget = field("Tx", "Erika Mustermann", 160, 600, more="/AP << /N 7 0 R >>")

    assert text_of([Words("Name", 72, 600)], widget, looks=LOOKS).count("Erika Mustermann") == 1


def test_a_value_is_read_once_though_it_is_printed_too() -> None:
    printed: list[Thing] = [Words("Name", 72, 600), Words("Erika Mustermann", 162, 600)]

    assert text_of(printed, field("Tx", "Erika Mustermann", 160, 600)).count("Erika Mustermann") == 1

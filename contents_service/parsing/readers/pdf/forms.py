"""What people filled into a PDF's form, which is not in its pages' text, put beside what it is filled in for."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from msgspec import Struct

from contents_service.parsing.readers.pdf.line import Box, Line, same_row

FIELDS = 2_000
VALUE_CHARACTERS = 10_000

XFA = (pdfium_c.FORMTYPE_XFA_FULL, pdfium_c.FORMTYPE_XFA_FOREGROUND)
PLACEHOLDER = "Please wait"
"""What a form that only its own program can show says on its one page."""

TICK = "[x]"

NEAR = 1.0
"""Times a line's height: so near above a field stands its label, if none stands beside it; a tick's is beside it."""

SIZE = 10.0
"""Points, of what is filled in on a page without any text."""

_TICKED = (pdfium_c.FPDF_FORMFIELD_CHECKBOX, pdfium_c.FPDF_FORMFIELD_RADIOBUTTON)
_WRITTEN = (pdfium_c.FPDF_FORMFIELD_TEXTFIELD, pdfium_c.FPDF_FORMFIELD_COMBOBOX, pdfium_c.FPDF_FORMFIELD_LISTBOX)


class Field(Struct, frozen=True):
    """A field that is filled in or ticked: its name, what it says, and its place in the page's own space."""

    name: str
    value: str
    box: Box


def fields_on(page: pdfium.PdfPage, form: Any) -> list[Field]:
    """The fields of a page that someone filled in or ticked."""
    found: list[Field] = []
    for at in range(min(pdfium_c.FPDFPage_GetAnnotCount(page), FIELDS)):
        with _annotation(page, at) as annotation:
            if annotation and (field := _field(form, annotation)):
                found.append(field)
    return found


def with_fields(segments: Iterable[Line], fields: Iterable[Field], turned: Callable[..., Box]) -> list[Line]:
    """The segments of a page with what is filled in at its place; what the page says there anyway is not repeated."""
    placed = list(segments)
    for field in fields:
        box = turned(*field.box)
        if not any(same_row(line.box, box) and _overlaps(line, box) and field.value in line.text for line in placed):
            at, is_labelled = _place(placed, box, near=0.0 if field.value == TICK else NEAR)
            text = field.value if is_labelled or not field.name else _named(field)
            size = placed[min(at, len(placed) - 1)].size if placed else SIZE
            placed.insert(at, Line(text, *box, size=size))
    return placed


def _named(field: Field) -> str:
    return f"{field.value} {field.name}" if field.value == TICK else f"{field.name}: {field.value}"


def _place(segments: Sequence[Line], box: Box, near: float) -> tuple[int, bool]:
    """Where in the order of the content a field belongs, and whether its label is next to it."""
    row = [at for at, line in enumerate(segments) if same_row(line.box, box)]
    if left := [at for at in row if segments[at].left < box[0]]:
        return max(left, key=lambda at: segments[at].left) + 1, True
    if row:
        return min(row, key=lambda at: segments[at].left), True
    above = [at for at, line in enumerate(segments) if line.bottom >= box[1]]
    if not above:
        return 0, False
    nearest = min(above, key=lambda at: (not _overlaps(segments[at], box), segments[at].bottom, -at))
    return nearest + 1, _labels_from_above(segments[nearest], box, near)


def _labels_from_above(label: Line, box: Box, near: float) -> bool:
    """Whether a line above a field says what it is for, and does not end a paragraph."""
    is_near = _overlaps(label, box) and label.bottom - box[3] < near * label.height
    return is_near and not label.text.endswith(".")


def _overlaps(line: Line, box: Box) -> bool:
    return line.left < box[2] and line.right > box[0]


@contextmanager
def _annotation(page: pdfium.PdfPage, at: int) -> Iterator[Any]:
    annotation = pdfium_c.FPDFPage_GetAnnot(page, at)
    try:
        yield annotation
    finally:
        if annotation:
            pdfium_c.FPDFPage_CloseAnnot(annotation)


def _field(form: Any, annotation: Any) -> Field | None:
    if pdfium_c.FPDFAnnot_GetSubtype(annotation) != pdfium_c.FPDF_ANNOT_WIDGET:
        return None
    name = _text(pdfium_c.FPDFAnnot_GetFormFieldAlternateName, form, annotation)
    name = name or _text(pdfium_c.FPDFAnnot_GetFormFieldName, form, annotation)
    value, rect = _value(form, annotation), pdfium_c.FS_RECTF()
    pdfium_c.FPDFAnnot_GetRect(annotation, rect)
    return Field(name, value, (rect.left, rect.bottom, rect.right, rect.top)) if value else None


def _value(form: Any, annotation: Any) -> str:
    kind = pdfium_c.FPDFAnnot_GetFormFieldType(form, annotation)
    if kind in _TICKED:
        return TICK if pdfium_c.FPDFAnnot_IsChecked(form, annotation) else ""
    written = _text(pdfium_c.FPDFAnnot_GetFormFieldValue, form, annotation) if kind in _WRITTEN else ""
    return " ".join(written.split())


def _text(call: Callable[..., int], form: Any, annotation: Any) -> str:
    size = min(call(form, annotation, None, 0), 2 * VALUE_CHARACTERS)
    buffer = (ctypes.c_ushort * (size // 2 + 1))()
    call(form, annotation, buffer, ctypes.sizeof(buffer))
    return bytes(buffer).decode("utf-16-le", errors="ignore").partition("\0")[0].strip()

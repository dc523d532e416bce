"""Values filled into AcroForm fields, and text typed over a page, placed next to their labels.

Neither is part of the page text.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from msgspec import Struct
from msgspec.structs import replace

from contents_service.parsing.readers.pdf.line import Box, TextLine, is_same_row

MAX_FIELDS = 2_000
"""Maximum number of annotations looked at on a page."""

MAX_VALUE_CHARACTERS = 10_000
"""Maximum length of a field's value, in characters."""

XFA_FORM_TYPES = (pdfium_c.FORMTYPE_XFA_FULL, pdfium_c.FORMTYPE_XFA_FOREGROUND)
"""Form types that only an XFA viewer can display."""

XFA_PLACEHOLDER = "Please wait"
"""Text on the only page of a PDF whose form needs an XFA viewer."""

TICK = "[x]"
"""Text for a checkbox or radio button that is ticked."""

MAX_LABEL_DISTANCE = 1.0
"""Maximum distance of a label above its field, as a multiple of the line height; a checkbox's label is never above it.
"""

DEFAULT_FONT_SIZE = 10.0
"""Font size in points of values on a page without text."""

_TYPED_OVER = (pdfium_c.FPDF_ANNOT_FREETEXT, pdfium_c.FPDF_ANNOT_STAMP)
_NOT_SHOWN = pdfium_c.FPDF_ANNOT_FLAG_HIDDEN | pdfium_c.FPDF_ANNOT_FLAG_NOVIEW
_CHECKABLE_TYPES = (pdfium_c.FPDF_FORMFIELD_CHECKBOX, pdfium_c.FPDF_FORMFIELD_RADIOBUTTON)
_TEXT_TYPES = (pdfium_c.FPDF_FORMFIELD_TEXTFIELD, pdfium_c.FPDF_FORMFIELD_COMBOBOX, pdfium_c.FPDF_FORMFIELD_LISTBOX)


class FormField(Struct, frozen=True):
    """A field that is filled in or ticked, or a text typed over the page, which has no name.

    The box is in the page's own coordinates.
    """

    name: str
    value: str
    box: Box


def read_fields(page: pdfium.PdfPage, form: Any | None) -> list[FormField]:
    """Return the fields of a page that are filled in or ticked, and the texts typed over it; `form` if it has one."""
    found: list[FormField] = []
    for at in range(min(pdfium_c.FPDFPage_GetAnnotCount(page), MAX_FIELDS)):
        with _annotation(page, at) as annotation:
            if annotation and (field := _read_field(form, annotation)):
                found.append(field)
    return found


def insert_fields(
    segments: Iterable[TextLine], fields: Iterable[FormField], transform: Callable[..., Box]
) -> list[TextLine]:
    """Return the segments of a page with the field values in place, but not those that are in the page text anyway."""
    placed = list(segments)
    for field in fields:
        box = transform(*field.box)
        if any(_shows_value(line, field.value, box) for line in placed):
            continue
        max_distance = 0.0 if field.value == TICK else MAX_LABEL_DISTANCE
        at, is_labelled = _find_position(placed, box, max_distance)
        label = placed[at - 1] if at and is_labelled else None
        if label and label.text.endswith(":") and is_same_row(label.box, box):
            placed[at - 1] = _with_value(label, field.value, box)
            continue
        text = field.value if is_labelled or not field.name else _with_name(field)
        size = placed[min(at, len(placed) - 1)].size if placed else DEFAULT_FONT_SIZE
        placed.insert(at, TextLine(text, *box, size=size))
    return placed


def _shows_value(line: TextLine, value: str, box: Box) -> bool:
    """Whether a line of the page text shows a field's value at the field's place."""
    return is_same_row(line.box, box) and _overlaps_horizontally(line, box) and value in line.text


def _with_value(label: TextLine, value: str, box: Box) -> TextLine:
    """Return a label with the value that belongs to it, so that neither is taken for a column of its own."""
    return replace(label, text=f"{label.text} {value}", right=max(label.right, box[2]))


def _with_name(field: FormField) -> str:
    return f"{field.value} {field.name}" if field.value == TICK else f"{field.name}: {field.value}"


def _find_position(segments: Sequence[TextLine], box: Box, max_distance: float) -> tuple[int, bool]:
    """Return the index at which a field belongs in the content order, and whether its label is next to it."""
    row = [at for at, line in enumerate(segments) if is_same_row(line.box, box)]
    if left := [at for at in row if segments[at].left < box[0]]:
        return max(left, key=lambda at: segments[at].left) + 1, True
    if row:
        return min(row, key=lambda at: segments[at].left), True
    above = [at for at, line in enumerate(segments) if line.bottom >= box[1]]
    if not above:
        return 0, False
    nearest = min(above, key=lambda at: (not _overlaps_horizontally(segments[at], box), segments[at].bottom, -at))
    return nearest + 1, _is_label_above(segments[nearest], box, max_distance)


def _is_label_above(label: TextLine, box: Box, max_distance: float) -> bool:
    """Whether a line above a field is its label, not the end of a paragraph."""
    is_near = _overlaps_horizontally(label, box) and label.bottom - box[3] < max_distance * label.height
    return is_near and not label.text.endswith(".")


def _overlaps_horizontally(line: TextLine, box: Box) -> bool:
    return line.left < box[2] and line.right > box[0]


@contextmanager
def _annotation(page: pdfium.PdfPage, at: int) -> Iterator[Any]:
    annotation = pdfium_c.FPDFPage_GetAnnot(page, at)
    try:
        yield annotation
    finally:
        if annotation:
            pdfium_c.FPDFPage_CloseAnnot(annotation)


def _read_field(form: Any, annotation: Any) -> FormField | None:
    kind = pdfium_c.FPDFAnnot_GetSubtype(annotation)
    if kind in _TYPED_OVER:
        return _read_typed_text(annotation)
    if form is None or kind != pdfium_c.FPDF_ANNOT_WIDGET:
        return None
    name = _read_text(pdfium_c.FPDFAnnot_GetFormFieldAlternateName, form, annotation)
    name = name or _read_text(pdfium_c.FPDFAnnot_GetFormFieldName, form, annotation)
    value = _read_value(form, annotation)
    return FormField(name, value, _box_of(annotation)) if value else None


def _read_typed_text(annotation: Any) -> FormField | None:
    """Return a text typed over the page, or a stamp with words, unless it is hidden."""
    if pdfium_c.FPDFAnnot_GetFlags(annotation) & _NOT_SHOWN:
        return None

    def contents(_form: None, of: Any, buffer: Any, size: int) -> int:
        return int(pdfium_c.FPDFAnnot_GetStringValue(of, b"Contents", buffer, size))

    text = " ".join(_read_text(contents, None, annotation).split())
    return FormField("", text, _box_of(annotation)) if text else None


def _box_of(annotation: Any) -> Box:
    rect = pdfium_c.FS_RECTF()
    pdfium_c.FPDFAnnot_GetRect(annotation, rect)
    return (rect.left, rect.bottom, rect.right, rect.top)


def _read_value(form: Any, annotation: Any) -> str:
    kind = pdfium_c.FPDFAnnot_GetFormFieldType(form, annotation)
    if kind in _CHECKABLE_TYPES:
        return TICK if pdfium_c.FPDFAnnot_IsChecked(form, annotation) else ""
    written = _read_text(pdfium_c.FPDFAnnot_GetFormFieldValue, form, annotation) if kind in _TEXT_TYPES else ""
    return " ".join(written.split())


def _read_text(call: Callable[..., int], form: Any, annotation: Any) -> str:
    size = min(call(form, annotation, None, 0), 2 * MAX_VALUE_CHARACTERS)
    buffer = (ctypes.c_ushort * (size // 2 + 1))()
    call(form, annotation, buffer, ctypes.sizeof(buffer))
    return bytes(buffer).decode("utf-16-le", errors="ignore").partition("\0")[0].strip()

"""What people filled into a PDF's form, which is not in its pages' text."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

FIELDS = 2_000
VALUE_CHARACTERS = 10_000

XFA = (pdfium_c.FORMTYPE_XFA_FULL, pdfium_c.FORMTYPE_XFA_FOREGROUND)
PLACEHOLDER = "Please wait"
"""What a form that only its own program can show says on its one page."""

_TICKED = (pdfium_c.FPDF_FORMFIELD_CHECKBOX, pdfium_c.FPDF_FORMFIELD_RADIOBUTTON)
_WRITTEN = (pdfium_c.FPDF_FORMFIELD_TEXTFIELD, pdfium_c.FPDF_FORMFIELD_COMBOBOX, pdfium_c.FPDF_FORMFIELD_LISTBOX)


def values_on(page: pdfium.PdfPage, form: Any) -> list[str]:
    """Each filled field of a page as `Name: value`, or the name alone of what is ticked."""
    found: list[str] = []
    for at in range(min(pdfium_c.FPDFPage_GetAnnotCount(page), FIELDS)):
        with _annotation(page, at) as annotation:
            if annotation and (said := _said(form, annotation)):
                found.append(said)
    return found


@contextmanager
def _annotation(page: pdfium.PdfPage, at: int) -> Iterator[Any]:
    annotation = pdfium_c.FPDFPage_GetAnnot(page, at)
    try:
        yield annotation
    finally:
        if annotation:
            pdfium_c.FPDFPage_CloseAnnot(annotation)


def _said(form: Any, annotation: Any) -> str:
    if pdfium_c.FPDFAnnot_GetSubtype(annotation) != pdfium_c.FPDF_ANNOT_WIDGET:
        return ""
    kind = pdfium_c.FPDFAnnot_GetFormFieldType(form, annotation)
    name = _text(pdfium_c.FPDFAnnot_GetFormFieldAlternateName, form, annotation)
    name = name or _text(pdfium_c.FPDFAnnot_GetFormFieldName, form, annotation)
    if kind in _TICKED:
        return name if pdfium_c.FPDFAnnot_IsChecked(form, annotation) else ""
    value = _text(pdfium_c.FPDFAnnot_GetFormFieldValue, form, annotation) if kind in _WRITTEN else ""
    return f"{name}: {value}" if name and value else value


def _text(call: Callable[..., int], form: Any, annotation: Any) -> str:
    size = min(call(form, annotation, None, 0), 2 * VALUE_CHARACTERS)
    buffer = (ctypes.c_ushort * (size // 2 + 1))()
    call(form, annotation, buffer, ctypes.sizeof(buffer))
    return bytes(buffer).decode("utf-16-le", errors="ignore").partition("\0")[0].strip()

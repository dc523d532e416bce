"""Small PDFs for tests, written object by object so that each shows only one thing."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pypdf

WIDTH, HEIGHT = 595, 842

COURIER = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>"

LOREM = (
    "The warehouse staff must notify the customer within fourteen days of the delivery.",
    "A returning customer may send the goods back without any additional charges.",
    "Our office confirms the refund before the parcel leaves the house of the customer.",
)


@dataclass(frozen=True)
class Words:
    """A text run at a position in points, measured from the lower left corner of the page."""

    text: str
    x: float = 72
    y: float = 700
    size: float = 10
    bold: bool = False
    render_mode: int = 0
    """Text rendering mode: 0 fills, 3 is invisible."""
    monospaced: bool = False
    """Whether it is set in a monospaced font, as code is."""
    upward: bool = False
    """Whether it runs up the page, as on a page that is displayed rotated."""
    slanted: bool = False
    """Whether it runs diagonally, as a watermark does."""
    word_spacing: float = 0
    """Extra width of each space in points, as in a justified line."""
    actual_text: str = ""
    """Replacement text (`ActualText`) that the file gives for its glyphs."""

    def operators(self) -> str:
        """Return its content stream operators."""
        escaped = self.text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        font = "/C" if self.monospaced else "/B" if self.bold else "/F"
        direction = "0 1 -1 0" if self.upward else ".7 .7 -.7 .7" if self.slanted else "1 0 0 1"
        style = f"{self.render_mode} Tr {self.word_spacing} Tw {font} {self.size} Tf"
        shown = f"BT {style} {direction} {self.x} {self.y} Tm ({escaped}) Tj ET"
        actual_text = self.actual_text.encode("utf-16-be").hex()
        return f"/Span << /ActualText <FEFF{actual_text}> >> BDC {shown} EMC" if actual_text else shown


@dataclass(frozen=True)
class Picture:
    """A picture on a part of the page: its lower left corner and its size in points."""

    x: float = 0
    y: float = 0
    width: float = WIDTH
    height: float = HEIGHT

    def operators(self) -> str:
        """Return its content stream operators."""
        return f"q {self.width} 0 0 {self.height} {self.x} {self.y} cm /I Do Q"


@dataclass(frozen=True)
class Shapes:
    """Small strokes, like glyphs that a program draws as outlines."""

    count: int

    def operators(self) -> str:
        """Return its content stream operators."""
        return "\n".join(
            f"{72 + 4 * index % 400} {700 - index} m {75 + 4 * index % 400} {704 - index} l S"
            for index in range(self.count)
        )


@dataclass(frozen=True)
class RulingLine:
    """A straight line from one point to another."""

    start: tuple[float, float]
    end: tuple[float, float]

    def operators(self) -> str:
        """Return its content stream operators."""
        return "{} {} m {} {} l S".format(*self.start, *self.end)


PageItem = Words | Picture | Shapes | RulingLine


def lines(
    texts: Iterable[str], *, x: float = 72, top: float = 700, size: float = 10, leading: float = 14
) -> list[Words]:
    """Return lines one below the other."""
    return [Words(text, x, top - index * leading, size) for index, text in enumerate(texts)]


def side_by_side(
    *columns: Sequence[str], xs: Sequence[float], top: float = 700, leading: float = 14, row_offset: float = 0
) -> list[Words]:
    """Return columns written row by row; each starts `row_offset` points lower than the one before."""
    rows = range(max(map(len, columns)))
    return [
        Words(column[row], x, top - row * leading - index * row_offset)
        for row in rows
        for index, (x, column) in enumerate(zip(xs, columns, strict=True))
        if row < len(column) and column[row]
    ]


def body(top: float = 600) -> list[Words]:
    """Return a few lines of body text."""
    return lines(LOREM * 2, top=top)


def pdf(
    *pages: Sequence[PageItem], rotate: int = 0, catalog: str = "", objects: Sequence[str] = (), page_entries: str = ""
) -> bytes:
    """Return a PDF of these pages.

    `objects` are further objects, numbered from 6, that entries of the catalog or the pages refer to.
    """
    first_page = 6 + len(objects)
    page_references = " ".join(f"{first_page + 2 * index} 0 R" for index in range(len(pages)))
    picture = zlib.compress(bytes(64))
    written: list[bytes] = [
        f"<< /Type /Catalog /Pages 2 0 R {catalog} >>".encode(),
        f"<< /Type /Pages /Count {len(pages)} /Kids [{page_references}] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
        _stream(picture, "/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 8 /ColorSpace /DeviceGray"
                " /Filter /FlateDecode"),
        *(text.encode("latin-1") for text in objects),
    ]  # fmt: skip
    for index, items in enumerate(pages):
        content = "\n".join(item.operators() for item in items).encode("cp1252")
        written.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Rotate {rotate} {page_entries}"
            f" /Resources << /Font << /F 3 0 R /B 4 0 R /C {COURIER} >> /XObject << /I 5 0 R >> >>"
            f" /Contents {first_page + 2 * index + 1} 0 R >>".encode()
        )
        written.append(_stream(content, ""))
    return _file(written)


def with_bookmarks(data: bytes, *bookmarks: tuple[str, int, int]) -> bytes:
    """Return the PDF with bookmarks: title, page from 1, depth from 0."""
    writer = pypdf.PdfWriter(io.BytesIO(data))
    parents: list[pypdf.generic.IndirectObject] = []
    for title, page, depth in bookmarks:
        parent = parents[depth - 1] if depth else None
        parents[depth:] = [writer.add_outline_item(title=title, page_number=page - 1, parent=parent)]
    return _written(writer)


def locked(data: bytes, *, user: str, owner: str) -> bytes:
    """Return the PDF encrypted, with a password to open it or only an owner password."""
    writer = pypdf.PdfWriter(io.BytesIO(data))
    writer.encrypt(user, owner, algorithm="AES-256")
    return _written(writer)


def _written(writer: pypdf.PdfWriter) -> bytes:
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def _stream(content: bytes, entries: str) -> bytes:
    return f"<< /Length {len(content)} {entries} >>\nstream\n".encode() + content + b"\nendstream"


def _file(objects: Sequence[bytes]) -> bytes:
    out, offsets = io.BytesIO(), list[int]()
    out.write(b"%PDF-1.7\n")
    for number, content in enumerate(objects, 1):
        offsets.append(out.tell())
        out.write(f"{number} 0 obj\n".encode() + content + b"\nendobj\n")
    table = out.tell()
    out.write(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode())
    out.write("".join(f"{offset:010} 00000 n \n" for offset in offsets).encode())
    out.write(f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n".encode())
    return out.getvalue()

"""Small PDFs for tests, written object by object so that each shows one thing only."""

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
    """Words at a place of a page, measured from its lower left."""

    text: str
    x: float = 72
    y: float = 700
    size: float = 10
    bold: bool = False
    mode: int = 0
    fixed: bool = False
    """Whether they are set as code is, in letters of one width."""
    upward: bool = False
    """Whether they run up the page, as on a page that is turned to be read."""
    askew: bool = False
    """Whether they run across the page, as a watermark does."""
    spacing: float = 0
    """Points by which each space is wider, as in a line that is justified."""
    said: str = ""
    """What the file says that they are, where its shapes do not tell."""

    def drawn(self) -> str:
        """As content of a page."""
        escaped = self.text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        font = "/C" if self.fixed else "/B" if self.bold else "/F"
        turn = "0 1 -1 0" if self.upward else ".7 .7 -.7 .7" if self.askew else "1 0 0 1"
        style = f"{self.mode} Tr {self.spacing} Tw {font} {self.size} Tf"
        shown = f"BT {style} {turn} {self.x} {self.y} Tm ({escaped}) Tj ET"
        said = self.said.encode("utf-16-be").hex()
        return f"/Span << /ActualText <FEFF{said}> >> BDC {shown} EMC" if said else shown


@dataclass(frozen=True)
class Picture:
    """A picture over a part of the page: its lower left corner and its size."""

    x: float = 0
    y: float = 0
    width: float = WIDTH
    height: float = HEIGHT

    def drawn(self) -> str:
        """As content of a page."""
        return f"q {self.width} 0 0 {self.height} {self.x} {self.y} cm /I Do Q"


@dataclass(frozen=True)
class Shapes:
    """Small drawn shapes, as letters are where a program draws them."""

    count: int

    def drawn(self) -> str:
        """As content of a page."""
        return "\n".join(
            f"{72 + 4 * at % 400} {700 - at} m {75 + 4 * at % 400} {704 - at} l S" for at in range(self.count)
        )


@dataclass(frozen=True)
class Rule:
    """A straight line from one point to another."""

    start: tuple[float, float]
    end: tuple[float, float]

    def drawn(self) -> str:
        """As content of a page."""
        return "{} {} m {} {} l S".format(*self.start, *self.end)


Thing = Words | Picture | Shapes | Rule


def lines(
    texts: Iterable[str], *, x: float = 72, top: float = 700, size: float = 10, leading: float = 14
) -> list[Words]:
    """Lines one under the other."""
    return [Words(text, x, top - index * leading, size) for index, text in enumerate(texts)]


def side_by_side(
    *columns: Sequence[str], xs: Sequence[float], top: float = 700, leading: float = 14, lower: float = 0
) -> list[Words]:
    """Columns written row by row, from one over into the next; each stands lower by so much than the one before."""
    rows = range(max(map(len, columns)))
    return [
        Words(column[row], x, top - row * leading - at * lower)
        for row in rows
        for at, (x, column) in enumerate(zip(xs, columns, strict=True))
        if row < len(column) and column[row]
    ]


def body(top: float = 600) -> list[Words]:
    """A few lines as most of a document is."""
    return lines(LOREM * 2, top=top)


def pdf(
    *pages: Sequence[Thing], rotate: int = 0, catalog: str = "", more: Sequence[str] = (), page_more: str = ""
) -> bytes:
    """A PDF of these pages; `more` are further objects, numbered from 6 on, that `catalog` or `page_more` refer to."""
    first_page = 6 + len(more)
    kids = " ".join(f"{first_page + 2 * index} 0 R" for index in range(len(pages)))
    picture = zlib.compress(bytes(64))
    objects: list[bytes] = [
        f"<< /Type /Catalog /Pages 2 0 R {catalog} >>".encode(),
        f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
        _stream(picture, "/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 8 /ColorSpace /DeviceGray"
                " /Filter /FlateDecode"),
        *(text.encode("latin-1") for text in more),
    ]  # fmt: skip
    for index, things in enumerate(pages):
        content = "\n".join(thing.drawn() for thing in things).encode("cp1252")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Rotate {rotate} {page_more}"
            f" /Resources << /Font << /F 3 0 R /B 4 0 R /C {COURIER} >> /XObject << /I 5 0 R >> >>"
            f" /Contents {first_page + 2 * index + 1} 0 R >>".encode()
        )
        objects.append(_stream(content, ""))
    return _file(objects)


def with_bookmarks(data: bytes, *bookmarks: tuple[str, int, int]) -> bytes:
    """A PDF with bookmarks: title, page from 1, depth from 0."""
    writer = pypdf.PdfWriter(io.BytesIO(data))
    above: list[pypdf.generic.IndirectObject] = []
    for title, page, depth in bookmarks:
        parent = above[depth - 1] if depth else None
        above[depth:] = [writer.add_outline_item(title=title, page_number=page - 1, parent=parent)]
    return _written(writer)


def locked(data: bytes, *, user: str, owner: str) -> bytes:
    """A PDF with a password to open it, or with an empty one and only an owner's."""
    writer = pypdf.PdfWriter(io.BytesIO(data))
    writer.encrypt(user, owner, algorithm="AES-256")
    return _written(writer)


def _written(writer: pypdf.PdfWriter) -> bytes:
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def _stream(content: bytes, more: str) -> bytes:
    return f"<< /Length {len(content)} {more} >>\nstream\n".encode() + content + b"\nendstream"


def _file(objects: Sequence[bytes]) -> bytes:
    out, places = io.BytesIO(), list[int]()
    out.write(b"%PDF-1.7\n")
    for number, content in enumerate(objects, 1):
        places.append(out.tell())
        out.write(f"{number} 0 obj\n".encode() + content + b"\nendobj\n")
    table = out.tell()
    out.write(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode())
    out.write("".join(f"{place:010} 00000 n \n" for place in places).encode())
    out.write(f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n".encode())
    return out.getvalue()

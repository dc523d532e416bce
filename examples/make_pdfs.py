"""Make the samples that are not plain text: PDFs, scans, a picture and a Word file.

    python examples/make_pdfs.py

The files are kept in the repository; run this again after changing their text. It needs `fpdf2`, `pillow`
and `pypdfium2`.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pypdfium2
from fpdf import FPDF
from PIL import Image, ImageDraw

HERE = Path(__file__).parent
FOLDER = HERE / "home" / "eric" / "support"
MADE = datetime(2024, 10, 1, tzinfo=UTC)  # a fixed date, so that the same text makes the same file
SCAN_DPI = 90
SCAN_QUALITY = 35
SCANNED_PAGE_OF_TERMS = 3

Page = Sequence[str]
"""The paragraphs of a page; those that begin with `# ` or `## ` are headings."""


def pages_of(name: str) -> list[Page]:
    """Return a document's pages: lines of `---` separate pages, blank lines separate paragraphs."""
    text = (HERE / "pdf_sources" / f"{name}.txt").read_text()
    return [[" ".join(paragraph.split()) for paragraph in page.split("\n\n")] for page in text.split("\n\n---\n\n")]


class Sheet(FPDF):
    """An A4 document with the header and footer of an office's documents."""

    def __init__(self, running_title: str) -> None:
        super().__init__(format="A4")
        self.running_title = running_title
        self.scanned_pages: set[int] = set()
        self.set_creation_date(MADE)
        self.set_margin(22)
        self.set_auto_page_break(auto=True, margin=22)

    def header(self) -> None:
        """Write the company's line at the top of each page that is not a scan."""
        if self.page_no() in self.scanned_pages:
            return
        self.set_font("Helvetica", size=8)
        self.cell(0, 6, f"Larkspoke Cycle Parts - {self.running_title}", new_x="LMARGIN", new_y="NEXT")
        self.ln(8)

    def footer(self) -> None:
        """Write the page number at the foot of each page that is not a scan."""
        if self.page_no() in self.scanned_pages:
            return
        self.set_y(-16)
        self.set_font("Helvetica", size=8)
        self.cell(0, 6, f"Page {self.page_no()}", align="C")

    def write_page(self, page: Page) -> None:
        """Add a page of headings and paragraphs."""
        self.add_page()
        for paragraph in page:
            self._write(paragraph)

    def _write(self, paragraph: str) -> None:
        marks, _, words = paragraph.partition(" ") if paragraph.startswith("#") else ("", "", paragraph)
        size = {"#": 20, "##": 14}.get(marks, 11)
        if marks:
            self.start_section(words, level=len(marks) - 1)
        self.set_font("Helvetica", style="B" if marks else "", size=size)
        self.multi_cell(0, size * 0.5, words, new_x="LMARGIN", new_y="NEXT")
        self.ln(3)


def text_pdf(title: str, pages: Sequence[Page]) -> bytes:
    """Return a PDF with text."""
    sheet = Sheet(title)
    sheet.set_title(title)
    for page in pages:
        sheet.write_page(page)
    return bytes(sheet.output())


def page_pictures(pdf: bytes) -> list[io.BytesIO]:
    """Return the pages of a PDF as pictures, as a scanner makes them."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [_picture_of(page) for page in document]
    finally:
        document.close()


def _picture_of(page: pypdfium2.PdfPage) -> io.BytesIO:
    picture = io.BytesIO()
    image = page.render(scale=SCAN_DPI / 72, grayscale=True).to_pil()
    image.save(picture, "JPEG", quality=SCAN_QUALITY)
    return picture


def scanned_pdf(pdf: bytes) -> bytes:
    """Return a PDF as a scan: pictures of its pages, without text."""
    scan = FPDF(format="A4")
    scan.set_creation_date(MADE)
    for picture in page_pictures(pdf):
        scan.add_page()
        scan.image(picture, x=0, y=0, w=scan.w, h=scan.h)
    return bytes(scan.output())


def partly_scanned_pdf(title: str, pages: Sequence[Page], scanned_page: int) -> bytes:
    """Return a PDF with text, except for one page that is a picture."""
    pictures = page_pictures(text_pdf(title, pages))
    sheet = Sheet(title)
    sheet.set_title(title)
    for number, page in enumerate(pages, start=1):
        if number == scanned_page:
            sheet.scanned_pages.add(number)
            sheet.add_page()
            sheet.image(pictures[number - 1], x=0, y=0, w=sheet.w, h=sheet.h)
        else:
            sheet.write_page(page)
    return bytes(sheet.output())


def brake_diagram() -> bytes:
    """Return a drawing of a disc and its caliper."""
    image = Image.new("L", (320, 240), 255)
    draw = ImageDraw.Draw(image)
    draw.ellipse((40, 20, 240, 220), outline=0, width=6)
    draw.ellipse((120, 100, 160, 140), outline=0, width=4)
    draw.rectangle((220, 80, 270, 160), outline=0, width=5)
    picture = io.BytesIO()
    image.save(picture, "PNG", optimize=True)
    return picture.getvalue()


def word_file() -> bytes:
    """Return a Word file: a zip of XML."""
    namespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    words = "Prices of 2022, no longer valid."
    document = (
        f'<w:document xmlns:w="{namespace}"><w:body><w:p><w:r><w:t>{words}</w:t></w:r></w:p></w:body></w:document>'
    )
    types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (("[Content_Types].xml", types), ("word/document.xml", document)):
            archive.writestr(zipfile.ZipInfo(name, MADE.timetuple()[:6]), text)
    return packed.getvalue()


def main() -> None:
    """Write all samples to their folder."""
    samples = {
        "returns-policy.pdf": text_pdf("Returns policy", pages_of("returns-policy")),
        "supplier-terms.pdf": partly_scanned_pdf(
            "Terms for suppliers", pages_of("supplier-terms"), SCANNED_PAGE_OF_TERMS
        ),
        "trailer-assembly-scan.pdf": scanned_pdf(text_pdf("Trailer assembly sheet", pages_of("trailer-assembly-scan"))),
        "brake-diagram.png": brake_diagram(),
        "price-list-2022.docx": word_file(),
    }
    for name, content in samples.items():
        (FOLDER / name).write_bytes(content)


if __name__ == "__main__":
    main()

"""The lines of a page joined into blocks under their headings: paragraphs, table rows and code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, pairwise
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from contents_service.model import Block
from contents_service.parsing.readers.paragraphs import MAX_LEAD_IN_CHARACTERS
from contents_service.parsing.readers.pdf.heading_styles import SIZE_TOLERANCE
from contents_service.parsing.readers.pdf.headings import Headings, PdfHeading
from contents_service.parsing.readers.pdf.highlight_regions import find_regions
from contents_service.parsing.readers.pdf.hyphenation import Dehyphenator
from contents_service.parsing.readers.pdf.line import TextLine
from contents_service.parsing.readers.pdf.page import PdfPage
from contents_service.parsing.readers.pdf.tables import CELL_SEPARATOR

PARAGRAPH_GAP = 1.35
"""Minimum distance between paragraphs, as a multiple of the page's usual line distance."""

DEFAULT_LEADING = 1.2
"""Assumed line distance on a page with a single line, as a multiple of the font size."""

MIN_INDENT = 0.8
"""Minimum indent of a paragraph's first line, as a share of the font size."""

LETTER_WIDTH = 0.5
"""Assumed letter width, as a share of the font size, to judge whether a word would have fitted on the line above."""

_LIST_MARK = re.compile(r"^(?:[•‣◦▪■●○–—*-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])\s", re.IGNORECASE)
_COLUMN_NAME = re.compile(r"\D{1,40}(?<![.;!?])")
_COLUMN_NAME_OR_YEAR = re.compile(r"(?=.*[^\W\d_]|(?:19|20)\d\d$)\w.{0,39}(?<![.;!?])")
"""A column name above row names, where the first cell is empty; it may contain a digit: `Q1`."""

_DOT_LEADER = re.compile(r"(?:[.…·_]\s?){4,}\s*\S{1,12}$")
_UNFINISHED = re.compile(r"[^.!?:;]$")

MIN_CODE_LINES = 2
"""Minimum number of monospaced lines in a row that make a code block."""

TYPEWRITTEN_SHARE = 0.9
"""Share of monospaced characters from which the whole document is typewritten and has no code blocks."""

BLANK_LINE_GAP = 1.7
"""Minimum distance between lines of code with a blank line between them, as a multiple of the line distance."""

Path = tuple[str, ...]


class _OpenHeading(Struct, frozen=True):
    """A heading that the following blocks belong to."""

    text: str
    level: float


def build_blocks(pages: Sequence[PdfPage], headings: Headings, dehyphenator: Dehyphenator) -> Iterator[Block]:
    """Yield all headings and paragraphs in order; none crosses a page break, but a header row counts beyond it."""
    for block, below in pairwise(chain(_repeat_header_rows(_build_page_blocks(pages, headings, dehyphenator)), [None])):
        if block:
            yield _bind_lead_in(block, below) if below else block


def _bind_lead_in(block: Block, below: Block) -> Block:
    """Return a block, kept with the next one if it introduces it: a table, code, or anything after a colon."""
    is_near = (block.page, block.path) == (below.page, below.path)
    if block.kind != "prose" or len(block.text) > MAX_LEAD_IN_CHARACTERS or not is_near:
        return block
    if below.kind == "row":
        return replace(block, context=below.context, keep_with_next=True)  # with the same context they share a passage
    return replace(block, keep_with_next=below.kind == "code" or block.text.endswith(":"))


def _repeat_header_rows(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks, with the header row as context also where a table continues on the next page."""
    above: Block | None = None
    for block in blocks:
        continues = above is not None and _continues_table(above, block)
        above = replace(block, context=above.context) if above and continues else block
        yield above


def _continues_table(above: Block, below: Block) -> bool:
    """Whether a table without a header row directly follows one with at least as many columns."""
    if not (above.kind == below.kind == "row" and above.context and below.context is None):
        return False
    return below.text.count(CELL_SEPARATOR) <= above.context.count(CELL_SEPARATOR)


def _build_page_blocks(pages: Sequence[PdfPage], headings: Headings, dehyphenator: Dehyphenator) -> Iterator[Block]:
    """Yield the headings and the blocks between them, page by page."""
    open_headings: list[_OpenHeading] = []
    monospaced = sum(len(line.text) for page in pages for line in page.lines if line.monospaced)
    has_code = 0 < monospaced < TYPEWRITTEN_SHARE * sum(len(line.text) for page in pages for line in page.lines)
    for page, following in zip(pages, [*pages[1:], None], strict=True):
        start, next_line = 0, following.lines[0] if following and following.lines else None
        for index, heading in sorted(
            (position, heading) for (number, position), heading in headings.items() if number == page.number
        ):
            yield from _build_section_blocks(
                page, page.lines[start:index], _heading_path(open_headings), dehyphenator, has_code=has_code
            )
            open_headings = _open_heading(open_headings, heading)
            start = max(index + heading.line_count, start)
            regions = find_regions(page, page.lines[index : index + heading.line_count], heading.text)
            yield Block(
                kind="heading", text=heading.text, page=page.number, path=_heading_path(open_headings), regions=regions
            )
        yield from _build_section_blocks(
            page, page.lines[start:], _heading_path(open_headings), dehyphenator, next_line, has_code=has_code
        )


def _open_heading(open_headings: Sequence[_OpenHeading], heading: PdfHeading) -> list[_OpenHeading]:
    """Return the headings that are open after a heading: the higher ones, then itself."""
    return [
        *(opened for opened in open_headings if opened.level < heading.level),
        _OpenHeading(heading.text, heading.level),
    ]


def _heading_path(open_headings: Sequence[_OpenHeading]) -> Path:
    return tuple(heading.text for heading in open_headings)


def _build_section_blocks(
    page: PdfPage,
    lines: Sequence[TextLine],
    path: Path,
    dehyphenator: Dehyphenator,
    next_line: TextLine | None = None,
    *,
    has_code: bool,
) -> Iterator[Block]:
    """Yield the blocks of consecutive lines without a heading."""
    leading = _measure_leading(page.lines)
    for (is_table, is_monospaced), group in groupby(
        lines, key=lambda line: (line.cell_count > 0, has_code and line.monospaced)
    ):
        group_lines = list(group)
        if is_table:
            yield from _build_rows(page, group_lines, path)
        elif is_monospaced and len(group_lines) >= MIN_CODE_LINES:
            yield _build_code(page, group_lines, path)
        else:
            for paragraph in _split_paragraphs(group_lines, leading):
                text, alternatives = dehyphenator.join(paragraph, next_line if paragraph[-1] is lines[-1] else None)
                regions = find_regions(page, paragraph, text)
                yield Block(kind="prose", text=text, page=page.number, path=path, extra=alternatives, regions=regions)


def _build_code(page: PdfPage, lines: Sequence[TextLine], path: Path) -> Block:
    """Make a code block, line by line with its indents; a wider gap is a blank line."""
    char_width = max(median((line.right - line.left) / len(line.text) for line in lines), 1.0)
    leading, left_edge = _measure_leading(lines), min(line.left for line in lines)
    text = ""
    for above, line in pairwise([lines[0], *lines]):
        line_break = "\n\n" if above.bottom - line.bottom > BLANK_LINE_GAP * leading else "\n"
        text += f"{line_break}{' ' * round((line.left - left_edge) / char_width)}{line.text}{'-' * line.ends_mid_word}"
    text = text.removeprefix("\n")
    return Block(kind="code", text=text, page=page.number, path=path, regions=find_regions(page, lines, text))


def _build_rows(page: PdfPage, rows: Sequence[TextLine], path: Path) -> Iterator[Block]:
    """Yield a table's rows, with the header row as context if there is one."""
    first = rows[0]
    context = first.text if _is_header_row(first, rows[1:]) else None
    block = Block(kind="row", text="", page=page.number, path=path, context=context)
    for row in rows:
        yield replace(block, text=row.text, keep_with_next=row is first, regions=find_regions(page, [row], row.text))


def _is_header_row(first: TextLine, others: Sequence[TextLine]) -> bool:
    """Whether a row names the columns: short names without digits, or bold above rows that are not."""
    corner, *rest = first.text.split(CELL_SEPARATOR)
    all_named = all(map(_COLUMN_NAME.fullmatch, (corner, *rest)))
    are_above_row_names = (
        not corner and len(rest) == first.cell_count - 1 > 1 and all(map(_COLUMN_NAME_OR_YEAR.fullmatch, rest))
    )
    return all_named or are_above_row_names or (first.bold and not any(row.bold for row in others))


def _split_paragraphs(lines: Sequence[TextLine], leading: float) -> Iterator[list[TextLine]]:
    """Split the lines where a paragraph begins."""
    paragraph: list[TextLine] = list(lines[:1])
    for above, line in pairwise(lines):
        if _begins_paragraph(paragraph, above, line, leading):
            yield paragraph
            paragraph = []
        paragraph.append(line)
    if paragraph:
        yield paragraph


def _begins_paragraph(paragraph: Sequence[TextLine], above: TextLine, line: TextLine, leading: float) -> bool:
    """Whether a line begins a paragraph: by its list mark, position or style, or by room left on the line above."""
    if above.ends_mid_word:
        return False
    resized = abs(above.size - line.size) > max(SIZE_TOLERANCE, 0.1 * line.size)
    if resized or _LIST_MARK.match(line.text) or _DOT_LEADER.search(above.text):
        return True
    distance = above.bottom - line.bottom
    if distance < 0:  # another column, where the sentence may continue
        return not _continues_sentence(above, line)
    if distance > PARAGRAPH_GAP * leading or above.bold != line.bold:
        return True
    if line.left - above.left > MIN_INDENT * line.size and not _LIST_MARK.match(paragraph[0].text):
        return above.left - paragraph[0].left < MIN_INDENT * line.size and len(paragraph) > 1
    return _has_room_for_word(paragraph, above, line)


def _has_room_for_word(paragraph: Sequence[TextLine], above: TextLine, line: TextLine) -> bool:
    """Whether the first word of a line would have fitted on the line above, which so ended on purpose."""
    edge = max(line.right, *(earlier.right for earlier in paragraph))
    word_width = (len(line.text.split(maxsplit=1)[0]) + 1) * LETTER_WIDTH * line.size
    return edge - above.right > word_width + line.size and not _continues_sentence(above, line)


def _continues_sentence(above: TextLine, line: TextLine) -> bool:
    return bool(_UNFINISHED.search(above.text)) and line.text[:1].islower()


def _measure_leading(lines: Sequence[TextLine]) -> float:
    """Return the usual line distance of a page, in points."""
    distances = [above.bottom - below.bottom for above, below in pairwise(lines)]
    usual = [distance for distance, line in zip(distances, lines, strict=False) if 0 < distance < 3 * line.size]
    return median(usual) if usual else DEFAULT_LEADING * max((line.size for line in lines), default=0.0)

"""The lines of a page as paragraphs, each under its headings: running text, rows of tables, code as it is laid out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, pairwise
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from contents_service.model import Block
from contents_service.parsing.readers.paragraphs import LEAD_IN
from contents_service.parsing.readers.pdf.heading_styles import SAME_SIZE
from contents_service.parsing.readers.pdf.headings import Heading, Headings
from contents_service.parsing.readers.pdf.highlight_regions import ink_of
from contents_service.parsing.readers.pdf.hyphenation import Vocabulary
from contents_service.parsing.readers.pdf.line import Line
from contents_service.parsing.readers.pdf.page import Page
from contents_service.parsing.readers.pdf.tables import BETWEEN_CELLS

WIDER_GAP = 1.35
"""Times the page's usual distance of lines: what stands lower begins a paragraph."""

USUAL_LEADING = 1.2
"""Times the type size: the distance of lines on a page that has only one."""

INDENT = 0.8
"""Of the type size: a first line set in by so much begins a paragraph."""

LETTER_WIDTH = 0.5
"""Of the type size: by which it is judged whether a word would have fitted on the line above."""

_LIST_MARK = re.compile(r"^(?:[•‣◦▪■●○–—*-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])\s", re.IGNORECASE)
_NAME = re.compile(r"\D{1,40}(?<![.;!?])")
_NAME_OR_YEAR = re.compile(r"(?=.*[^\W\d_]|(?:19|20)\d\d$)\w.{0,39}(?<![.;!?])")
"""Where the first cell is empty, as it is above the names of rows: a name may have a figure, `Q1`."""

_LEADER = re.compile(r"(?:[.…·_]\s?){4,}\s*\S{1,12}$")
_UNFINISHED = re.compile(r"[^.!?:;]$")

CODE_LINES = 2
TYPED = 0.9
"""So many lines of letters of one width are code; a document of which so large a share is set so is a typed one."""

BLANK_LINE = 1.7
"""Times the distance of lines of code: what stands so much lower follows a blank one."""

Path = tuple[str, ...]


class _Above(Struct, frozen=True):
    """A heading that what follows stands under."""

    text: str
    level: float


def blocks_of(pages: Sequence[Page], headings: Headings, vocabulary: Vocabulary) -> Iterator[Block]:
    """Every heading and paragraph of the pages in order; none runs over a page's end, but a header row heads all."""
    for block, below in pairwise(chain(_with_headers(_blocks(pages, headings, vocabulary)), [None])):
        if block:
            yield _leading_in(block, below) if below else block


def _leading_in(block: Block, below: Block) -> Block:
    """A block, bound to what is below if that is announced by it: a table, code, or whatever follows a colon."""
    is_near = (block.page, block.path) == (below.page, below.path)
    if block.kind != "prose" or len(block.text) > LEAD_IN or not is_near:
        return block
    if below.kind == "row":
        return replace(block, context=below.context, keep_with_next=True)  # with the same context they share a passage
    return replace(block, keep_with_next=below.kind == "code" or block.text.endswith(":"))


def _with_headers(blocks: Iterable[Block]) -> Iterator[Block]:
    """The same, a table that goes on on the next page with the header row that it began with."""
    above: Block | None = None
    for block in blocks:
        goes_on = above is not None and _is_same_table(above, block)
        above = replace(block, context=above.context) if above and goes_on else block
        yield above


def _is_same_table(above: Block, below: Block) -> bool:
    """Whether a table without a header row follows right upon one with no fewer columns."""
    if not (above.kind == below.kind == "row" and above.context and below.context is None):
        return False
    return below.text.count(BETWEEN_CELLS) <= above.context.count(BETWEEN_CELLS)


def _blocks(pages: Sequence[Page], headings: Headings, vocabulary: Vocabulary) -> Iterator[Block]:
    above: list[_Above] = []
    fixed = sum(len(line.text) for page in pages for line in page.lines if line.fixed)
    has_code = 0 < fixed < TYPED * sum(len(line.text) for page in pages for line in page.lines)
    for page, following in zip(pages, [*pages[1:], None], strict=True):
        start, after = 0, following.lines[0] if following and following.lines else None
        for index, heading in sorted((at, found) for (number, at), found in headings.items() if number == page.number):
            yield from _paragraphs(page, page.lines[start:index], _path(above), vocabulary, has_code=has_code)
            above = _under(above, heading)
            start = max(index + heading.lines, start)
            ink = ink_of(page, page.lines[index : index + heading.lines], heading.text)
            yield Block(kind="heading", text=heading.text, page=page.number, path=_path(above), regions=ink)
        yield from _paragraphs(page, page.lines[start:], _path(above), vocabulary, after, has_code=has_code)


def _under(above: Sequence[_Above], heading: Heading) -> list[_Above]:
    """The headings that stand above what follows a heading: those higher than it, then itself."""
    return [*(one for one in above if one.level < heading.level), _Above(heading.text, heading.level)]


def _path(above: Sequence[_Above]) -> Path:
    return tuple(one.text for one in above)


def _paragraphs(
    page: Page, lines: Sequence[Line], path: Path, vocabulary: Vocabulary, after: Line | None = None, *, has_code: bool
) -> Iterator[Block]:
    leading = _leading(page.lines)
    for (is_table, is_fixed), group in groupby(lines, key=lambda line: (line.cells > 0, has_code and line.fixed)):
        part = list(group)
        if is_table:
            yield from _rows(page, part, path)
        elif is_fixed and len(part) >= CODE_LINES:
            yield _code(page, part, path)
        else:
            for paragraph in _parted(part, leading):
                text, others = vocabulary.running(paragraph, after if paragraph[-1] is lines[-1] else None)
                ink = ink_of(page, paragraph, text)
                yield Block(kind="prose", text=text, page=page.number, path=path, extra=others, regions=ink)


def _code(page: Page, lines: Sequence[Line], path: Path) -> Block:
    """Code, a line a line, set in as it stands on the page; a wider space is a blank line."""
    width = max(median((line.right - line.left) / len(line.text) for line in lines), 1.0)
    leading, outermost = _leading(lines), min(line.left for line in lines)
    text = ""
    for above, line in pairwise([lines[0], *lines]):
        breaks = "\n\n" if above.bottom - line.bottom > BLANK_LINE * leading else "\n"
        text += f"{breaks}{' ' * round((line.left - outermost) / width)}{line.text}{'-' * line.broken}"
    text = text.removeprefix("\n")
    return Block(kind="code", text=text, page=page.number, path=path, regions=ink_of(page, lines, text))


def _rows(page: Page, rows: Sequence[Line], path: Path) -> Iterator[Block]:
    """A table's rows, each with the header row as its context if there is one."""
    first = rows[0]
    context = first.text if _heads(first, rows[1:]) else None
    block = Block(kind="row", text="", page=page.number, path=path, context=context)
    for row in rows:
        yield replace(block, text=row.text, keep_with_next=row is first, regions=ink_of(page, [row], row.text))


def _heads(first: Line, others: Sequence[Line]) -> bool:
    """Whether a row names the columns: shortly, all of them, without a figure, or bold above others that are not."""
    corner, *rest = first.text.split(BETWEEN_CELLS)
    names = all(map(_NAME.fullmatch, (corner, *rest)))
    above_rows = not corner and len(rest) == first.cells - 1 > 1 and all(map(_NAME_OR_YEAR.fullmatch, rest))
    return names or above_rows or (first.bold and not any(row.bold for row in others))


def _parted(lines: Sequence[Line], leading: float) -> Iterator[list[Line]]:
    """The lines, parted where a paragraph begins."""
    paragraph: list[Line] = list(lines[:1])
    for above, line in pairwise(lines):
        if _begins(paragraph, above, line, leading):
            yield paragraph
            paragraph = []
        paragraph.append(line)
    if paragraph:
        yield paragraph


def _begins(paragraph: Sequence[Line], above: Line, line: Line, leading: float) -> bool:
    """Whether a line begins a paragraph: by its mark, its place, its type, or the room that the line above left."""
    if above.broken:
        return False
    resized = abs(above.size - line.size) > max(SAME_SIZE, 0.1 * line.size)
    if resized or _LIST_MARK.match(line.text) or _LEADER.search(above.text):
        return True
    distance = above.bottom - line.bottom
    if distance < 0:  # another column: a sentence may go on there
        return not (_UNFINISHED.search(above.text) and line.text[:1].islower())
    if distance > WIDER_GAP * leading or above.bold != line.bold:
        return True
    if line.left - above.left > INDENT * line.size and not _LIST_MARK.match(paragraph[0].text):
        return above.left - paragraph[0].left < INDENT * line.size and len(paragraph) > 1
    return _left_room(paragraph, above, line)


def _left_room(paragraph: Sequence[Line], above: Line, line: Line) -> bool:
    """Whether the next line's first word would have fitted on the line above: then that line ended on purpose."""
    edge = max(line.right, *(one.right for one in paragraph))
    word = (len(line.text.split(maxsplit=1)[0]) + 1) * LETTER_WIDTH * line.size
    return edge - above.right > word + line.size and not _goes_on(above, line)


def _goes_on(above: Line, line: Line) -> bool:
    return bool(_UNFINISHED.search(above.text)) and line.text[:1].islower()


def _leading(lines: Sequence[Line]) -> float:
    """The usual distance from line to line on a page."""
    distances = [above.bottom - below.bottom for above, below in pairwise(lines)]
    usual = [distance for distance, line in zip(distances, lines, strict=False) if 0 < distance < 3 * line.size]
    return median(usual) if usual else USUAL_LEADING * max((line.size for line in lines), default=0.0)

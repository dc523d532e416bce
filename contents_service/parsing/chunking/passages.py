"""Cutting blocks into passages: a few paragraphs each, never across a heading or a page, each with its exact place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from contents_service.limits import Limits
from contents_service.model import Block, OutlineEntry, ParsedDocument, PassageContent, Span, location
from contents_service.parsing.chunking.layout import PlacedBlock, lay_out
from contents_service.parsing.chunking.line_index import LineIndex
from contents_service.parsing.chunking.packing import pack
from contents_service.parsing.chunking.page_regions import PrintedLines
from contents_service.parsing.chunking.sections import Piece, split_pieces, split_sections


def cut(parsed: ParsedDocument, limits: Limits) -> tuple[PassageContent, ...]:
    """Cut a document into its passages, in order."""
    index, blocks = lay_out(parsed)
    printed = PrintedLines()
    stretches: list[tuple[int, int]] = []
    passages: list[PassageContent] = []
    for section in split_sections(_collect_printed(blocks, printed)):
        for passage in pack(split_pieces(index, section, limits), limits):
            stretches.append((passage.start, passage.end))
            passages.append(_passage(index, passage, parsed, printed))
    return tuple(map(_with_part, passages, _parts(index, stretches)))


def outline(parsed: ParsedDocument) -> tuple[OutlineEntry, ...]:
    """List a document's headings or symbols with their places."""
    headings = (block for block in parsed.blocks if block.kind == "heading")
    return tuple(
        OutlineEntry(
            block.path,
            location(heading=block.path, lines=block.lines, pages=_pages(block), page_label=_label(parsed, block)),
        )
        for block in headings
    )


def _collect_printed(blocks: Iterator[PlacedBlock], printed: PrintedLines) -> Iterator[PlacedBlock]:
    """Pass each block on once its printed lines are added, since passages are made while blocks still come."""
    for placed in blocks:
        printed.add(*placed)
        yield placed


def _passage(index: LineIndex, passage: Piece, parsed: ParsedDocument, printed: PrintedLines) -> PassageContent:
    first, text = passage.blocks[0], index.text(passage.start, passage.end)
    where = location(
        heading=first.path,
        lines=_lines(index, passage, parsed),
        pages=_pages(first),
        page_label=_label(parsed, first),
        key=next((block.key for block in passage.blocks if block.key), None),
        record=_union(block.record for block in passage.blocks),
    )
    shows_context = f"\n{first.context}\n" in f"\n{text}\n"
    unescaped = dict.fromkeys(block.unescaped for block in passage.blocks if block.unescaped)
    context = [*([] if shows_context or not first.context else [first.context]), *unescaped]
    extra = "\n".join(dict.fromkeys(block.extra for block in passage.blocks if block.extra))
    return PassageContent(
        text=text,
        where=where,
        context="\n".join(context) or None,
        extra=extra,
        regions=printed.regions(first, passage.start, passage.end),
    )


def _lines(index: LineIndex, passage: Piece, parsed: ParsedDocument) -> Span | None:
    if parsed.lines is None:
        return _union(block.lines for block in passage.blocks)
    return index.line_of(passage.start), index.line_of(passage.end)


def _parts(index: LineIndex, stretches: Sequence[tuple[int, int]]) -> Iterator[Span | None]:
    """Yield the number of each passage among those that share its lines, and their count; None for whole lines."""
    at = 0
    while at < len(stretches):
        until = at + 1
        while until < len(stretches) and index.line_of(stretches[until - 1][1]) == index.line_of(stretches[until][0]):
            until += 1
        whole = all(index.is_whole_lines(*stretch) for stretch in stretches[at:until])
        yield from (None if whole else (number, until - at) for number in range(1, until - at + 1))
        at = until


def _with_part(passage: PassageContent, part: Span | None) -> PassageContent:
    """Add to a passage's place which part of its lines it is; a place on a page does not need it."""
    where = passage.where
    if not part or where.pages:
        return passage
    with_part = location(lines=where.lines, heading=where.heading, key=where.key, record=where.record, part=part)
    return msgspec.structs.replace(passage, where=with_part)


def _union(spans: Iterable[Span | None]) -> Span | None:
    known = [span for span in spans if span]
    return (min(first for first, _ in known), max(last for _, last in known)) if known else None


def _pages(block: Block) -> Span | None:
    return (block.page, block.page) if block.page else None


def _label(parsed: ParsedDocument, block: Block) -> str | None:
    labels = parsed.page_labels
    return labels[block.page - 1] if block.page and block.page <= len(labels) else None

"""The sections of a document, which no passage crosses, and the pieces of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

import msgspec

from contents_service.limits import Limits
from contents_service.model import Block
from contents_service.parsing.chunking import cut_points
from contents_service.parsing.chunking.layout import PlacedBlock
from contents_service.parsing.chunking.line_index import LineIndex


class Piece(NamedTuple):
    """A stretch of the text that is not cut again, and the blocks it consists of."""

    start: int
    end: int
    blocks: tuple[Block, ...]
    keep_with_next: bool = False
    unbreakable: bool = False

    def joined_to(self, later: Piece) -> Piece:
        """Return the piece that reaches from the start of this one to the end of a later one."""
        return Piece(self.start, later.end, self.blocks + later.blocks, later.keep_with_next, later.unbreakable)


def split_sections(blocks: Iterator[PlacedBlock]) -> Iterator[Iterator[PlacedBlock]]:
    """Group the blocks that may share a passage; a heading with nothing under it is a section of its own."""
    for _, section in groupby(_with_section_keys(blocks), key=itemgetter(0)):
        yield map(itemgetter(1), section)


def split_pieces(index: LineIndex, section: Iterable[PlacedBlock], limits: Limits) -> Iterator[Piece]:
    """Cut the blocks of a section that are too long, and join lead-ins to what follows them."""
    return _join_lead_ins(_cut_long_blocks(index, section, limits), limits)


def _with_section_keys(blocks: Iterator[PlacedBlock]) -> Iterator[tuple[tuple[object, ...], PlacedBlock]]:
    """Pair each block with a key that it shares with the blocks it may share a passage with."""
    number = 0
    for placed, following in pairwise(chain(blocks, [None])):
        if placed is None:
            continue
        block = placed.block
        if block.kind == "heading":
            number += 1
            if _has_nothing_under_it(block, following.block if following else None):
                yield (number,), placed
        else:
            number += block.stands_alone
            yield (number, block.path, block.page, block.context), placed


def _has_nothing_under_it(heading: Block, following: Block | None) -> bool:
    if following is None:
        return True
    is_beneath = following.path[: len(heading.path)] == heading.path
    if following.kind == "heading":
        return not (is_beneath and len(following.path) > len(heading.path))
    return not is_beneath


def _cut_long_blocks(index: LineIndex, section: Iterable[PlacedBlock], limits: Limits) -> Iterator[Piece]:
    for block, start, end in section:
        if cut_points.may_stay_whole(block, end - start, limits):
            yield Piece(start, end, (block,), block.keep_with_next, block.kind != "prose")
        else:
            yield from _cut_block(index, PlacedBlock(block, start, end), limits)


def _cut_block(index: LineIndex, placed: PlacedBlock, limits: Limits) -> Iterator[Piece]:
    """Cut a block into pieces; extra words and what escapes mean go with the first piece only if they are long."""
    block, start, end = placed
    is_long = len(block.extra) + len(block.unescaped) > limits.passage_hard
    later = msgspec.structs.replace(block, extra="", unescaped="") if is_long else block
    for first, last in cut_points.pieces(index, block, start, end, limits):
        yield Piece(first, last, (block if first == start else later,), block.keep_with_next and last == end)


def _join_lead_ins(pieces: Iterable[Piece], limits: Limits) -> Iterator[Piece]:
    """Join each piece that says little alone to the next, such as a lead-in to the code that it announces."""
    lead_in: Piece | None = None
    for piece in pieces:
        if lead_in and _may_join(lead_in, piece, limits):
            joined = lead_in.joined_to(piece)
        else:
            if lead_in:
                yield lead_in
            joined = piece
        lead_in = joined if joined.keep_with_next else None
        if not lead_in:
            yield joined
    if lead_in:
        yield lead_in


def _may_join(lead_in: Piece, piece: Piece, limits: Limits) -> bool:
    max_size = limits.passage_unbreakable if piece.unbreakable else limits.passage_hard
    return piece.end - lead_in.start <= max_size

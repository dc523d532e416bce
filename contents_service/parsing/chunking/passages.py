"""Blocks into passages: a few paragraphs each, never across a heading or a page, and each knows exactly where it is.

Every block is a stretch of one text. Where a format shows the source's own lines that text is the source, so that a
passage is its lines by construction; for HTML and PDF it is the words of the blocks, one under the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

import msgspec

from contents_service.limits import Limits
from contents_service.model import Block, OutlineEntry, ParsedDocument, PassageContent, Span, location
from contents_service.parsing.chunking import cut_points
from contents_service.parsing.chunking.line_index import Ground
from contents_service.parsing.chunking.page_regions import Printed

CRUMB = 1 / 3
"""Of the size aimed at: a passage that is shorter is joined to its neighbour or shares with it, since passages of 180
to 260 words are found best (recall of the answer's words .913 to .939, against .805 at 89 words)."""


class _Spot(NamedTuple):
    """A block and the stretch of the text that it is."""

    block: Block
    start: int
    end: int


class _Stretch(NamedTuple):
    """A part of the text that is not to be cut again, and the blocks it is of."""

    start: int
    end: int
    blocks: tuple[Block, ...]
    leads: bool = False
    unbreakable: bool = False

    @property
    def size(self) -> int:
        return self.end - self.start

    def to(self, other: _Stretch) -> _Stretch:
        """The stretch from the start of one to the end of a later one."""
        return _Stretch(self.start, other.end, self.blocks + other.blocks, other.leads, other.unbreakable)


def cut(parsed: ParsedDocument, limits: Limits) -> tuple[PassageContent, ...]:
    """A document's passages, in order."""
    ground, spots = _laid_out(parsed)
    printed = Printed()
    ends: list[tuple[int, int]] = []
    drafts: list[PassageContent] = []
    for section in _sections(_noted(spots, printed)):
        for passage in _packed(_bound(_cut_up(ground, section, limits), limits), limits):
            ends.append((passage.start, passage.end))
            drafts.append(_draft(ground, passage, parsed, printed))
    return tuple(map(_with_part, drafts, _parts(ground, ends)))


def outline(parsed: ParsedDocument) -> tuple[OutlineEntry, ...]:
    """A document's headings or symbols, and where they are."""
    headings = (block for block in parsed.blocks if block.kind == "heading")
    return tuple(
        OutlineEntry(
            block.path,
            location(heading=block.path, lines=block.lines, pages=_pages(block), page_label=_label(parsed, block)),
        )
        for block in headings
    )


# Where the blocks are.


def _laid_out(parsed: ParsedDocument) -> tuple[Ground, Iterator[_Spot]]:
    if parsed.lines is None:
        return _words(parsed.blocks)
    ground = Ground(parsed.lines)
    return ground, _own_lines(ground, parsed.blocks)


def _own_lines(ground: Ground, blocks: Iterable[Block]) -> Iterator[_Spot]:
    """Each block at its own lines; what two of them claim is the first one's."""
    taken = 0
    for block in blocks:
        if block.lines is None:
            raise ValueError("a block of a format that shows its own lines must say which they are")
        if block.kind == "heading":
            yield _Spot(block, *ground.whole(block.lines))
            continue
        start, end = _plain(ground, block) or _within_line(ground, block, taken) or ground.whole(block.lines)
        if start < taken:
            start = ground.past_blank(taken, end)
        if start < end:
            taken = end
            yield _Spot(block, start, end)


def _plain(ground: Ground, block: Block) -> tuple[int, int] | None:
    """Where a block is that is its lines to the letter, with no blank one at either side, as nearly all are."""
    first, last = block.lines or (0, 0)
    if not 0 < first <= last <= len(ground.lines):
        return None
    start, end = ground.starts[first - 1], ground.starts[last] - 1
    text = block.text
    return (start, end) if len(text) == end - start and text[:1] > " " and text[-1:] > " " else None


def _within_line(ground: Ground, block: Block, taken: int) -> tuple[int, int] | None:
    """Where a block is that is only a part of its one line: its text follows what was taken of that line."""
    first, last = block.lines or (0, 0)
    if first != last or not 0 < first <= len(ground.lines):
        return None
    line, start = ground.lines[first - 1], ground.start_of(first)
    if len(block.text) >= len(line) or len(block.text) == len(line.strip()):
        return None
    at = line.find(block.text, max(taken - start, 0))
    return (start + at, start + at + len(block.text)) if at >= 0 else None


def _words(blocks: Sequence[Block]) -> tuple[Ground, Iterator[_Spot]]:
    """All blocks one under the other, with a blank line between any two that are not rows of one table."""
    lines: list[str] = []
    spans: list[Span] = []
    above = ""
    for block in blocks:
        lines += [""] if lines and not above == block.kind == "row" else []
        own = block.text.split("\n")
        spans.append((len(lines) + 1, len(lines) + len(own)))
        lines += own
        above = block.kind
    ground = Ground(lines)
    spots = (_Spot(block, *ground.whole(span)) for block, span in zip(blocks, spans, strict=True))
    return ground, (spot for spot in spots if spot.block.text.strip())


def _noted(spots: Iterator[_Spot], printed: Printed) -> Iterator[_Spot]:
    """The same, each noted where it is printed before a passage is made of it."""
    for spot in spots:
        printed.note(*spot)
        yield spot


# What belongs together.


def _sections(spots: Iterator[_Spot]) -> Iterator[Iterator[_Spot]]:
    """The runs of blocks that may share a passage, and the headings that have nothing under them."""
    for _, section in groupby(_numbered(spots), key=itemgetter(0)):
        yield map(itemgetter(1), section)


def _numbered(spots: Iterator[_Spot]) -> Iterator[tuple[tuple[object, ...], _Spot]]:
    """Each block with what it has in common with those that it may share a passage with."""
    number = 0
    for spot, following in pairwise(chain(spots, [None])):
        if spot is None:
            continue
        block = spot.block
        if block.kind == "heading":
            number += 1
            if _has_nothing_under_it(block, following.block if following else None):
                yield (number,), spot
        else:
            number += block.stands_alone
            yield (number, block.path, block.page, block.context), spot


def _has_nothing_under_it(heading: Block, following: Block | None) -> bool:
    if following is None:
        return True
    beneath = following.path[: len(heading.path)] == heading.path
    if following.kind == "heading":
        return not (beneath and len(following.path) > len(heading.path))
    return not beneath


def _cut_up(ground: Ground, section: Iterable[_Spot], limits: Limits) -> Iterator[_Stretch]:
    for block, start, end in section:
        if cut_points.may_stay_whole(block, end - start, limits):
            yield _Stretch(start, end, (block,), block.keep_with_next, block.kind != "prose")
        else:
            yield from _pieces(ground, _Spot(block, start, end), limits)


def _pieces(ground: Ground, spot: _Spot, limits: Limits) -> Iterator[_Stretch]:
    """A block in pieces; long words for the index go with the first of them only."""
    block, start, end = spot
    later = msgspec.structs.replace(block, extra="") if len(block.extra) > limits.passage_hard else block
    for first, last in cut_points.pieces(ground, block, start, end, limits):
        yield _Stretch(first, last, (block if first == start else later,), block.keep_with_next and last == end)


def _bound(stretches: Iterable[_Stretch], limits: Limits) -> Iterator[_Stretch]:
    """The same, with what says little alone tied to what follows: a lead-in to the block of code that it announces."""
    held: _Stretch | None = None
    for stretch in stretches:
        if held and _may_join(held, stretch, limits):
            stretch = held.to(stretch)  # noqa: PLW2901 -- it is what is held from here on
        elif held:
            yield held
        held = stretch if stretch.leads else None
        if not held:
            yield stretch
    if held:
        yield held


def _may_join(lead: _Stretch, stretch: _Stretch, limits: Limits) -> bool:
    most = limits.passage_unbreakable if stretch.unbreakable else limits.passage_hard
    return stretch.end - lead.start <= most


# Packing.


def _packed(stretches: Iterable[_Stretch], limits: Limits) -> Iterator[_Stretch]:
    """Passages of about the size aimed at; a crumb is joined to the passage before it, or shares with it."""
    before: list[_Stretch] = []
    current: list[_Stretch] = []
    for stretch in stretches:
        if current and not _better_with(current, stretch, limits):
            *closed, before = _shared(before, current, limits)
            yield from map(_joined, closed)
            current = []
        current.append(stretch)
    if current:
        yield from map(_joined, _shared(before, current, limits))


def _better_with(current: list[_Stretch], stretch: _Stretch, limits: Limits) -> bool:
    """Whether a passage comes nearer to its size with one stretch more."""
    without, within = current[-1].end - current[0].start, stretch.end - current[0].start
    nearer = abs(within - limits.passage_soft) <= limits.passage_soft - without
    return within <= limits.passage_soft or (within <= limits.passage_hard and nearer)


def _shared(before: list[_Stretch], current: list[_Stretch], limits: Limits) -> list[list[_Stretch]]:
    """Two passages as they are, or, if the second is a crumb, as one or as two that are nearly even."""
    if not before:
        return [current]
    if _size(current) >= CRUMB * limits.passage_soft:
        return [before, current]
    both = before + current
    if _size(both) <= limits.passage_hard:
        return [both]
    most = max(limits.passage_hard, _size(before))
    nearly_all = range(max(1, len(before) - _LOOK_BACK), len(both))
    fitting = [at for at in nearly_all if max(_size(both[:at]), _size(both[at:])) <= most]
    at = min(fitting, key=lambda at: abs(_size(both[:at]) - _size(both[at:])), default=len(before))
    return [both[:at], both[at:]]


_LOOK_BACK = 200
"""Stretches of a passage that may move on to a crumb; more are blank by their size."""


def _size(stretches: Sequence[_Stretch]) -> int:
    return stretches[-1].end - stretches[0].start


def _joined(stretches: Sequence[_Stretch]) -> _Stretch:
    blocks = tuple(chain.from_iterable(stretch.blocks for stretch in stretches))
    return _Stretch(stretches[0].start, stretches[-1].end, blocks)


# Saying where they are.


def _draft(ground: Ground, passage: _Stretch, parsed: ParsedDocument, printed: Printed) -> PassageContent:
    first, text = passage.blocks[0], ground.text(passage.start, passage.end)
    where = location(
        heading=first.path,
        lines=_lines(ground, passage, parsed),
        pages=_pages(first),
        page_label=_label(parsed, first),
        key=next((block.key for block in passage.blocks if block.key), None),
        record=_hull(block.record for block in passage.blocks),
    )
    shown_anyway = f"\n{first.context}\n" in f"\n{text}\n"
    extra = "\n".join(dict.fromkeys(block.extra for block in passage.blocks if block.extra))
    return PassageContent(
        text=text,
        where=where,
        context=None if shown_anyway else first.context,
        extra=extra,
        regions=printed.within(first, passage.start, passage.end),
    )


def _lines(ground: Ground, passage: _Stretch, parsed: ParsedDocument) -> Span | None:
    if parsed.lines is None:
        return _hull(block.lines for block in passage.blocks)
    return ground.line_of(passage.start), ground.line_of(passage.end)


def _parts(ground: Ground, ends: Sequence[tuple[int, int]]) -> Iterator[Span | None]:
    """For each passage that is not whole lines, which it is of how many that follow each other within lines."""
    at = 0
    while at < len(ends):
        until = at + 1
        while until < len(ends) and ground.line_of(ends[until - 1][1]) == ground.line_of(ends[until][0]):
            until += 1
        whole = all(ground.whole_lines(*stretch) for stretch in ends[at:until])
        yield from (None if whole else (number, until - at) for number in range(1, until - at + 1))
        at = until


def _with_part(draft: PassageContent, part: Span | None) -> PassageContent:
    """The same passage, saying that it is a part of its lines; on a page, the page says enough."""
    where = draft.where
    if not part or where.pages:
        return draft
    said = location(lines=where.lines, heading=where.heading, key=where.key, record=where.record, part=part)
    return msgspec.structs.replace(draft, where=said)


def _hull(spans: Iterable[Span | None]) -> Span | None:
    known = [span for span in spans if span]
    return (min(first for first, _ in known), max(last for _, last in known)) if known else None


def _pages(block: Block) -> Span | None:
    return (block.page, block.page) if block.page else None


def _label(parsed: ParsedDocument, block: Block) -> str | None:
    labels = parsed.page_labels
    return labels[block.page - 1] if block.page and block.page <= len(labels) else None

"""Find the symbols of a syntax tree and the lines of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from tree_sitter import Node

from contents_service.model import Span
from contents_service.parsing.readers.code.grammars import COMMENTS, CONTAINERS, PREFIXES, WRAPPERS, Grammar, Naming
from contents_service.parsing.readers.code.symbol_names import Path


class Symbol(Struct, frozen=True):
    """A symbol: its path, its whole range, and the line at which the comment right above it begins.

    One that is not `listed` only holds the methods of a type that stands elsewhere.
    """

    path: Path
    lines: Span
    begins: int
    listed: bool = True


class _Spot(Struct, frozen=True):
    """A node to be looked at, the symbols around it, and where what belongs to it begins and ends."""

    node: Node
    path: Path
    lines: Span
    begins: int


def symbols(root: Node, grammar: Grammar) -> list[Symbol]:
    """All symbols of a tree, in the order in which they begin; at most one begins on a line."""
    found: list[Symbol] = []
    todo = [_Spot(root, (), _lines(root), 1)]
    started = 0
    while todo:
        spot = todo.pop()
        symbol = _symbol(spot, grammar)
        if symbol and symbol.lines[0] > started:
            found.append(symbol)
            started = spot.node.start_point.row + 1
        path = symbol.path if symbol else spot.path
        todo += reversed(list(_inside(spot, path, grammar)))
    return found


def broken(root: Node) -> tuple[int, int | None]:
    """How many bytes of a tree the parser could make nothing of, and the line of the first.

    What it composed within an error counts as understood: a macro may unsettle a whole header whose parts are sound.
    """
    size, first, todo = 0, None, [root]
    while todo:
        node = todo.pop()
        if node.is_error:
            size += _loose(node)
            first = min(first or node.start_point.row + 1, node.start_point.row + 1)
        if node.has_error:
            todo += node.children
    return size, first


def _loose(error: Node) -> int:
    """The bytes of an error that no part of it accounts for."""
    parts = (child for child in error.children if child.child_count or child.type in COMMENTS)
    return error.end_byte - error.start_byte - sum(part.end_byte - part.start_byte for part in parts)


def _symbol(spot: _Spot, grammar: Grammar) -> Symbol | None:
    kind = spot.node.type
    naming: Naming | None = grammar.types.get(kind) or grammar.functions.get(kind) or grammar.owners.get(kind)
    own = naming(spot.node) if naming else ()
    if not own:
        return None
    path = spot.path + own[-1:] if spot.path else own
    return Symbol(path, spot.lines, spot.begins, listed=kind not in grammar.owners)


def _inside(spot: _Spot, path: Path, grammar: Grammar) -> Iterator[_Spot]:
    """The nodes in one that may be symbols or hold some."""
    if spot.node.type in grammar.functions:
        return
    whole = spot if spot.node.type in WRAPPERS else None
    spots = [each for each in _children(spot.node, path) if _matters(each.node, grammar)]
    for each in spots:
        yield _Spot(each.node, path, whole.lines, whole.begins) if whole and len(spots) == 1 else each


def _matters(node: Node, grammar: Grammar) -> bool:
    kind = node.type
    return kind in CONTAINERS or kind in grammar.types or kind in grammar.functions or kind in grammar.owners


def _children(parent: Node, path: Path) -> Iterator[_Spot]:
    """A node's children, each with the comments and attributes that stand right above it."""
    comment = prefix = 0
    above = parent.start_point.row + 1 if parent.type not in CONTAINERS else 0
    for node in parent.children:
        first, last = _lines(node)
        if comment and first > above + 1:
            comment = prefix = 0  # a blank line parts it from what follows
        if node.type in COMMENTS and first > above:
            comment = comment or first
        elif node.type in PREFIXES:
            comment, prefix = comment or first, prefix or first
        else:
            yield _Spot(node, path, (prefix or first, last), comment or first)
            comment = prefix = 0
        above = last


def _lines(node: Node) -> Span:
    """A node's lines; the line end that some grammars count as part of a comment begins no further line."""
    start, end = node.start_point, node.end_point
    last = end.row if end.column == 0 and end.row > start.row else end.row + 1
    return start.row + 1, last


def segments(found: Sequence[Symbol], count: int) -> Iterator[tuple[Symbol | None, Span]]:
    """The lines from the first to the last, each run of them with the innermost symbol that it belongs to."""
    around: list[Symbol] = []
    at = 1
    for symbol in found:
        while around and around[-1].lines[1] < symbol.begins:
            last = around[-1].lines[1]
            yield from _run(around.pop(), at, last)
            at = max(at, last + 1)
        yield from _run(around[-1] if around else None, at, symbol.begins - 1)
        at = max(at, symbol.begins)
        around.append(symbol)
    while around:
        last = around[-1].lines[1]
        yield from _run(around.pop(), at, last)
        at = max(at, last + 1)
    yield from _run(None, at, count)


def _run(symbol: Symbol | None, first: int, last: int) -> Iterator[tuple[Symbol | None, Span]]:
    if first <= last:
        yield symbol, (first, last)

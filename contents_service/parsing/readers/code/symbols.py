"""Symbols of a syntax tree, and the lines of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from tree_sitter import Node

from contents_service.model import Span
from contents_service.parsing.readers.code.grammars import COMMENTS, CONTAINERS, PREFIXES, WRAPPERS, Grammar, NameFinder
from contents_service.parsing.readers.code.symbol_names import SymbolPath


class Symbol(Struct, frozen=True):
    """A symbol: its path, its lines, and the line where it begins with the comment right above it.

    A symbol that is not listed only contains methods of a type declared elsewhere.
    """

    path: SymbolPath
    lines: Span
    start: int
    is_listed: bool = True
    only_groups: bool = False
    """Whether it only groups the symbols in it, so that its first line says nothing without them."""


MAX_PATH_STEPS = 32
"""The largest number of steps of a symbol's path; what is nested deeper belongs to the symbol around it."""

Segment = tuple[Symbol | None, Span]
"""Some lines, and the innermost symbol they belong to; None outside of symbols."""


class _Candidate(Struct, frozen=True):
    """A node that may be a symbol: the path of the symbol it is in, its lines, and where it begins with its comment."""

    node: Node
    path: SymbolPath
    lines: Span
    start: int


def find_symbols(root: Node, grammar: Grammar) -> list[Symbol]:
    """Return all symbols of a tree, from the top; at most one begins on a line."""
    found: list[Symbol] = []
    todo = [_Candidate(root, (), _lines(root), 1)]
    last_row = 0
    while todo:
        candidate = todo.pop()
        symbol = _symbol(candidate, grammar)
        if symbol and symbol.lines[0] > last_row:
            found.append(symbol)
            last_row = candidate.node.start_point.row + 1
        path = symbol.path if symbol else candidate.path
        todo += reversed(list(_candidates_in(candidate, path, grammar)))
    return found


def measure_unparsed(root: Node) -> tuple[int, int | None]:
    """Return how many bytes of a tree were not parsed, and the line of the first.

    Complete nodes inside an error count as parsed: one macro can put a whole header into an error node.
    """
    size, first, todo = 0, None, [root]
    while todo:
        node = todo.pop()
        if node.is_error:
            size += _unparsed_bytes(node)
            first = min(first or node.start_point.row + 1, node.start_point.row + 1)
        if node.has_error:
            todo += node.children
    return size, first


def _unparsed_bytes(error: Node) -> int:
    """Return the size of an error node without its complete child nodes."""
    parts = (child for child in error.children if child.child_count or child.type in COMMENTS)
    return error.end_byte - error.start_byte - sum(part.end_byte - part.start_byte for part in parts)


def _symbol(candidate: _Candidate, grammar: Grammar) -> Symbol | None:
    kind = candidate.node.type
    find_name = _name_finder(kind, grammar)
    own = find_name(candidate.node) if find_name else ()
    path = _joined_path(candidate.path, own)
    if not own or len(path) > MAX_PATH_STEPS:
        return None
    is_listed = kind not in grammar.owners
    only_groups = kind in grammar.namespaces or not is_listed
    return Symbol(path, candidate.lines, candidate.start, is_listed=is_listed, only_groups=only_groups)


def _name_finder(kind: str, grammar: Grammar) -> NameFinder | None:
    for kinds in (grammar.types, grammar.functions, grammar.owners, grammar.namespaces):
        if kind in kinds:
            return kinds[kind]
    return None


def _joined_path(path: SymbolPath, own: SymbolPath) -> SymbolPath:
    """Return a name below the path of the symbol around it, without the steps that its own qualification repeats."""
    repeated = next((count for count in range(len(own) - 1, 0, -1) if path[-count:] == own[:count]), 0)
    return path + own[repeated:]


def _candidates_in(parent: _Candidate, path: SymbolPath, grammar: Grammar) -> Iterator[_Candidate]:
    """Yield the child nodes that may be symbols or contain some."""
    if parent.node.type in grammar.functions:
        return
    children = [child for child in _children(parent.node, path) if _may_have_symbols(child.node, grammar)]
    is_wrapped = parent.node.type in WRAPPERS and len(children) == 1
    for child in children:
        yield _Candidate(child.node, path, parent.lines, parent.start) if is_wrapped else child


def _may_have_symbols(node: Node, grammar: Grammar) -> bool:
    return node.type in CONTAINERS or _name_finder(node.type, grammar) is not None


def _children(parent: Node, path: SymbolPath) -> Iterator[_Candidate]:
    """Yield a node's children, each with the comments and attributes right above it."""
    comment = prefix = 0
    above = parent.start_point.row + 1 if parent.type not in CONTAINERS else 0
    for node in parent.children:
        first, last = _lines(node)
        if comment and first > above + 1:
            comment = prefix = 0  # a blank line separates it from the next node
        if node.type in COMMENTS and first > above:
            comment = comment or first
        elif node.type in PREFIXES:
            comment, prefix = comment or first, prefix or first
        else:
            yield _Candidate(node, path, (prefix or first, last), comment or first)
            comment = prefix = 0
        above = last


def _lines(node: Node) -> Span:
    """Return a node's lines; the line end that some grammars include in a comment does not add a line."""
    start, end = node.start_point, node.end_point
    last = end.row if end.column == 0 and end.row > start.row else end.row + 1
    return start.row + 1, last


def split_by_symbol(symbols: Sequence[Symbol], line_count: int) -> Iterator[Segment]:
    """Split all lines into segments, each with the innermost symbol it belongs to."""
    enclosing: list[Symbol] = []
    next_line = 1
    for symbol in symbols:
        while enclosing and enclosing[-1].lines[1] < symbol.start:
            last = enclosing[-1].lines[1]
            yield from _segment(enclosing.pop(), next_line, last)
            next_line = max(next_line, last + 1)
        yield from _segment(enclosing[-1] if enclosing else None, next_line, symbol.start - 1)
        next_line = max(next_line, symbol.start)
        enclosing.append(symbol)
    while enclosing:
        last = enclosing[-1].lines[1]
        yield from _segment(enclosing.pop(), next_line, last)
        next_line = max(next_line, last + 1)
    yield from _segment(None, next_line, line_count)


def _segment(symbol: Symbol | None, first: int, last: int) -> Iterator[Segment]:
    if first <= last:
        yield symbol, (first, last)

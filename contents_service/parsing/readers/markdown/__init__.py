"""Read Markdown: CommonMark with tables and front matter; the dialects' additions stay text.

The parser gives the structure, the source's own lines give the text. A list item or a quotation that fits into a
passage stays whole; a longer one gives its parts.
"""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType

from contents_service.model import Parsed, Span
from contents_service.parsing.readers.heading_path import single_title
from contents_service.parsing.readers.inline_pictures import shortened
from contents_service.parsing.readers.markdown.escapes import words_as_read
from contents_service.parsing.readers.markdown.front_matter import front_matter
from contents_service.parsing.readers.markdown.headings import heading_text
from contents_service.parsing.readers.own_lines import OwnLines
from contents_service.parsing.readers.source import Source

LONGEST_LEAD_IN = 200
"""In characters: a paragraph of this length or less right above a list or a table leads into it, colon or not."""

_LISTS = {"bullet_list_open", "ordered_list_open"}
_LED_INTO = {*_LISTS, "table_open"}
_INTRODUCED = {*_LED_INTO, "fence", "code_block", "blockquote_open", "html_block"}
_PARTED = {"list_item_open", "blockquote_open"}
_CODE = {"fence", "code_block"}

# Inline rules are most of the parser's work, and only headings need them.
_PARSER = MarkdownIt("commonmark").enable("table").disable("inline")


def read(source: Source) -> Parsed:
    """A Markdown file's headings, paragraphs, list items, tables and code."""
    shown = shortened(source.lines)
    front = front_matter(shown.lines)
    env: EnvType = {}
    tokens = _PARSER.parse("\n".join([""] * front.last + list(shown.lines[front.last :])), env)
    out = OwnLines(shown.lines)
    out.add("code", (1, front.last))
    walk = _Walk(tokens, out, env, source.limits.passage_soft)
    walk.write()
    return Parsed(
        blocks=shown.set_apart(out.close()),
        lines=shown.lines,
        title=front.title or single_title(walk.headings),
        keywords=front.keywords,
        encoding=source.encoding,
        notes=(*source.notes, *shown.notes),
    )


class _Walk:
    """A walk over the parser's tokens, whose lines count from 0 with their end excluded."""

    def __init__(self, tokens: Sequence[Token], out: OwnLines, env: EnvType, fits: int) -> None:
        self.headings: list[tuple[int, str]] = []
        self._tokens = tokens
        self._out = out
        self._env = env
        self._fits = fits
        self._closers = _closers(tokens)

    def write(self) -> None:
        """Write every block, a container's parts in its stead where it does not fit into a passage."""
        at = 0
        while at < len(self._tokens):
            at = self._step(at)

    def _step(self, at: int) -> int:
        """Write what begins at a token, and say where to go on."""
        token = self._tokens[at]
        span = _span(token)
        if not span or token.type in _LISTS or (token.type in _PARTED and self._out.length(span) > self._fits):
            return at + 1
        if token.type == "heading_open":
            self._heading(at, span)
        elif token.type == "table_open":
            self._table(span)
        else:
            self._leaf(at, span)
        return self._closers[at] + 1

    def _heading(self, at: int, span: Span) -> None:
        """A heading; a paragraph where it has no words, or stands in a list or a quotation that it does not head."""
        token = self._tokens[at]
        text = "" if token.level else heading_text(_PARSER, self._tokens[at + 1].content, self._env)
        if not text:
            self._out.add("prose", span, keep_with_next=True)
            return
        level = int(token.tag[1:])
        words = span if token.markup.startswith("#") else (span[0], span[1] - 1)
        self.headings.append((level, text))
        self._out.heading(level, text, words, span)

    def _table(self, span: Span) -> None:
        """A table's header and its rows, each on a line."""
        first, last = span
        header = self._out.lines[first - 1].strip()
        self._row((first, first + 1), header, keep_with_next=last > first + 1)
        for number in range(first + 2, last + 1):
            self._row((number, number), header)

    def _row(self, span: Span, header: str, *, keep_with_next: bool = False) -> None:
        extra = words_as_read(self._out.text(span))
        self._out.add("row", span, context=header, extra=extra, keep_with_next=keep_with_next)

    def _leaf(self, at: int, span: Span) -> None:
        if self._tokens[at].type in _CODE:
            self._out.add("code", span)
            return
        text = self._out.text(span)
        self._out.add(
            "prose",
            span,
            context=self._table_below(at, text),
            extra=words_as_read(text),
            keep_with_next=self._leads_in(at, text),
        )

    def _leads_in(self, at: int, text: str) -> bool:
        below = self._below(at)
        return below in _INTRODUCED and (text.rstrip().endswith(":") or (below in _LED_INTO and _short(text)))

    def _table_below(self, at: int, text: str) -> str | None:
        """The header of the table that a paragraph leads into: with the same context the two can share a passage."""
        span = _span(self._tokens[self._closers[at] + 1]) if self._below(at) == "table_open" else None
        return self._out.lines[span[0] - 1].strip() if span and self._leads_in(at, text) else None

    def _below(self, at: int) -> str:
        """What stands right below a paragraph."""
        after = self._closers[at] + 1
        return (
            self._tokens[after].type if self._tokens[at].type == "paragraph_open" and after < len(self._tokens) else ""
        )


def _short(text: str) -> bool:
    return len(text) <= LONGEST_LEAD_IN


def _span(token: Token) -> Span | None:
    """The lines of a token that opens or is a block."""
    return (token.map[0] + 1, token.map[1]) if token.map and token.nesting >= 0 and token.type != "inline" else None


def _closers(tokens: Sequence[Token]) -> list[int]:
    """For each token the place of the one that closes it: its own, if it opens nothing."""
    closers = list(range(len(tokens)))
    opened: list[int] = []
    for at, token in enumerate(tokens):
        if token.nesting == 1:
            opened.append(at)
        elif token.nesting == -1:
            closers[opened.pop()] = at
    return closers

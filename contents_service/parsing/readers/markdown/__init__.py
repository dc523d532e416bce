"""Read Markdown: CommonMark with tables and front matter; the dialects' additions stay text, and hide none.

The parser gives the structure, the source's own lines give the text. A list item or a quotation that fits into a
passage stays whole; a longer one gives its parts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType

from contents_service.model import ParsedDocument, Span
from contents_service.parsing.readers.heading_path import single_title
from contents_service.parsing.readers.inline_images import shortened
from contents_service.parsing.readers.markdown.admonitions import BEGINS, INDENT, outdented
from contents_service.parsing.readers.markdown.escapes import words_as_read
from contents_service.parsing.readers.markdown.front_matter import front_matter
from contents_service.parsing.readers.markdown.headings import heading_text, html_headings
from contents_service.parsing.readers.markdown.html_tables import html_table
from contents_service.parsing.readers.markdown.jsx import has_jsx, tags_and_html
from contents_service.parsing.readers.markdown.non_markdown import set_apart
from contents_service.parsing.readers.source import Source
from contents_service.parsing.readers.source_blocks import OwnLines
from contents_service.parsing.readers.table_header import Table

LONGEST_LEAD_IN = 200
"""In characters: a paragraph of this length or less right above a list or a table leads into it, colon or not."""

_LISTS = {"bullet_list_open", "ordered_list_open"}
_LED_INTO = {*_LISTS, "table_open"}
_CODE = {"fence", "code_block", "set_apart"}
_INTRODUCED = {*_LED_INTO, *_CODE, "blockquote_open", "html_block"}
_ABOVE = {"paragraph_open", "html_block"}
_HEADED = {*_ABOVE, *_INTRODUCED, "heading_open"}
_PARTED = {"list_item_open", "blockquote_open"}
_BOX = re.compile(
    r"\{(?:note|tip|hint|warning|caution|important|attention|danger|error|seealso|admonition|dropdown|todo|margin|sidebar"
    r"|card|grid|grid-item|tab-set|tab-item|glossary|epigraph|versionadded|versionchanged|deprecated|list-table)\}"
)
"""Fences of MyST that hold text, not code."""

_INTERRUPTS = ["paragraph", "reference", "blockquote", "list"]

_HEADS_WHAT_FOLLOWS = re.compile(
    rf"(?:{BEGINS.pattern}|:{{3,}}\s*[\w{{]).*|<[A-Z][^<>]*[^/<>]>|(\*\*|__)(?!\s)[^*_\n]+\1\W?"
)
"""The line that begins an admonition, a tab or a component; a paragraph in bold, as questions stand above answers."""


def _parser() -> MarkdownIt:
    """Inline rules are most of the parser's work, and only headings need them."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"]).disable("inline")
    parser.block.ruler.before("fence", "set_apart", set_apart, {"alt": _INTERRUPTS})
    return parser


def _jsx_parser() -> MarkdownIt:
    parser = _parser().disable("code")
    parser.block.ruler.at("html_block", tags_and_html, {"alt": _INTERRUPTS[:3]})
    return parser


_PARSER, _JSX_PARSER = _parser(), _jsx_parser()


def read(source: Source) -> ParsedDocument:
    """A Markdown file's headings, paragraphs, list items, tables and code."""
    shown = shortened(source.lines)
    front = front_matter(shown.lines)
    env: EnvType = {}
    jsx = has_jsx(source.name, shown.lines, front.last)
    below = shown.lines[front.last :] if jsx else outdented(shown.lines[front.last :])
    tokens = (_JSX_PARSER if jsx else _PARSER).parse("\n".join([""] * front.last + list(below)), env)
    out = OwnLines(shown.lines)
    out.add("code", (1, front.last))
    walk = _Walk(tokens, out, env, source.limits.passage_soft, jsx=jsx)
    walk.write()
    return ParsedDocument(
        blocks=shown.set_apart(out.close()),
        lines=shown.lines,
        title=front.title or single_title(walk.headings),
        keywords=front.keywords,
        encoding=source.encoding,
        notes=(*source.notes, *shown.notes),
    )


class _Walk:
    """A walk over the parser's tokens, whose lines count from 0 with their end excluded."""

    def __init__(self, tokens: Sequence[Token], out: OwnLines, env: EnvType, fits: int, *, jsx: bool) -> None:
        self.headings: list[tuple[int, str]] = []
        self._tokens = tokens
        self._out = out
        self._env = env
        self._fits = fits
        self._jsx = jsx
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
        """A heading; a paragraph where it has no words, or stands in a list, quotation or tab that it does not head."""
        token = self._tokens[at]
        inside = token.level or (not self._jsx and self._out.lines[span[0] - 1][:INDENT].isspace())
        text = "" if inside else heading_text(_PARSER, self._tokens[at + 1].content, self._env)
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
        token = self._tokens[at]
        if token.type in _CODE and not _BOX.match(token.info):
            self._out.add("code", span)
            return
        if self._out.lines[span[0] - 1].lstrip().startswith("<"):
            span = self._html(span, heads=not token.level)
        text = self._out.text(span)
        self._out.add(
            "prose",
            span,
            context=self._table_below(at, text),
            extra=words_as_read(text),
            keep_with_next=self._leads_in(at, text),
        )

    def _html(self, span: Span, *, heads: bool) -> Span:
        """Write the headings in HTML, if they head anything, and long tables; the rest is left to be written."""
        first, last = span
        for heading in html_headings(self._out.text(span), first) if heads else ():
            self._html_table((first, heading.lines[0] - 1))
            self.headings.append((heading.level, heading.text))
            self._out.heading(heading.level, heading.text, heading.lines, heading.lines)
            first = heading.lines[1] + 1
        return self._html_table((first, last))

    def _html_table(self, span: Span) -> Span:
        """Write a table by its rows if it does not fit into a passage; the lines below it are left."""
        table = self._long_table(span)
        if not table:
            return span
        for number, row in enumerate(table.rows):
            self._out.add("row", row, context=table.header, keep_with_next=number == 0)
        return table.rows[-1][1] + 1, span[1]

    def _long_table(self, span: Span) -> Table | None:
        long = span[0] <= span[1] and self._out.length(span) > self._fits
        return html_table(self._out.lines, span) if long else None

    def _leads_in(self, at: int, text: str) -> bool:
        below = self._below(at)
        if below in _HEADED and _short(text) and _HEADS_WHAT_FOLLOWS.fullmatch(text.strip()):
            return True
        return below in _INTRODUCED and (text.rstrip().endswith(":") or (below in _LED_INTO and _short(text)))

    def _table_below(self, at: int, text: str) -> str | None:
        """The header of the table that a paragraph leads into: with the same context the two can share a passage."""
        below = self._below(at)
        if below not in ("table_open", "html_block") or not self._leads_in(at, text):
            return None
        span = _span(self._tokens[self._closers[at] + 1]) or (1, 0)
        if below == "table_open":
            return self._out.lines[span[0] - 1].strip()
        table = self._long_table(span)
        return table.header if table else None

    def _below(self, at: int) -> str:
        """What stands right below a paragraph or a tag."""
        after = self._closers[at] + 1
        return self._tokens[after].type if self._tokens[at].type in _ABOVE and after < len(self._tokens) else ""


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

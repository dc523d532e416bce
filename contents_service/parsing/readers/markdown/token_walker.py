"""Walk over the parser's tokens, and write each as blocks of the source's own lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType

from contents_service.model import Span
from contents_service.parsing.readers.markdown.admonitions import INDENT, STARTS_ADMONITION
from contents_service.parsing.readers.markdown.escapes import unescaped_words
from contents_service.parsing.readers.markdown.headings import find_html_headings, heading_text
from contents_service.parsing.readers.markdown.html_tables import read_html_table
from contents_service.parsing.readers.paragraphs import MAX_LEAD_IN_CHARACTERS
from contents_service.parsing.readers.source_blocks import SourceBlocks
from contents_service.parsing.readers.table import Table

_LISTS = {"bullet_list_open", "ordered_list_open"}
_LISTS_AND_TABLES = {*_LISTS, "table_open"}
_CODE = {"fence", "code_block", "non_markdown_block"}
_CONTAINERS = {"list_item_open", "blockquote_open"}
_MAY_LEAD_IN = {"paragraph_open", "html_block"}
_FOLLOWS_COLON = {*_LISTS_AND_TABLES, *_CODE, "blockquote_open", "html_block"}
_FOLLOWS_LABEL = {*_MAY_LEAD_IN, *_FOLLOWS_COLON, "heading_open"}
_TEXT_FENCE = re.compile(
    r"\{(?:note|tip|hint|warning|caution|important|attention|danger|error|seealso|admonition|dropdown|todo|margin|sidebar"
    r"|card|grid|grid-item|tab-set|tab-item|glossary|epigraph|versionadded|versionchanged|deprecated|list-table)\}"
)
"""MyST directives whose fence contains text, not code."""

_LABEL = re.compile(
    rf"(?:{STARTS_ADMONITION.pattern}|:{{3,}}\s*[\w{{]).*|<[A-Z][^<>]*[^/<>]>|(\*\*|__)(?!\s)[^*_\n]+\1\W?"
)
"""The first line of an admonition, tab or component; or a paragraph in bold, as a question above its answer is."""


class TokenWalker:
    """Writes a document's blocks, and collects its headings as (level, text)."""

    def __init__(
        self,
        parser: MarkdownIt,
        tokens: Sequence[Token],
        env: EnvType,
        writer: SourceBlocks,
        max_length: int,
        *,
        jsx: bool,
    ) -> None:
        self.headings: list[tuple[int, str]] = []
        self._parser = parser
        self._tokens = tokens
        self._env = env
        self._writer = writer
        self._max_length = max_length
        self._jsx = jsx
        self._closers = _closers(tokens)

    def walk(self) -> None:
        """Write all blocks; of a container longer than a passage, the blocks in it."""
        index = 0
        while index < len(self._tokens):
            index = self._write(index)

    def _write(self, index: int) -> int:
        """Write the block that begins at a token, and return the index of the next token."""
        token = self._tokens[index]
        span = _span(token)
        if not span or token.type in _LISTS or (token.type in _CONTAINERS and self._is_long(span)):
            return index + 1
        if token.type == "heading_open":
            self._write_heading(index, span)
        elif token.type == "table_open":
            self._write_table(span)
        elif token.type in _CODE and not _TEXT_FENCE.match(token.info):
            self._writer.add("code", span)
        else:
            self._write_text(index, span)
        return self._closers[index] + 1

    def _write_heading(self, index: int, span: Span) -> None:
        """Write a heading, or a paragraph if it has no text or stands in a list, quotation or tab."""
        token = self._tokens[index]
        is_nested = token.level or (not self._jsx and self._writer.lines[span[0] - 1][:INDENT].isspace())
        text = "" if is_nested else heading_text(self._parser, self._tokens[index + 1].content, self._env)
        if not text:
            self._writer.add("prose", span, keep_with_next=True)
            return
        level = int(token.tag[1:])
        text_lines = span if token.markup.startswith("#") else (span[0], span[1] - 1)
        self.headings.append((level, text))
        self._writer.add_heading(level, text, text_lines, span)

    def _write_table(self, span: Span) -> None:
        """Write a table's header, and a row from each line below it."""
        first, last = span
        header = self._writer.lines[first - 1].strip()
        self._write_row((first, first + 1), header, keep_with_next=last > first + 1)
        for number in range(first + 2, last + 1):
            self._write_row((number, number), header)

    def _write_row(self, span: Span, header: str, *, keep_with_next: bool = False) -> None:
        extra = unescaped_words(self._writer.text(span))
        self._writer.add("row", span, context=header, extra=extra, keep_with_next=keep_with_next)

    def _write_text(self, index: int, span: Span) -> None:
        if self._writer.lines[span[0] - 1].lstrip().startswith("<"):
            span = self._write_html(span, has_headings=not self._tokens[index].level)
        text = self._writer.text(span)
        self._writer.add(
            "prose",
            span,
            context=self._header_of_table_below(index, text),
            extra=unescaped_words(text),
            keep_with_next=self._leads_in(index, text),
        )

    def _write_html(self, span: Span, *, has_headings: bool) -> Span:
        """Write the headings and long tables of some HTML; return the lines still to be written."""
        first, last = span
        for heading in find_html_headings(self._writer.text(span), first) if has_headings else ():
            self._write_html_table((first, heading.lines[0] - 1))
            self.headings.append((heading.level, heading.text))
            self._writer.add_heading(heading.level, heading.text, heading.lines, heading.lines)
            first = heading.lines[1] + 1
        return self._write_html_table((first, last))

    def _write_html_table(self, span: Span) -> Span:
        """Write the rows of a table longer than a passage; return the lines still to be written."""
        table = self._long_html_table(span)
        if not table:
            return span
        for number, row in enumerate(table.rows):
            self._writer.add("row", row, context=table.header, keep_with_next=number == 0)
        return table.rows[-1][1] + 1, span[1]

    def _long_html_table(self, span: Span) -> Table | None:
        return read_html_table(self._writer.lines, span) if span[0] <= span[1] and self._is_long(span) else None

    def _leads_in(self, index: int, text: str) -> bool:
        """Whether a paragraph leads into the block right below it."""
        below = self._type_below(index)
        is_short = len(text) <= MAX_LEAD_IN_CHARACTERS
        if below in _FOLLOWS_LABEL and is_short and _LABEL.fullmatch(text.strip()):
            return True
        return below in _FOLLOWS_COLON and (text.rstrip().endswith(":") or (below in _LISTS_AND_TABLES and is_short))

    def _header_of_table_below(self, index: int, text: str) -> str | None:
        """Return the header of the table that a paragraph leads into: with it as context, both can share a passage."""
        below = self._type_below(index)
        if below not in ("table_open", "html_block") or not self._leads_in(index, text):
            return None
        span = _span(self._tokens[self._closers[index] + 1]) or (1, 0)
        if below == "table_open":
            return self._writer.lines[span[0] - 1].strip()
        table = self._long_html_table(span)
        return table.header if table else None

    def _type_below(self, index: int) -> str:
        """Return the type of the token right below a paragraph or a tag; empty for other blocks."""
        after = self._closers[index] + 1
        has_next = self._tokens[index].type in _MAY_LEAD_IN and after < len(self._tokens)
        return self._tokens[after].type if has_next else ""

    def _is_long(self, span: Span) -> bool:
        return self._writer.length(span) > self._max_length


def _span(token: Token) -> Span | None:
    """Return the lines of a token that is or opens a block; the parser counts from 0 and excludes the end."""
    return (token.map[0] + 1, token.map[1]) if token.map and token.nesting >= 0 and token.type != "inline" else None


def _closers(tokens: Sequence[Token]) -> list[int]:
    """Return for each token the index of the one that closes it; its own, if it opens nothing."""
    closers = list(range(len(tokens)))
    opened: list[int] = []
    for index, token in enumerate(tokens):
        if token.nesting == 1:
            opened.append(index)
        elif token.nesting == -1:
            closers[opened.pop()] = index
    return closers

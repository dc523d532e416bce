"""Read Markdown: CommonMark with tables and front matter; additions of dialects stay readable as text.

The parser gives the structure, and the text is the source's own lines. A list item or quotation that fits into a
passage is one block; a longer one is split into the blocks in it.
"""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.utils import EnvType

from contents_service.model import ParsedDocument
from contents_service.parsing.readers.heading_path import MAX_HEADINGS, single_title
from contents_service.parsing.readers.inline_images import shorten_images
from contents_service.parsing.readers.markdown.admonitions import dedent_admonitions
from contents_service.parsing.readers.markdown.front_matter import read_front_matter
from contents_service.parsing.readers.markdown.jsx import has_jsx, jsx_or_html_block
from contents_service.parsing.readers.markdown.non_markdown import non_markdown_block
from contents_service.parsing.readers.markdown.token_walker import TokenWalker
from contents_service.parsing.readers.source import Source
from contents_service.parsing.readers.source_blocks import SourceBlocks

_INTERRUPTS = ["paragraph", "reference", "blockquote", "list"]
"""The blocks that the added rules may interrupt."""


def _make_parser() -> MarkdownIt:
    """Make a parser without inline rules: they are most of the work, and only headings need them."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"]).disable("inline")
    parser.block.ruler.before("fence", "non_markdown_block", non_markdown_block, {"alt": _INTERRUPTS})
    return parser


def _make_jsx_parser() -> MarkdownIt:
    parser = _make_parser().disable("code")
    parser.block.ruler.at("html_block", jsx_or_html_block, {"alt": _INTERRUPTS[:3]})
    return parser


_PARSER, _JSX_PARSER = _make_parser(), _make_jsx_parser()


def read(source: Source) -> ParsedDocument:
    """Return a Markdown file's headings, paragraphs, list items, tables and code; refuse one with too many headings."""
    if sum(line.startswith("#") for line in source.lines) > MAX_HEADINGS:
        raise ValueError(f"it has more than {MAX_HEADINGS:,} headings")
    shortened = shorten_images(source.lines)
    front = read_front_matter(shortened.lines)
    jsx = has_jsx(source.name, shortened.lines, front.last)
    body = shortened.lines[front.last :] if jsx else dedent_admonitions(shortened.lines[front.last :])
    env: EnvType = {}
    tokens = (_JSX_PARSER if jsx else _PARSER).parse("\n".join([""] * front.last + list(body)), env)
    writer = SourceBlocks(shortened.lines)
    writer.add("code", (1, front.last))
    walker = TokenWalker(_PARSER, tokens, env, writer, source.limits.passage_soft, jsx=jsx)
    walker.walk()
    return ParsedDocument(
        blocks=shortened.isolate_images(writer.finish()),
        lines=shortened.lines,
        title=front.title or single_title(walker.headings),
        keywords=front.keywords,
        encoding=source.encoding,
        notes=(*source.notes, *shortened.notes),
    )

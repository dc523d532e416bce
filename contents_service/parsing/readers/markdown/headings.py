"""The words of a Markdown heading as a reader sees them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType

from contents_service.parsing.readers.heading_path import LONGEST_HEADING

LONGEST_SOURCE = 2_000
"""In characters, links and all: beyond it no one meant a heading."""

_ATTRIBUTES = re.compile(r"\s*\{:?\s*[#.][^{}]*\}$")
"""An anchor of Docusaurus, kramdown or Pandoc at a heading's end: `{#returns}`."""


def heading_text(parser: MarkdownIt, content: str, env: EnvType) -> str:
    """A heading's words without markup; empty where it has none, or too many to be a heading."""
    if len(content) > LONGEST_SOURCE:
        return ""
    children: list[Token] = []
    parser.inline.parse(content, parser, env, children)
    text = _ATTRIBUTES.sub("", " ".join(_words(children).split()))
    return text if len(text) <= LONGEST_HEADING else ""


def _words(tokens: Sequence[Token]) -> str:
    return "".join(_word(token) for token in tokens)


def _word(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return " "
    if token.type == "image":
        return _words(token.children or ())
    return "" if token.type == "html_inline" else token.content

"""The text of Markdown headings as a reader sees it, and headings written in HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType
from msgspec import Struct

from contents_service.model import Span
from contents_service.parsing.readers.heading_path import MAX_HEADING_CHARACTERS
from contents_service.parsing.readers.markdown.html_text import strip_tags

MAX_MARKUP_CHARACTERS = 2_000
"""The longest heading with its markup and links, in characters."""

_ATTRIBUTES = re.compile(r"""\s*\{(?::?\s*[#.][^{}]*|:?\s*[\w-]+=["'][^{}]*|-|/\*[^{}]*\*/)\}$""")
"""Attributes that dialects add to a heading: `{#fees}`, `{: .wide }`, `{id="fees"}`, `{-}`, `{/* #fees */}`."""

_DIALECT_MARKUP = re.compile(
    r"\[\^[^\]\s]+\]|\A\^\S+\Z|%%.*?%%|!?\[\[(?:[^\[\]|]+\\?\|)?(?P<link>[^\[\]|]+)\]\]|==(?P<mark>[^=\s](?:[^=]*[^=\s])?)=="
)
"""A footnote reference, a comment, a link to another note, and highlighted text."""

_TAGS = r"(?:[^\S\n]*<(?!h[1-6]\b)[^<>]*>)*[^\S\n]*"
_HTML_HEADING = re.compile(
    rf"<!--.*?(?:-->|\Z)"
    rf"|^{_TAGS}<h([1-6])(?:\s[^<>]*)?>((?:(?!</?h[1-6]\b).){{0,{MAX_MARKUP_CHARACTERS}}})</h\1\s*>{_TAGS}$",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
_PREFORMATTED = ("<pre", "<script", "<style", "<textarea")


class HtmlHeading(Struct, frozen=True):
    """A heading written in HTML, on lines that contain nothing else."""

    level: int
    text: str
    lines: Span


def heading_text(parser: MarkdownIt, content: str, env: EnvType) -> str:
    """Return a heading's text without markup; empty if it has none, or too much to be a heading."""
    if len(content) > MAX_MARKUP_CHARACTERS:
        return ""
    children: list[Token] = []
    parser.inline.parse(content, parser, env, children)
    text = _ATTRIBUTES.sub("", " ".join((_text(children).strip() or _text(children, with_images=True)).split()))
    return text if len(text) <= MAX_HEADING_CHARACTERS else ""


def find_html_headings(text: str, first: int) -> Iterator[HtmlHeading]:
    """Yield the headings in some HTML that begins at a line."""
    if text.lstrip()[:9].lower().startswith(_PREFORMATTED):
        return
    counted = 0
    for found in _HTML_HEADING.finditer(text):
        first += text.count("\n", counted, found.start())
        counted = found.start()
        heading = strip_tags(found[2] or "")
        if 0 < len(heading) <= MAX_HEADING_CHARACTERS:
            yield HtmlHeading(int(found[1]), heading, (first, first + found[0].count("\n")))


def _text(tokens: Sequence[Token], *, with_images: bool = False) -> str:
    """Return the text of inline tokens, with or without the alternative text of images such as badges."""
    return "".join(
        _text(token.children or ()) if token.type == "image" and with_images else _token_text(token) for token in tokens
    )


def _token_text(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak") or (token.type == "html_inline" and token.content.startswith("<br")):
        return " "
    if token.type == "text":
        return _DIALECT_MARKUP.sub(_visible_text, token.content)
    return "" if token.type in ("html_inline", "image") else token.content


def _visible_text(found: re.Match[str]) -> str:
    return found["link"] or found["mark"] or ""

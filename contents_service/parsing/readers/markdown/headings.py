"""The words of a Markdown heading as a reader sees them, and the headings that are written in HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType
from msgspec import Struct

from contents_service.model import Span
from contents_service.parsing.readers.heading_path import LONGEST_HEADING
from contents_service.parsing.readers.markdown.html_text import plain

LONGEST_SOURCE = 2_000
"""In characters, links and all: beyond it no one meant a heading."""

_ATTRIBUTES = re.compile(r"""\s*\{(?::?\s*[#.][^{}]*|:?\s*[\w-]+=["'][^{}]*|-|/\*[^{}]*\*/)\}$""")
"""What dialects write at a heading's end: `{#fees}`, `{: .wide }`, `{id="fees"}`, `{-}`, `{/* #fees */}`."""

_DIALECT = re.compile(
    r"\[\^[^\]\s]+\]|\A\^\S+\Z|%%.*?%%|!?\[\[(?:[^\[\]|]+\\?\|)?(?P<link>[^\[\]|]+)\]\]|==(?P<mark>[^=\s](?:[^=]*[^=\s])?)=="
)
"""A footnote's mark, a comment, a link to another note and a marked word."""

_TAGS = r"(?:[^\S\n]*<(?!h[1-6]\b)[^<>]*>)*[^\S\n]*"
_HTML = re.compile(
    rf"<!--.*?(?:-->|\Z)"
    rf"|^{_TAGS}<h([1-6])(?:\s[^<>]*)?>((?:(?!</?h[1-6]\b).){{0,{LONGEST_SOURCE}}})</h\1\s*>{_TAGS}$",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
_WRITTEN = ("<pre", "<script", "<style", "<textarea")


class HtmlHeading(Struct, frozen=True):
    """A heading that is written in HTML, on lines that have nothing else."""

    level: int
    text: str
    lines: Span


def heading_text(parser: MarkdownIt, content: str, env: EnvType) -> str:
    """A heading's words without markup; empty where it has none, or too many to be a heading."""
    if len(content) > LONGEST_SOURCE:
        return ""
    children: list[Token] = []
    parser.inline.parse(content, parser, env, children)
    text = _ATTRIBUTES.sub("", " ".join((_words(children).strip() or _words(children, pictures=True)).split()))
    return text if len(text) <= LONGEST_HEADING else ""


def html_headings(text: str, first: int) -> Iterator[HtmlHeading]:
    """The headings in a stretch of HTML that begins at a line."""
    if text.lstrip()[:9].lower().startswith(_WRITTEN):
        return
    counted = 0
    for found in _HTML.finditer(text):
        first += text.count("\n", counted, found.start())
        counted = found.start()
        words = plain(found[2] or "")
        if 0 < len(words) <= LONGEST_HEADING:
            yield HtmlHeading(int(found[1]), words, (first, first + found[0].count("\n")))


def _words(tokens: Sequence[Token], *, pictures: bool = False) -> str:
    """The words of inline tokens; those of pictures, as of badges beside a title, only where there are no others."""
    return "".join(
        _words(token.children or ()) if token.type == "image" and pictures else _word(token) for token in tokens
    )


def _word(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak") or (token.type == "html_inline" and token.content.startswith("<br")):
        return " "
    if token.type == "text":
        return _DIALECT.sub(_as_read, token.content)
    return "" if token.type in ("html_inline", "image") else token.content


def _as_read(found: re.Match[str]) -> str:
    return found["link"] or found["mark"] or ""

"""The text of HTML in Markdown."""

from __future__ import annotations

import re
from html import unescape

_EMPTY_ANCHOR = re.compile(r"<a\b[^<>]*>[^\w<]*</a>", re.IGNORECASE)
_LINE_BREAK = re.compile(r"<br\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")


def strip_tags(markup: str) -> str:
    """Return the text without tags, and without anchors that contain no word."""
    return " ".join(unescape(_TAG.sub("", _LINE_BREAK.sub(" ", _EMPTY_ANCHOR.sub("", markup)))).split())

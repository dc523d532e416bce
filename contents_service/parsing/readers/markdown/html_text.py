"""The words of a stretch of HTML within Markdown."""

from __future__ import annotations

import re
from html import unescape

_ANCHOR = re.compile(r"<a\b[^<>]*>[^\w<]*</a>", re.IGNORECASE)
_BREAK = re.compile(r"<br\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")


def plain(markup: str) -> str:
    """Its words without tags, and without anchors that have none."""
    return " ".join(unescape(_TAG.sub("", _BREAK.sub(" ", _ANCHOR.sub("", markup)))).split())

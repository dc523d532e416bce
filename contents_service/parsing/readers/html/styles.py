"""What the style of an element means for reading."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from contents_service.parsing.readers.raised_text import Raised

CACHED_STYLES = 1_000
"""How many different `style` attributes are remembered; a page repeats a few of them on most of its elements."""

_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|(?<![\w-])(?:left|top)\s*:\s*-\d{4,}", re.IGNORECASE
)
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_STRUCK = re.compile(r"text-decoration(?:-line)?\s*:[^;]*line-through", re.IGNORECASE)
_RAISED = re.compile(r"vertical-align\s*:\s*(sup|sub)(?:er)?\b", re.IGNORECASE)


class Style(Struct, frozen=True):
    """What a style does to the text of its element."""

    hides: bool = False
    is_bold: bool = False
    is_struck: bool = False
    raised: Raised = ""


_PLAIN = Style()


@lru_cache(CACHED_STYLES)
def read_style(style: str | None) -> Style:
    """Return what a `style` attribute means."""
    if not style:
        return _PLAIN
    raised = _RAISED.search(style)
    return Style(
        hides=bool(_HIDING.search(style)),
        is_bold=bool(_BOLD.search(style)),
        is_struck=bool(_STRUCK.search(style)),
        raised=("sup" if raised[1].lower() == "sup" else "sub") if raised else "",
    )

"""What the elements of HTML mean for reading."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from contents_service.parsing.readers.html.items import Zone

Attributes = Sequence[tuple[str, str | None]]

VOID = frozenset(
    "area base basefont br col command embed frame hr img input keygen link meta param source track wbr".split()
)
NEVER_SHOWN = frozenset("script style template iframe object noembed noframes datalist".split())
BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol optgroup option p pre search "
    "section select summary table tbody td textarea tfoot th thead title tr ul".split()
)
HEADINGS: Mapping[str, int] = {f"h{level}": level for level in range(1, 7)}
LISTS = frozenset("ol ul dl menu".split())
MAIN = frozenset(("main", "article"))
EDGES = frozenset("nav header footer aside".split())

_ROWS = frozenset(("td", "th", "tr", "caption", "colgroup"))
_GROUPS = _ROWS | {"thead", "tbody", "tfoot"}

CLOSES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("td", "th"), frozenset(("td", "th", "caption"))),
    **dict.fromkeys(("dt", "dd"), frozenset(("dt", "dd"))),
    **dict.fromkeys(("thead", "tbody", "tfoot"), _GROUPS),
    **dict.fromkeys(HEADINGS, frozenset(HEADINGS)),
    "tr": _ROWS,
    "li": frozenset(("li",)),
    "option": frozenset(("option",)),
    "optgroup": frozenset(("option", "optgroup")),
}
"""What an element's start ends, if it is still open within the same list or table."""

FENCES = frozenset("table ul ol dl menu select body html".split())
"""What an element's start ends nothing beyond."""

CELLS = frozenset(("td", "th", "caption"))
"""What no end tag of an element outside closes, but that of its table or its parts."""

TABLE_PARTS = _GROUPS | {"table"}

_MAIN_ROLES = frozenset(("main", "article"))
_EDGE_ROLES = frozenset(("navigation", "banner", "contentinfo", "complementary", "search"))
_NUMBER = re.compile(r"\s*([1-9]\d{0,4})\s*")
_INVISIBLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


def is_hidden(tag: str, attributes: Attributes) -> bool:
    """Whether an element and all in it is never shown; a whole page never is, though some hide theirs while loading."""
    if tag in NEVER_SHOWN:
        return True
    if not attributes or tag in ("html", "body"):
        return False
    told = dict(attributes)
    if told.get("aria-hidden") == "true":
        return True
    if "hidden" in told and told["hidden"] != "until-found":
        return True
    return bool(_INVISIBLE.search(told.get("style") or ""))


def zone_of(tag: str, attributes: Attributes, around: Zone) -> Zone:
    """Where an element stands that begins in some zone."""
    if around:
        return around
    role = dict(attributes).get("role") or ""
    if tag in MAIN or role in _MAIN_ROLES:
        return "main"
    return "edge" if tag in EDGES or role in _EDGE_ROLES else ""


def lays_out(attributes: Attributes) -> bool:
    """Whether a table says that it holds no data."""
    return dict(attributes).get("role") in ("presentation", "none")


def spans_of(attributes: Attributes) -> tuple[int, int]:
    """How many rows and columns a cell reaches over."""
    told = dict(attributes)
    rows, columns = (_NUMBER.fullmatch(told.get(name) or "") for name in ("rowspan", "colspan"))
    return int(rows[1]) if rows else 1, int(columns[1]) if columns else 1

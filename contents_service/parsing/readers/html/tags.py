"""What the elements of HTML mean for reading."""

from __future__ import annotations

import re
from collections.abc import Mapping

from contents_service.parsing.readers.html.items import Zone

Attributes = Mapping[str, str | None]

VOID = frozenset(
    "area base basefont br col command embed frame hr img input keygen link meta param source track wbr".split()
)
NEVER_SHOWN = frozenset(
    "script style template iframe object noembed noframes noscript datalist video audio canvas annotation".split()
)
"""What is in them is for browsers that lack something, or for programs."""
BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol optgroup option p pre search "
    "section select summary table tbody td textarea tfoot th thead title tr ul".split()
)
HEADINGS: Mapping[str, int] = {f"h{level}": level for level in range(1, 7)}
STRONG = frozenset(("b", "strong"))
APART = frozenset("button label select text".split())
"""What stands apart from the words beside it, though no line ends there."""
LEADS = frozenset(("dt", "summary", "legend"))
LISTS = frozenset("ol ul dl menu".split())
MAIN = frozenset(("main", "article"))
EDGES = frozenset(("header", "footer"))
"""By tag, or by id in older pages."""

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
_EDGE_ROLES = frozenset(("banner", "contentinfo"))
_ASIDE_ROLES = frozenset(("navigation", "complementary", "search"))
_NUMBER = re.compile(r"\s*([1-9]\d{0,4})\s*")
_INVISIBLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all", re.IGNORECASE)
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)

_MAIN_IDS = frozenset("main content main-content maincontent bodycontent mw-content-text".split())
_ASIDE_IDS = frozenset("nav navigation menu sidebar mw-navigation".split())
_WAYS = frozenset(("breadcrumb", "breadcrumbs", "toc", "table-of-contents"))
"""By name or class: where one is on the site or the page, which `nav` says in newer pages."""
_NOT_FOR_READING = frozenset("noprint mw-editsection mw-jump-link skip-link skip-nav skip-to-content md-skip".split())
"""Classes by which wikis, frameworks and site generators name what is only for moving about."""
_TITLES_OF_BOXES = frozenset(("admonition-title", "markdown-alert-title"))


def is_hidden(tag: str, attributes: Attributes) -> bool:
    """Whether an element and all in it is never shown.

    A whole page is, though some hide theirs while loading, and so is what stands behind a tab.
    """
    if tag in NEVER_SHOWN or (tag == "dialog" and "open" not in attributes):
        return True
    if not attributes or tag in ("html", "body") or attributes.get("role") == "tabpanel":
        return False
    if attributes.get("aria-hidden") == "true":
        return True
    if "hidden" in attributes and attributes["hidden"] != "until-found":
        return True
    return _has_class(attributes, _NOT_FOR_READING) or bool(_INVISIBLE.search(attributes.get("style") or ""))


def zone_of(tag: str, attributes: Attributes, around: Zone) -> Zone:
    """Where an element stands that begins in some zone; navigation is beside the main content wherever it stands."""
    role, name = attributes.get("role") or "", (attributes.get("id") or "").lower()
    navigates = tag == "nav" or role == "navigation" or name in _WAYS or _has_class(attributes, _WAYS)
    if around == "main" and not navigates:
        return around
    if around != "edge" and (tag in MAIN or role in _MAIN_ROLES):
        return "main"
    outside = around in ("", "edge")
    if around == "aside" or navigates or tag == "aside" or (outside and (role in _ASIDE_ROLES or name in _ASIDE_IDS)):
        return "aside"
    if not around and (tag in EDGES or role in _EDGE_ROLES or name in EDGES):
        return "edge"
    return "named" if name in _MAIN_IDS and around != "edge" else around


def level_of(tag: str, attributes: Attributes) -> int:
    """The level of the heading that an element is, by its tag or its role; 0 if it is none."""
    if attributes.get("role") != "heading":
        return HEADINGS.get(tag, 0)
    level = attributes.get("aria-level") or ""
    return int(level) if level in ("1", "2", "3", "4", "5", "6") else HEADINGS.get(tag, 2)


def is_strong(tag: str, attributes: Attributes) -> bool:
    """Whether the words of an element are bold by themselves."""
    return tag in STRONG or bool(_BOLD.search(attributes.get("style") or ""))


def leads(tag: str, attributes: Attributes) -> bool:
    """Whether an element only names what follows it: a term, the title of a box."""
    return tag in LEADS or _has_class(attributes, _TITLES_OF_BOXES)


def _has_class(attributes: Attributes, names: frozenset[str]) -> bool:
    told = attributes.get("class")
    return bool(told) and not names.isdisjoint(str(told).split())


def lays_out(attributes: Attributes) -> bool:
    """Whether a table says that it holds no data."""
    return attributes.get("role") in ("presentation", "none")


def spans_of(attributes: Attributes) -> tuple[int, int]:
    """How many rows and columns a cell reaches over."""
    rows, columns = (_NUMBER.fullmatch(attributes.get(name) or "") for name in ("rowspan", "colspan"))
    return int(rows[1]) if rows else 1, int(columns[1]) if columns else 1

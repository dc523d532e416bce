"""What the elements and attributes of HTML mean for reading."""

from __future__ import annotations

import re
from collections.abc import Mapping

from contents_service.parsing.readers.html.class_names import NAVIGATION_NAMES, ClassMeaning
from contents_service.parsing.readers.html.items import HEADERS_FOOTERS, Zone
from contents_service.parsing.readers.html.styles import Style
from contents_service.parsing.readers.raised_text import Raised

Attributes = Mapping[str, str | None]

VOID = frozenset(
    "area base basefont br col command embed frame hr img input keygen link meta param source track wbr".split()
)
"""Elements that have no content and no end tag."""
NEVER_SHOWN = frozenset(
    "script style template iframe object noembed noframes noscript datalist video audio canvas annotation".split()
)
"""Elements whose content is only for scripts, or for browsers that lack a feature."""
PARAGRAPH_BREAKING = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol optgroup option p pre search "
    "section select summary table tbody td textarea tfoot th thead title tr ul".split()
)
"""Elements that begin and end a paragraph."""
STRUCK = frozenset(("del", "s", "strike"))
"""Elements whose text no longer holds."""
HEADINGS: Mapping[str, int] = {f"h{level}": level for level in range(1, 7)}
"""The level of each heading element."""
BOLD = frozenset(("b", "strong"))
RAISED: Mapping[str, Raised] = {"sup": "sup", "sub": "sub"}
SPACED_INLINE = frozenset("button label select text".split())
"""Inline elements that browsers show with space around them, so their text is a word of its own; `text` is SVG's."""
RUBY_READINGS = frozenset(("rt", "rtc"))
"""Elements of `ruby` that say how the characters before them are read; they stand within a word."""
RUBY_PARTS = RUBY_READINGS | {"rb", "rp"}
"""The parts of a `ruby`, each of which ends where the next begins."""
LEAD_INS = frozenset(("dt", "summary", "legend"))
"""Elements that only name what follows them."""
LISTS = frozenset("ol ul dl menu".split())
MAIN = frozenset(("main", "article"))
"""The tags of a page's main content, which are also its ARIA roles."""
HEADER_FOOTER = frozenset(("header", "footer"))
"""Tags of a page's header and footer; older pages use the same words as ids."""

_CLOSED_BY_ROW = frozenset(("td", "th", "tr", "caption", "colgroup"))
_CLOSED_BY_ROW_GROUP = _CLOSED_BY_ROW | {"thead", "tbody", "tfoot"}

CLOSED_BY_START_TAG: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("td", "th"), frozenset(("td", "th", "caption"))),
    **dict.fromkeys(("dt", "dd"), frozenset(("dt", "dd"))),
    **dict.fromkeys(("thead", "tbody", "tfoot"), _CLOSED_BY_ROW_GROUP),
    **dict.fromkeys(HEADINGS, frozenset(HEADINGS)),
    "tr": _CLOSED_BY_ROW,
    "li": frozenset(("li",)),
    "option": frozenset(("option",)),
    "optgroup": frozenset(("option", "optgroup")),
    **dict.fromkeys(("rb", "rt", "rp"), frozenset(("rb", "rt", "rp"))),
    "rtc": RUBY_PARTS,
}
"""The open elements that each start tag closes, within the same list or table."""

BARRIERS = frozenset("table ul ol dl menu select body html".split())
"""A start tag inside one of these never closes an element outside it."""

RUBY_BARRIERS = BARRIERS | {"ruby"}
"""A part of a `ruby` closes only parts of the same one."""

CELLS = frozenset(("td", "th", "caption"))
"""Elements that an end tag outside them does not close, unless it is that of their table or of one of its parts."""

TABLE_PARTS = _CLOSED_BY_ROW_GROUP | {"table"}

ZONED = MAIN | HEADER_FOOTER | {"aside", "nav"}
"""The tags of the parts of a page; other elements are parts by their attributes."""

_HEADER_FOOTER_ROLES = frozenset(("banner", "contentinfo"))
_SIDEBAR_ROLES = frozenset(("navigation", "complementary", "search"))
_SPAN = re.compile(r"\s*([1-9]\d{0,4})\s*")

_MAIN_IDS = frozenset("main content main-content maincontent bodycontent mw-content-text".split())
_SIDEBAR_IDS = frozenset("nav navigation menu sidebar mw-navigation".split())
"""Ids of sidebars. They are too common to count inside the main content, where `menu` may be a list of dishes."""


def is_never_shown(tag: str, attributes: Attributes, classes: ClassMeaning) -> bool:
    """Whether an element is of no use to readers; a template is, if it is part of the page that contains it."""
    return classes.is_skipped or (tag in NEVER_SHOWN and not (tag == "template" and "shadowrootmode" in attributes))


def is_hidden(tag: str, attributes: Attributes, style: Style) -> bool:
    """Whether an element and its content are not shown at first.

    The whole page never counts as hidden, since some pages hide themselves while loading. Nor do tab panels, which are
    shown one at a time.
    """
    if tag == "dialog" and "open" not in attributes:
        return True
    if not attributes or tag in ("html", "body") or attributes.get("role") == "tabpanel":
        return False
    if attributes.get("aria-hidden") == "true":
        return True
    return style.hides or ("hidden" in attributes and attributes["hidden"] != "until-found")


def find_zone(tag: str, attributes: Attributes, classes: ClassMeaning, parent: Zone) -> Zone:
    """Return an element's zone, given that of its parent; navigation is a sidebar even in the main content.

    `main_by_id` is distinct from `main`, since the id alone is a weak sign: elements inside may still be sidebars.
    """
    role, element_id = attributes.get("role") or "", (attributes.get("id") or "").lower()
    if parent == "main" and not _is_navigation(tag, attributes, classes):
        return parent
    if parent not in HEADERS_FOOTERS and (tag in MAIN or role in MAIN):
        return "main"
    if parent == "sidebar" or tag == "aside" or _is_navigation(tag, attributes, classes):
        return "sidebar"
    if (not parent or parent in HEADERS_FOOTERS) and (role in _SIDEBAR_ROLES or element_id in _SIDEBAR_IDS):
        return "sidebar"
    if not parent and (tag in HEADER_FOOTER or role in _HEADER_FOOTER_ROLES or element_id in HEADER_FOOTER):
        return "header_by_id" if element_id == "header" and tag == "div" else "header_footer"
    return "main_by_id" if element_id in _MAIN_IDS and parent not in HEADERS_FOOTERS else parent


def _is_navigation(tag: str, attributes: Attributes, classes: ClassMeaning) -> bool:
    if tag == "nav" or attributes.get("role") == "navigation":
        return True
    return classes.is_navigation or (attributes.get("id") or "").lower() in NAVIGATION_NAMES


def find_heading_level(tag: str, attributes: Attributes) -> int:
    """Return the level of a heading by its tag or its role; 0 for any other element."""
    if attributes.get("role") != "heading":
        return HEADINGS.get(tag, 0)
    level = attributes.get("aria-level") or ""
    return int(level) if level in ("1", "2", "3", "4", "5", "6") else HEADINGS.get(tag, 2)


def find_raised(tag: str, attributes: Attributes, style: Style) -> Raised:
    """Return whether an element raises or lowers its text; a link to a note is raised by the style of its page."""
    if tag == "a" and attributes.get("role") == "doc-noteref":
        return "sup"
    return RAISED.get(tag) or style.raised


def is_layout_table(attributes: Attributes) -> bool:
    """Whether a table's role marks it as layout only."""
    return attributes.get("role") in ("presentation", "none")


def read_spans(attributes: Attributes) -> tuple[int, int]:
    """Return how many rows and columns a cell spans."""
    rows, columns = (_SPAN.fullmatch(attributes.get(name) or "") for name in ("rowspan", "colspan"))
    return int(rows[1]) if rows else 1, int(columns[1]) if columns else 1

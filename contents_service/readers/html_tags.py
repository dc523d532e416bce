"""What the elements of HTML mean for reading."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

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

CLOSES: Mapping[str, frozenset[str]] = {
    "li": frozenset(("li",)),
    "dt": frozenset(("dt", "dd")),
    "dd": frozenset(("dt", "dd")),
    "option": frozenset(("option",)),
    "optgroup": frozenset(("option", "optgroup")),
    "td": frozenset(("td", "th")),
    "th": frozenset(("td", "th")),
    "tr": frozenset(("td", "th", "tr", "caption")),
    "tbody": frozenset("td th tr thead tbody caption colgroup".split()),
    "thead": frozenset("td th tr thead tbody caption colgroup".split()),
    "tfoot": frozenset("td th tr thead tbody caption colgroup".split()),
}
"""What an element's start ends, if it is still open within the same list or table."""

FENCES = frozenset("table ul ol dl menu select body html".split())
"""What an element's start never ends anything beyond."""

_INVISIBLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


def is_hidden(tag: str, attributes: Attributes) -> bool:
    """Whether an element and all in it is never shown."""
    told = dict(attributes)
    if tag in NEVER_SHOWN or told.get("aria-hidden") == "true":
        return True
    if "hidden" in told and told["hidden"] != "until-found":
        return True
    return bool(_INVISIBLE.search(told.get("style") or ""))

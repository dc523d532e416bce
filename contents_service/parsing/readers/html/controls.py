"""Controls of a page: elements that unfold or show another one, which is hidden until then."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from contents_service.parsing.readers.html.tags import Attributes

MAX_VALUE_CHARACTERS = 500
"""The longest value of an attribute, in characters, that is searched for the ids it names."""

_CONTROL_ATTRIBUTES = frozenset(
    "aria-controls aria-expanded data-target data-bs-target data-toggle data-bs-toggle popovertarget commandfor "
    "onclick".split()
)
_ID_ATTRIBUTES = ("aria-controls", "data-target", "data-bs-target", "popovertarget", "commandfor")
_TAB_TOGGLES = frozenset(("tab", "pill"))

_NAME = (
    r"aria-controls|popovertarget|commandfor|data-[\w-]{0,40}(?:target|toggle|tab|panel|controls?|content)[\w-]{0,40}"
)
_VALUE = rf"""(?:"([^"<>]{{0,{MAX_VALUE_CHARACTERS}}})"|'([^'<>]{{0,{MAX_VALUE_CHARACTERS}}})'|([^\s"'<>]{{1,100}}))"""
_NAMING = re.compile(rf"""\s(?:{_NAME}|on(?:click|change))\s{{0,9}}=\s{{0,9}}{_VALUE}""", re.IGNORECASE)
_LINK = re.compile(rf"""\shref\s{{0,9}}=\s{{0,9}}(?=["']?(?:#|javascript:)){_VALUE}""", re.IGNORECASE)
_ID = re.compile(r"[^\s#.,;:'\"()]+")
_NO_MARKUP = re.compile(r"<!--.*?--\s*>|<script\b.*?(?:</script|\Z)", re.DOTALL | re.IGNORECASE)


class ControlledIds:
    """The ids of a page's elements that some control of it names; found once they are first needed."""

    def __init__(self, page: str) -> None:
        self._page = page
        self._ids: frozenset[str] | None = None

    def __contains__(self, element_id: str) -> bool:
        if self._ids is None:
            self._ids = frozenset(_named_ids(_NO_MARKUP.sub(" ", self._page)))
        return element_id in self._ids


def _named_ids(page: str) -> Iterator[str]:
    for pattern in (_NAMING, _LINK):
        for found in pattern.finditer(page):
            yield from _ID.findall("".join(filter(None, found.groups())))


class Control(Struct, frozen=True):
    """A control: the ids that it says it unfolds, and its own."""

    targets: frozenset[str]
    element_id: str = ""
    is_tab: bool = False
    """Whether it is the label of one of several panels, of which one is shown at a time."""
    is_certain: bool = False
    """Whether its attributes say that it unfolds something."""


def find_control(tag: str, attributes: Attributes, *, in_tab_list: bool, in_form: bool) -> Control | None:
    """Return the control that an element is: by its role or its attributes, or as a button or a link to no page."""
    if not (in_tab_list or _may_be_control(tag, attributes, in_form=in_form)):
        return None
    toggle = attributes.get("data-bs-toggle") or attributes.get("data-toggle")
    return Control(
        frozenset(_targets(attributes)),
        attributes.get("id") or "",
        is_tab=in_tab_list or attributes.get("role") == "tab" or toggle in _TAB_TOGGLES,
        is_certain="aria-expanded" in attributes or "aria-controls" in attributes,
    )


def _may_be_control(tag: str, attributes: Attributes, *, in_form: bool) -> bool:
    if tag == "a":
        href = attributes.get("href")
        return not href or href[0] == "#" or href.startswith("javascript:") or "aria-expanded" in attributes
    if tag == "button" and attributes.get("type") != "submit":
        return not in_form or "type" in attributes
    return not _CONTROL_ATTRIBUTES.isdisjoint(attributes) or attributes.get("role") in ("tab", "button")


def _targets(attributes: Attributes) -> Iterator[str]:
    for name in _ID_ATTRIBUTES:
        yield from (attributes.get(name) or "").replace("#", " ").split()
    href = attributes.get("href") or ""
    if href.startswith("#") and len(href) > 1:
        yield href[1:]

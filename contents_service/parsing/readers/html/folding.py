"""Panels that a page folds away until a reader asks for them, and the labels that they stand under."""

from __future__ import annotations

import re
from collections import deque

from msgspec import Struct
from msgspec.structs import replace

from contents_service.limits import Limits
from contents_service.parsing.readers.html.class_names import ClassMeaning, read_classes
from contents_service.parsing.readers.html.controls import Control, ControlledIds
from contents_service.parsing.readers.html.items import HEADERS_FOOTERS, Item, Zone
from contents_service.parsing.readers.html.tags import PARAGRAPH_BREAKING, Attributes
from contents_service.parsing.readers.paragraphs import MAX_LEAD_IN_CHARACTERS

_NO_PANEL_ROLES = frozenset(
    "menu menubar listbox tooltip alert alertdialog status search navigation progressbar".split()
)
_NAVIGATION: frozenset[Zone] = HEADERS_FOOTERS | {"sidebar"}
_SAYS_NOTHING = re.compile(
    r"(?:click|collapse|details?|expand|hide|more|open|read|see|show|toggle|view)\b", re.IGNORECASE
)
"""The words that labels begin with that say what they do, not what is in their panel."""

_ANSWERS = frozenset(("acceptedAnswer", "suggestedAnswer"))


class Label(Struct, eq=False):
    """The words of a control, and the index of the item that they are in; -1 until it is complete."""

    control: Control
    text: str
    index: int = -1
    is_taken: bool = False
    """Whether its panel was found."""


class Panel(Struct):
    """A panel: the index of its label's item, or of its own first item if the label is unknown."""

    first_item: int
    label: str = ""
    heading_level: int = 0
    """The level of its label if that is a heading, which ends with the panel."""


class Folding:
    """Tells which hidden elements of a page a reader can unfold, and what label each panel has."""

    def __init__(self, page: str, items: list[Item], limits: Limits) -> None:
        self._items = items
        self._limits = limits
        self._controlled = ControlledIds(page)
        self._incomplete: list[Label] = []
        self._last: Label | None = None
        self._by_target: dict[str, Label] = {}
        self._by_id: dict[str, Label] = {}
        self._tab_lists: list[deque[Label]] = []
        self.left_level = 0
        """The level of the heading that ended since the last item, with its panel."""

    def begin_tab_list(self) -> None:
        """Begin a list of tabs, whose panels may be known by their order alone."""
        self._tab_lists.append(deque())

    def add_control(self, control: Control, text: str, *, is_complete: bool) -> None:
        """Add a control that ended, with its words; the last item has them, if it is complete."""
        label = Label(control, text if len(text) <= MAX_LEAD_IN_CHARACTERS else "")
        if is_complete:
            label.index = len(self._items) - 1
        else:
            self._incomplete.append(label)
        self._last = label
        self._by_target |= dict.fromkeys(control.targets, label)
        if control.element_id:
            self._by_id[control.element_id] = label
        if control.is_tab:
            if not self._tab_lists:
                self.begin_tab_list()
            self._tab_lists[-1].append(label)

    def complete_item(self) -> None:
        """Say that the last item is complete, which has the words of the controls that ended in it."""
        self.left_level = 0
        for label in self._incomplete:
            label.index = len(self._items) - 1
        self._incomplete.clear()

    def can_unfold(self, tag: str, attributes: Attributes, classes: ClassMeaning, zone: Zone, widget: int) -> bool:
        """Whether readers can unfold a hidden element; `widget` is how many items came before its widget, or -1."""
        element_id = attributes.get("id") or ""
        if zone in _NAVIGATION or classes.is_menu or attributes.get("role") in _NO_PANEL_ROLES:
            return False
        is_dialog = tag == "dialog" or attributes.get("role") == "dialog" or classes.is_modal
        is_named = bool(element_id) and element_id in self._controlled
        if is_dialog:
            return is_named and not classes.is_offer and not read_classes(element_id).is_offer
        if is_named:
            return True
        if classes.is_panel or read_classes(element_id).is_panel or attributes.get("itemprop") in _ANSWERS:
            return True
        if tag not in PARAGRAPH_BREAKING:
            return False
        return attributes.get("aria-labelledby") in self._by_id or self._is_below_label(tag, widget)

    def _is_below_label(self, tag: str, widget: int) -> bool:
        """Whether an element is right below a control without another target, or a title within a widget."""
        if not self._items:
            return False
        above, last = self._items[-1], self._last
        if last and last.index == len(self._items) - 1 and not last.control.targets:
            return last.control.is_certain or last.text == above.text
        if tag == "dd" and above.keep_with_next:
            return True
        return 0 <= widget < len(self._items) and (above.kind == "heading" or _may_be_label(above))

    def is_named(self, element_id: str | None) -> bool:
        """Whether a control before it says for certain that it unfolds an element."""
        label = self._by_target.get(element_id or "")
        return label is not None and (label.control.is_certain or label.control.is_tab)

    def begin_panel(
        self, attributes: Attributes, line: int, zone: Zone, *, is_tab_panel: bool, may_move: bool
    ) -> Panel:
        """Begin a panel: its label stays right above it, or is moved there from elsewhere."""
        label = self._find_label(attributes, is_tab_panel=is_tab_panel)
        above = self._items[-1] if self._items else None
        if label and label.index != len(self._items) - 1:
            if not may_move or not any(map(str.isalpha, label.text)):
                return Panel(len(self._items))
            self._move(label)
            self._items.append(Item(kind="prose", text=label.text, lines=(line, line), zone=zone, keep_with_next=True))
        elif above and _may_be_label(above):
            self._items[-1] = replace(above, keep_with_next=True)
        else:
            level = above.level if above and (label or not is_tab_panel) else 0
            return Panel(len(self._items), heading_level=level)
        return Panel(len(self._items) - 1, self._items[-1].text)

    def end_panel(self, panel: Panel) -> None:
        """End a panel; if it is longer than a passage, its label is the context of all of it."""
        items = self._items[panel.first_item :]
        if items:
            self.left_level = panel.heading_level or items[0].level
        is_long = sum(len(item.text) for item in items) > self._limits.passage_soft
        if is_long and panel.label and not _SAYS_NOTHING.match(panel.label):
            self._items[panel.first_item :] = [_with_context(item, panel.label) for item in items]

    def _find_label(self, attributes: Attributes, *, is_tab_panel: bool) -> Label | None:
        """Return the label of a panel: by its id, by the id of the label, or by its place among several panels."""
        label = self._by_target.get(attributes.get("id") or "")
        label = label or self._by_id.get(attributes.get("aria-labelledby") or "")
        label = label or (self._next_tab() if is_tab_panel else None)
        if label:
            label.is_taken = True
        return label

    def is_below_title(self) -> bool:
        """Whether the last item is a heading, or leads into what follows it."""
        return bool(self._items) and (self._items[-1].kind == "heading" or self._items[-1].keep_with_next)

    def _next_tab(self) -> Label | None:
        while self._tab_lists:
            while self._tab_lists[-1]:
                label = self._tab_lists[-1].popleft()
                if not label.is_taken:
                    return label
            self._tab_lists.pop()
        return None

    def _move(self, label: Label) -> None:
        """Note that a label stands above its panel now, and in a list of tabs no longer."""
        if label.control.is_tab and 0 <= label.index < len(self._items):
            item = self._items[label.index]
            self._items[label.index] = replace(item, text="") if item.text == label.text else item


def _may_be_label(item: Item) -> bool:
    return item.kind == "prose" and len(item.text) <= MAX_LEAD_IN_CHARACTERS


def _with_context(item: Item, label: str) -> Item:
    return item if item.context or item.kind == "heading" else replace(item, context=label)

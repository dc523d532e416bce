"""What the classes of an element mean for reading."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

CACHED_CLASSES = 4_000
"""How many different `class` attributes are remembered; a page repeats a few of them on most of its elements."""

NAVIGATION_NAMES = frozenset(("breadcrumb", "breadcrumbs", "toc", "table-of-contents"))
"""Ids and classes of breadcrumbs and tables of contents, for which newer pages use `nav`. They are navigation
even inside the main content."""

_SKIPPED = frozenset("noprint mw-editsection mw-jump-link skip-link skip-nav skip-to-content md-skip".split())
"""Classes that wikis, frameworks and site generators give to navigation controls."""
_BOX_TITLES = frozenset(("admonition-title", "markdown-alert-title"))
"""Classes of the titles of notes and warnings."""
_STRUCK = frozenset(("line-through", "strikethrough"))
_TAB_LISTS = frozenset(("tabbed-labels", "nav-tabs", "nav-pills"))
_TAB_PANELS = frozenset(("tabbed-block", "tab-pane", "tab-panel", "tabpanel"))
_MENUS = re.compile(r"(?<![a-z])(?:nav(?:bar|igation)?|menu|dropdown|offcanvas|drawer|tooltip)(?![a-z])")

_ACCORDIONS = re.compile("accordion|faq")
_MODALS = frozenset(("modal", "dialog", "popup"))
_OFFERS = re.compile(
    r"cookie|consent|gdpr|newsletter|subscri|log-?in|sign-?(?:in|up)|search|cart|share|feedback|loading|spinner|toast"
)
"""What dialogs are called that serve the site and not its readers."""

_WIDGET = r"(?:accordion|faqs?|toggle|expand(?:er|able)?|disclosure|spoiler|collaps(?:e|ed|ible)|tabs?)"
_PANELS = re.compile(
    rf"{_WIDGET}[-_ ]*(?:item)?[-_]*(?:content|body|panel|pane|text|answer|inner|details?)"
    r"|(?<![a-z])(?:answers?|collaps(?:e|ed|ible)|spoiler|expand-hidden)(?![a-z])"
    r"|(?<![a-z])(?:(?:read|show|see|view)[-_]?)?more(?:[-_]?(?:text|content|info|details))?(?![a-z])"
)
_WIDGETS = re.compile(rf"(?<![a-z]){_WIDGET}(?![a-z])|accordion|faq")
_LABELS = re.compile(
    rf"{_WIDGET}[-_ ]*(?:item)?[-_]*(?:title|head(?:er|ing)?|button|btn|trigger|control|label|question|summary)"
    r"|(?<![a-z])question(?![a-z])"
)


class ClassMeaning(Struct, frozen=True):
    """What classes say of their element."""

    is_skipped: bool = False
    """It is a control for browsing, of no use to readers of its text."""
    is_navigation: bool = False
    is_menu: bool = False
    is_modal: bool = False
    is_offer: bool = False
    """It is called like a dialog that serves the site: a login, a search, a notice about cookies."""
    is_box_title: bool = False
    is_struck: bool = False
    is_tab_list: bool = False
    is_tab_panel: bool = False
    is_panel: bool = False
    """It is what is folded away: an answer, the body of an accordion."""
    is_folding: bool = False
    """It contains panels and their labels, or is one."""
    is_label: bool = False
    """It is a question, or the title of a panel."""


_NONE = ClassMeaning()


@lru_cache(CACHED_CLASSES)
def read_classes(value: str | None) -> ClassMeaning:
    """Return what a `class` attribute means."""
    if not value:
        return _NONE
    classes, lower = frozenset(value.split()), value.lower()
    return ClassMeaning(
        is_skipped=not classes.isdisjoint(_SKIPPED),
        is_navigation=not classes.isdisjoint(NAVIGATION_NAMES),
        is_menu=bool(_MENUS.search(lower)) and not _ACCORDIONS.search(lower),
        is_modal=not classes.isdisjoint(_MODALS),
        is_offer=bool(_OFFERS.search(lower)),
        is_box_title=not classes.isdisjoint(_BOX_TITLES),
        is_struck=not classes.isdisjoint(_STRUCK),
        is_tab_list=not classes.isdisjoint(_TAB_LISTS),
        is_tab_panel=not classes.isdisjoint(_TAB_PANELS),
        is_panel=bool(_PANELS.search(lower)),
        is_folding=bool(_WIDGETS.search(lower)),
        is_label=bool(_LABELS.search(lower)),
    )

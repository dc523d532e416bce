"""Passages that only point to others: lists of contents, and headings without text."""

from __future__ import annotations

import re

from contents_service.model import PassageContent

MIN_ENTRIES = 0.8
"""Smallest share of the lines of a list of contents that are its entries."""
_LINK = re.compile(r"^[\W\d]*\[[^\]]+\]\(#[^)]*\)\W*$")
"""A line that is a link within its own document, as in Markdown."""
_PAGE_REFERENCE = re.compile(r"(?:(?:[.…·_]\s?){3,}|\s{3,}|\t)\s*[\divxlc]{1,6}$", re.IGNORECASE)
"""A line that ends in dots, or in a gap, and the number of a page."""
_ROMAN_DIGITS = "ivxlcIVXLC"
_NOT_A_WORD = re.compile(r"[\W_]+")


def is_pointer(content: PassageContent) -> bool:
    """Whether a passage has nothing but entries that name other passages, or nothing but a heading."""
    lines = [line.strip() for line in content.text.splitlines() if line.strip()]
    if len(lines) == 1 and content.where.heading and _plain(lines[0]) == _plain(content.where.heading[-1]):
        return True
    entries = sum(map(_is_entry, lines))
    return bool(lines) and entries >= MIN_ENTRIES * len(lines)


def _is_entry(line: str) -> bool:
    may_end_in_page = line[-1].isdecimal() or line[-1] in _ROMAN_DIGITS  # checked first, since it is quick
    return bool((may_end_in_page and _PAGE_REFERENCE.search(line)) or ("](#" in line and _LINK.match(line)))


def _plain(text: str) -> str:
    return _NOT_A_WORD.sub(" ", text).strip().casefold()

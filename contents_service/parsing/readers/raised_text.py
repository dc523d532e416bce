"""Raised and lowered figures and letters as plain text writes them, apart from the number or word before them.

`10<sup>5</sup>` is `10^5`, `m<sup>2</sup>` is `m²`, and `note<sup>3</sup>` is `note [3]`. Only what is one word to its
readers is joined: `CO2`, `1st`, `Mme`.
"""

from __future__ import annotations

import re
from typing import Literal

Raised = Literal["", "sup", "sub"]
"""Whether text is raised, lowered, or neither."""

MAX_RAISED_CHARACTERS = 40
"""The longest raised text, in characters, that is more than small print, and as much as is looked at before it."""

MAX_BASE_DIGITS = 3
"""The largest number of digits before the point of a number with an exponent; a longer one, like a year, has notes."""

MAX_SYMBOL_LETTERS = 3
"""The largest number of letters of a symbol such as `log` or `max`, which a lowered number belongs to."""

_SYMBOLS = {"tm": "™", "sm": "℠"}
_SQUARE_AND_CUBE = {"2": "²", "3": "³"}
_UNITS = frozenset("km hm dm cm mm µm μm nm pm ft in yd mi nmi px".split())
"""Units of length of more than one letter, whose raised 2 or 3 is a square or a cube."""

_ORDINAL_ENDINGS = frozenset("st nd rd th e er ère re ème eme ième nd nde de ste te o a os as".split())
_ABBREVIATION_ENDINGS = frozenset("r rs t te o os er re me mes lle lles gr mo ve".split())
_ROMAN = re.compile(r"[IVXLCM]+")

_NUMBER = re.compile(r"[+\-−–]?\d+(?:\.\d+)?[+\-−–]?|[+\-−–]")
_REFERENCES = re.compile(r"\w{1,4}\)?|\d{1,4}(?:\s?[,;–-]\s?\d{1,4})+")
_BRACKETED = re.compile(r"\[.*\]|\(.*\)", re.DOTALL)
_POWER_OF_GROUP = re.compile(r"\([^()]*[-+*/^·×−–=][^()]*\)$")
_TERM = re.compile(r"[=+*/^×·(]\s?[A-Za-z]{1,3}$")
_LAST_LETTERS = re.compile(r"[^\W\d_]+$")
_LAST_NUMBER = re.compile(r"(?<![\w.,])(\d+)(?:\.\d+)?$")
_PRICE = re.compile(r"[$€£¥]\s?\d+$")
_FORMULA = re.compile(r"(?:[A-Z][a-z]?|\d|[()\[\]·.+^−-])+$")
_LOWERED_NUMBER = re.compile(r"\d+[^\W\d_]*")


def render_raised(before: str, content: str, kind: Raised, *, is_reference: bool = False) -> str:
    """Return raised or lowered text as it follows the text before it; `is_reference` if it links to a note."""
    if not before:
        return f"{content} " if kind == "sup" else content
    if len(content) > MAX_RAISED_CHARACTERS:
        return f" {content}"
    if before[-1].isspace() or before[-1] in "/⁄([{":
        return _render_reference(content).strip() if is_reference else content
    if kind == "sub":
        return _render_lowered(before, content)
    is_note = is_reference or bool(_BRACKETED.fullmatch(content))
    return _render_reference(content) if is_note else _render_superscript(before, content)


def _render_superscript(before: str, content: str) -> str:
    if _NUMBER.fullmatch(content):
        return _render_exponent(before, content)
    if not any(map(str.isalnum, content)):
        return content  # a star, a dagger, a prime
    return _SYMBOLS.get(content.casefold()) or _render_letters(before, content)


def _render_exponent(before: str, content: str) -> str:
    letters = _LAST_LETTERS.search(before)
    word = letters[0] if letters else ""
    if content in _SQUARE_AND_CUBE and (len(word) == 1 or word in _UNITS or _TERM.search(before)):
        return _SQUARE_AND_CUBE[content]
    if len(content) == 2 and _PRICE.search(before):
        return f".{content}"
    is_signed = not content.isdecimal()
    return (
        f"^{content}"
        if is_signed or len(word) == 1 or word in _UNITS or _may_be_base(before)
        else _render_reference(content)
    )


def _may_be_base(before: str) -> bool:
    """Whether a text ends with a number that is short enough for an exponent, or a sum in parentheses."""
    number = _LAST_NUMBER.search(before)
    is_in_formula = before[-1].isdecimal() and not number and bool(re.search(r"[A-Za-z)]\d{1,2}$", before))
    return is_in_formula or bool(number and len(number[1]) <= MAX_BASE_DIGITS) or bool(_POWER_OF_GROUP.search(before))


def _render_letters(before: str, content: str) -> str:
    """Return raised letters: the end of an ordinal or an abbreviation, a variable exponent, or the mark of a note."""
    letters = _LAST_LETTERS.search(before)
    word, ending = letters[0] if letters else "", content.casefold()
    if ending in _ORDINAL_ENDINGS and (before[-1].isdecimal() or _ROMAN.fullmatch(word)):
        is_note = ending in ("a", "e", "o") and bool(re.search(r"[.,]\d+$|\d{4}$", before))
        return _render_reference(content) if is_note else content
    if 0 < len(word) < MAX_SYMBOL_LETTERS and word[0].isupper() and content in _ABBREVIATION_ENDINGS:
        return content
    if " " not in content and (len(word) == 1 or _may_be_base(before)):
        return f"^{content}" if content.isalnum() else f"^({content})"
    return _render_reference(content) if _REFERENCES.fullmatch(content) else f" {content}"


def _render_reference(content: str) -> str:
    return f" {content}" if _BRACKETED.fullmatch(content) else f" [{content}]"


def _render_lowered(before: str, content: str) -> str:
    letters = _LAST_LETTERS.search(before)
    if _BRACKETED.fullmatch(content):
        return content
    if _LOWERED_NUMBER.fullmatch(content) and not before[-1].isdecimal():
        last_word = before.rsplit(maxsplit=1)[-1]
        is_symbol = letters is not None and len(letters[0]) <= MAX_SYMBOL_LETTERS
        return content if is_symbol or _FORMULA.fullmatch(last_word) else f"_{content}"
    return f"_{content}" if " " not in content else f" {content}"

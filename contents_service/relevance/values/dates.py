"""Dates in a text, each under one key however it is written.

- `2024-01-05`, `5 January 2024`, `January 5th, 2024`, `05.01.2024`, `5.1.24` and `2024年1月5日` are `@2024-01-05`.
  A passage is also indexed by what the date is within: `@2024-01`, `@2024`, `2024`, `@--01-05` and `@--01`.
- With dots the day is first. With slashes the document's other dates tell, such as `31/12/2023`. If none does, a
  passage is indexed by both readings, and a question looks for both.
- A month and a year, a day and a month, and a month alone are dates too. *May* and *March* alone are months only after
  a word such as *in* or *since*.
- `14.2.10` may be a date or a version, so it is both. After `v` or *version*, or in a longer number, it is no date.
"""

from __future__ import annotations

import re
import unicodedata
from calendar import monthrange
from collections.abc import Iterable, Iterator
from typing import Literal

from contents_service.relevance.values.month_names import FULL_NAMES, MONTHS
from contents_service.relevance.values.value import Value

DayOrder = Literal["dmy", "mdy"]
"""Whether a numeric date has the day first or the month."""
Parts = tuple[int | None, int | None, int | None]
"""Year, month and day; None for what a date leaves out."""

FIRST_SHORT_YEAR = 70
"""The two digits from which a short year is of the last century."""
REACH = 32
"""Characters before and after the name of a month in which its day and year are looked for."""
YEARS = range(1000, 2200)
"""Years that a number of four digits may be."""

_MONTH = r"(?P<{}>[^\W\d_]{{3,12}})\.?"
_DAY = r"(?P<{}>0?[1-9]|[12]\d|3[01])"
_ENDING = r"(?:st|nd|rd|th|er|º|ª|\.)?"
_OF = r"(?:\s+(?:of|de|del|di|do)(?:\s+the)?)?"
_YEAR = r"(?P<{}>[12]\d{{3}})(?![\d.:]\d|\d)"
_RANGE = r"(?:\s?(?:[-–—/]|to|until|bis|al?|and|und|et|y|e)\s?" + _DAY.format("last") + _ENDING + ")?"
_ISO = re.compile(
    r"(?<![\d.])(?P<year>[12]\d{3})(?P<mark>[-/.])(?P<month>0?[1-9]|1[0-2])(?P=mark)(?P<day>0?[1-9]|[12]\d|3[01])"
    r"(?=T\d|_|[^\w]|$)(?![-/.]\d)"
)
_ISO_MONTH = re.compile(r"(?<![\d./-])(?P<year>[12]\d{3})-(?P<month>0[1-9]|1[0-2])(?![\d/-]|\.\d|[^\W_])")
_DENSE = re.compile(r"(?<![^\W_])(?P<year>(?:19|20)\d\d)(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])(?![^\W_])")
_NUMERIC = re.compile(
    r"(?<![\d.,/-])(?P<one>\d{1,2})(?P<mark>[./-])(?P<two>\d{1,2})(?P=mark)(?P<year>[12]\d{3}|\d\d)(?![\d]|[./-]\d|[^\W_])"
)
_MONTH_OF_YEAR = re.compile(r"(?<![\d.,/-])(?P<month>0[1-9]|1[0-2])/(?P<year>[12]\d{3})(?![\d]|[./-]\d)")
_DAY_MONTH = re.compile(
    rf"(?<![\d.,:/-]){_DAY.format('day')}{_ENDING}{_RANGE}{_OF}\s*{_MONTH.format('month')}"
    rf"(?:(?:,|\s+de|\s+del)?\s*{_YEAR.format('year')})?(?![^\W_])"
)
_MONTH_DAY = re.compile(
    rf"(?<![^\W_]){_MONTH.format('month')}\s+(?:the\s+)?{_DAY.format('day')}(?:st|nd|rd|th)?{_RANGE}(?![\d:.]\d|\d|[^\W_])"
    rf"(?:,?\s+{_YEAR.format('year')})?"
)
_MONTH_YEAR = re.compile(rf"(?<![^\W_]){_MONTH.format('month')},?{_OF}\s+{_YEAR.format('year')}")
_MONTH_ALONE = re.compile(r"(?<![^\W_])(?P<month>[A-Z][^\W\d_]{2,11})(?![^\W_])")
_EAST_ASIAN = re.compile(
    r"(?P<year>[12]\d{3})\s?[年년]\s?(?:(?P<month>1[0-2]|0?[1-9])\s?[月월]\s?(?:(?P<day>3[01]|[12]\d|0?[1-9])\s?[日일号])?)"
)
_PREPOSITION = re.compile(
    r"\b(?:in|of|by|since|until|till|from|during|last|next|early|late|mid|every|each|before|after)[\s-]$"
)
_VERSION_BEFORE = re.compile(r"(?:\bv|version|release|build)\.?\s*$", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_LETTERS = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]{3,12}(?![^\W\d_])")


def find_dates(text: str, order: DayOrder | None = None) -> list[Value]:
    """Return the dates of a text in order; `order` is that of the document's numeric dates, None if unknown."""
    found: list[Value] = []
    has_digits = _DIGIT.search(text)
    if has_digits:
        found += _numeric_dates(text, order)
    if not MONTHS.keys().isdisjoint(_LETTERS.findall(_fold(text))):
        found += _dates_with_names(text) if has_digits else ()
        found += _months_alone(text)
    kept: list[Value] = []
    for value in sorted(found, key=lambda value: (value.start, value.start - value.end)):
        if not kept or value.start >= kept[-1].end:
            kept.append(value)
    return kept


def day_order(texts: Iterable[str]) -> DayOrder | None:
    """Return the order that the numeric dates of a document show; None if they show none, or both."""
    orders: set[DayOrder] = set()
    for text in texts:
        for match in _NUMERIC.finditer(text):
            one, two = int(match["one"]), int(match["two"])
            if match["mark"] != "." and max(one, two) <= 31 and (one > 12) != (two > 12):
                orders.add("dmy" if one > 12 else "mdy")
    return orders.pop() if len(orders) == 1 else None


def _numeric_dates(text: str, order: DayOrder | None) -> Iterator[Value]:
    """Yield the dates of a text that has digits."""
    for pattern in (_ISO, _ISO_MONTH, _DENSE, _EAST_ASIAN, _MONTH_OF_YEAR):
        for match in pattern.finditer(text):
            groups = match.groupdict()
            yield from _value(match, [(_number(groups["year"]), _number(groups["month"]), _number(groups.get("day")))])
    for match in _NUMERIC.finditer(text):
        yield from _numeric_date(match, order)


def _dates_with_names(text: str) -> Iterator[Value]:
    """Yield the dates of a text in which the month is a word."""
    for word in _WORD.finditer(text):
        if (word[0] if word[0].isascii() else _fold(word[0])).lower() not in MONTHS:
            continue
        first = max(0, word.start() - REACH)
        for pattern in (_DAY_MONTH, _MONTH_DAY, _MONTH_YEAR):
            near = (match for match in pattern.finditer(text, first, word.end() + REACH))
            match = next((match for match in near if match.start("month") == word.start()), None)
            if match and (month := _month(match["month"])) and _is_date(match):
                groups = match.groupdict()
                days = [_number(groups.get(name)) for name in ("day", "last") if groups.get(name)] or [None]
                yield from _value(
                    match, [(_number(groups["year"]), month, day) for day in days], is_range=len(days) > 1
                )


def _is_date(match: re.Match[str]) -> bool:
    """Whether a month's name and a number are a date: a word in small letters may be another (`2 may`, `march 5`)."""
    name = match["month"].rstrip(".")
    return bool(match["year"]) or not name.islower() or _fold(name) in FULL_NAMES


def _numeric_date(match: re.Match[str], order: DayOrder | None) -> Iterator[Value]:
    one, two, year = int(match["one"]), int(match["two"]), _year(match["year"])
    before = match.string[max(0, match.start() - 12) : match.start()]
    if match["mark"] == ".":
        readings: list[Parts] = [(year, two, one)]
    else:
        day_first, month_first = (year, two, one), (year, one, two)
        readings = [day_first] if order == "dmy" else [month_first] if order == "mdy" else [day_first, month_first]
        readings = [parts for parts in readings if _is_valid(parts)] or [day_first, month_first]
    if _VERSION_BEFORE.search(before):
        return
    for value in _value(match, readings):
        if match["mark"] == "." and len(match["year"]) == 2 and not match["one"].startswith("0"):
            version = match.group()
            yield Value(
                start=value.start,
                end=value.end,
                keys=(*value.keys, version, version.rpartition(".")[0]),
                queries=(*value.queries, version),
            )
        else:
            yield value


def _months_alone(text: str) -> Iterator[Value]:
    for match in _MONTH_ALONE.finditer(text):
        month = _month(match["month"])
        if (month and len(match["month"]) > 4) or (month and _fold(match["month"]) in FULL_NAMES):
            is_another_word = _fold(match["month"]) not in FULL_NAMES
        elif month and match["month"] == "May":
            is_another_word = True
        else:
            continue
        if not is_another_word or _PREPOSITION.search(text, max(0, match.start() - 10), match.start()):
            yield from _value(match, [(None, month, None)])


def _value(match: re.Match[str], readings: Iterable[Parts], *, is_range: bool = False) -> Iterator[Value]:
    """Yield the value of a date with these readings, if one of them is valid."""
    valid = [parts for parts in readings if _is_valid(parts)]
    if valid:
        queries = dict.fromkeys(_key(*parts) for parts in (valid[:1] if is_range else valid))
        keys = dict.fromkeys(key for parts in valid for key in _keys(*parts))
        yield Value(start=match.start(), end=match.end(), keys=tuple(keys), queries=tuple(queries))


def _key(year: int | None, month: int | None, day: int | None) -> str:
    start = "@-" if year is None else f"@{year:04}"
    return "-".join([start, *(f"{part:02}" for part in (month, day) if part is not None)])


def _keys(year: int | None, month: int | None, day: int | None) -> Iterator[str]:
    """Yield the key of a date, and those of all that it is within."""
    yield _key(year, month, day)
    if year is not None:
        yield from (_key(year, month, None), _key(year, None, None), str(year))
    if month is not None and day is not None:
        yield _key(None, month, day)
    if month is not None:
        yield _key(None, month, None)


def _is_valid(parts: Parts) -> bool:
    year, month, day = parts
    if month is None or not 1 <= month <= 12 or (year is not None and year not in YEARS):
        return False
    return day is None or 1 <= day <= monthrange(2000 if year is None else year, month)[1]


def _year(digits: str) -> int:
    number = int(digits)
    return number if len(digits) == 4 else number + (1900 if number >= FIRST_SHORT_YEAR else 2000)


def _number(digits: str | None) -> int | None:
    return None if digits is None else int(digits)


def _month(name: str) -> int | None:
    return MONTHS.get(_fold(name.rstrip(".")))


def _fold(name: str) -> str:
    """Return a name in small letters without accents."""
    if name.isascii():
        return name.lower()
    return "".join(each for each in unicodedata.normalize("NFKD", name.lower()) if not unicodedata.combining(each))

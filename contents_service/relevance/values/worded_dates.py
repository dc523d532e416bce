"""Dates in a text in which the month is a word: `5 January 2024`, `Jan. 5`, `March to May 2024`, `in April`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct, structs

from contents_service.relevance.values.calendar_dates import CalendarDate, full_year, make_value
from contents_service.relevance.values.month_names import (
    ABBREVIATIONS,
    ENGLISH_VERBS,
    MONTHS,
    MONTHS_BEFORE_DAYS,
    WEAK_ABBREVIATIONS,
    WEAK_NAMES,
    fold_name,
)
from contents_service.relevance.values.value import Value

REACH = 40
"""Number of characters before the name of a month in which its day is looked for."""
MAX_CONNECTOR = 16
"""Largest number of characters between two months that may share a year."""
MAX_SPELLINGS = 40
"""A text with more distinct spellings of month names than this is searched word by word instead of name by name."""

_GAP = r"(?:[^\S\n]{1,3}|[^\S\n]?\n[^\S\n]?)"
_ENDING = r"(?:\.?[ºª°]|st|nd|rd|th|ero|er|ten|te|e|:[ea]|-?го|-?е|\.)?"
_NUMBER = r"(?:3[01]|[12]\d|0?[1-9])(?!\d)"
_DAY = rf"{_NUMBER}{_ENDING}(?![^\W\d_])"
_CARDINAL = rf"{_NUMBER}(?:st|nd|rd|th)?(?![^\W_])"
_UP_TO = r"[-–—/]|to|until|till|through|thru|bis|tot|t/m|au|à|al?|até|ao|до|по|do|til"
_AND = r"&|and|or|und|oder|et|ou|y|e|o|en|i|и|och|og"
_CONNECTOR = rf"{_GAP}?(?:(?P<up_to>{_UP_TO})|{_AND}){_GAP}?(?:(?:the|den|dem|le|el|il)\s)?"
_NOT_IN_NUMBER = r"(?<![\d$€£¥#])(?:(?<!\d[.,:/'’-])|(?<=\b[12]\d{3}-))(?<![^\W_])"
_YEAR = r"(?P<year>(?:1\d|2[01])\d\d)(?!\d|[.,]\d|[^\W\d_г])"
_SHORT_YEAR = r"(?P<short>\d\d)(?!\d|[.,:/-]\d|[^\W_]|\s?[%€$£])"
_OF_YEAR = rf"(?:,?{_GAP}|,|{_GAP}?(?:of|de|del|do){_GAP})"

_DAY_BEFORE = re.compile(
    rf"{_NOT_IN_NUMBER}(?:(?P<first>{_DAY}){_CONNECTOR})?(?P<day>{_DAY})"
    rf"(?:{_GAP}?(?:day{_GAP})?(?P<of>of(?:{_GAP}the)?|de|di|do){_GAP}|{_GAP}?|[-/._])\Z",
    re.IGNORECASE,
)
_YEAR_BEFORE = re.compile(rf"{_NOT_IN_NUMBER}(?P<year>(?:1\d|2[01])\d\d)(?:,?{_GAP}|[-/._])\Z")
_YEAR_AFTER = re.compile(
    rf"\.?(?:{_OF_YEAR}|[-/._]?){_YEAR}|(?P<apart>\.?{_GAP}?['’]|\.?{_GAP}|[-/._]){_SHORT_YEAR}", re.IGNORECASE
)
_DAY_AFTER = re.compile(
    rf"(?:(?P<apart>\.?{_GAP}|\.)|[-/_])(?:the{_GAP})?(?P<day>{_CARDINAL})(?:{_CONNECTOR}(?P<last>{_CARDINAL}))?"
    rf"(?:(?:{_OF_YEAR}|[-/_]){_YEAR}|(?![.,:/]\d|[-–]\d|\s?[%€$£]))",
    re.IGNORECASE,
)
_NEXT_WORD = re.compile(rf"{_GAP}(?:of{_GAP})?((?:[^\W\d_]|[\u0300-\u036f])+)")
_ORDINAL = re.compile(r"\d(?:st|nd|rd|th)", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[^\S\n]*(?:[.,;:)\]|\n]|\Z)")
_BETWEEN = re.compile(f",?{_CONNECTOR}", re.IGNORECASE)
_IN_LIST = re.compile(f",{_GAP}?")
_IN = re.compile(r"(?<![^\W_])(?:in|im|en|em|i|w|в)\s\Z", re.IGNORECASE)
_ON = re.compile(r"(?<![^\W_])(?:on|by|since|until|till|before|after|from)\s\Z", re.IGNORECASE)
_MONTH_EXPECTED = re.compile(
    r"(?<![^\W_])(?:in|of|by|since|until|till?|from|during|last|next|early|late|mid)[\s-]\Z", re.IGNORECASE
)
_MONTH_EXPECTED_ELSEWHERE = re.compile(
    r"(?<![^\W_])(?:en|fin|d[ée]but|mi|depuis|mois de|de|desde|hasta|im|ab|bis|seit|anfang|mitte|ende|i|från|fra|eind"
    r"|begin|sinds|tot|vanaf|w|od|do|em)[\s-]\Z",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_ASCII_WORD = re.compile("[a-z]{3,}")
_WORD = re.compile(r"[^\W\d_]++(?:[\u0300-\u036f]++[^\W\d_]*+)*+")
_WHOLE_WORD = re.compile(rf"(?<![^\W\d_])(?<![\u0300-\u036f]){_WORD.pattern}")


class _Mention(Struct, frozen=True, kw_only=True):
    """One date as it is written; `is_sure` is false if it counts only next to another month."""

    start: int
    end: int
    date: CalendarDate
    days_between: tuple[int, ...] = ()
    is_sure: bool = True
    shares_year: bool = False


def find_worded_dates(text: str) -> list[Value]:
    """Return the dates of a text in which the month is a word, in order."""
    words = list(_month_words(text))
    if not words:
        return []
    return [
        make_value(
            each.start, each.end, [each.date], days_inside=[each.date._replace(day=day) for day in each.days_between]
        )
        for each in _with_shared_years(text, list(_mentions(words)))
        if each.is_sure and each.date.is_valid()
    ]


def _month_words(text: str) -> list[re.Match[str]]:
    """Return the words of a text that are names of months.

    A text has few of them, so each is searched for in the whole text.
    """
    if text.isascii():
        searched = text.lower()
        spellings = MONTHS.keys() & set(_ASCII_WORD.findall(searched))
    else:
        searched = text
        spellings = {word for word in set(_WORD.findall(text)) if fold_name(word) in MONTHS}
    if len(spellings) > MAX_SPELLINGS:
        return [word for word in _WORD.finditer(text) if fold_name(word[0]) in MONTHS]
    words = []
    for spelling in spellings:
        position = searched.find(spelling)
        while position >= 0:
            word = _WHOLE_WORD.match(text, position)
            if word and word.end() == position + len(spelling):
                words.append(word)
            position = searched.find(spelling, position + len(spelling))
    return sorted(words, key=lambda word: word.start())


def _mentions(words: Iterable[re.Match[str]]) -> Iterator[_Mention]:
    """Yield the dates that names of months make with the days and years beside them."""
    previous_end = 0
    for word in words:
        name = fold_name(word[0])
        if name in WEAK_ABBREVIATIONS and not _DIGIT.search(word.string, word.end(), word.end() + MAX_CONNECTOR):
            continue
        if word.start() >= previous_end:
            for mention in _read_month(word, name, previous_end):
                previous_end = mention.end
                yield mention


def _read_month(word: re.Match[str], name: str, previous_end: int) -> list[_Mention]:
    """Return the dates that the name of a month belongs to: none, one, or the two ends of a range."""
    return (
        _read_day_first(word, name, previous_end)
        or _read_month_first(word, name, previous_end)
        or _read_month_alone(word, name)
    )


def _read_day_first(word: re.Match[str], name: str, previous_end: int) -> list[_Mention]:
    """Read `5 January`, `5th of January 2024`, `5-Jan-24` and `5-7 January`."""
    search_start = max(previous_end, word.start() - REACH)
    has_digit = _DIGIT.search(word.string, search_start, word.start())
    day = _DAY_BEFORE.search(word.string, search_start, word.start()) if has_digit else None
    if not day or _is_number_part_of_identifier(word, day.start()):
        return []
    year, end = _year_after(word, has_day=True)
    if year is None and not _is_month_beside_day(word, name, is_certain=bool(day["of"])):
        return []
    date = CalendarDate(year, MONTHS[name], _leading_number(day["day"]))
    last = _Mention(start=day.start("day"), end=end, date=date)
    if not day["first"]:
        return [last]
    first = date._replace(day=_leading_number(day["first"]))
    between = _days_between(first, date) if day["up_to"] else ()
    return [_Mention(start=day.start("first"), end=day.end("first"), date=first, days_between=between), last]


def _read_month_first(word: re.Match[str], name: str, previous_end: int) -> list[_Mention]:
    """Read `January 5`, `Jan. 5th, 2024`, `January 5-7, 2024` and `2024 January 5`."""
    text, search_start = word.string, max(previous_end, word.start() - 8)
    day = None if name in WEAK_ABBREVIATIONS else _DAY_AFTER.match(text, word.end())
    if not day:
        return []
    before = None if day["year"] else _YEAR_BEFORE.search(text, search_start, word.start())
    year = int(before["year"] if before else day["year"] or 0) or None
    if year is None:
        is_certain = bool(_ORDINAL.search(day["day"]) or _ON.search(text, search_start, word.start()))
        if (
            name not in MONTHS_BEFORE_DAYS
            or day["apart"] is None
            or _IN.search(text, search_start, word.start())
            or not _is_month_beside_day(word, name, is_certain=is_certain)
        ):
            return []
    start = before.start() if before else word.start()
    first = CalendarDate(year, MONTHS[name], _leading_number(day["day"]))
    if not day["last"]:
        return [_Mention(start=start, end=day.end(), date=first)]
    next_word = None if day["year"] else _NEXT_WORD.match(text, day.end("last"))
    if next_word and (not day["up_to"] or fold_name(next_word[1]) in MONTHS):
        return [_Mention(start=start, end=day.end("day"), date=first)]
    last = first._replace(day=_leading_number(day["last"]))
    between = _days_between(first, last) if day["up_to"] else ()
    return [
        _Mention(start=start, end=day.end("day"), date=first, days_between=between),
        _Mention(start=day.start("last"), end=day.end(), date=last),
    ]


def _is_number_part_of_identifier(word: re.Match[str], start: int) -> bool:
    """Whether a hyphen joins the number before a month to a word, as in `COVID-19 May 2024`."""
    text = word.string
    return start > 1 and text[start - 1] == "-" and text[start - 2].isalpha() and text[word.start() - 1].isspace()


def _days_between(first: CalendarDate, last: CalendarDate) -> tuple[int, ...]:
    return tuple(range((first.day or 0) + 1, last.day or 0))


def _year_after(word: re.Match[str], *, has_day: bool) -> tuple[int | None, int]:
    """Return the year after the name of a month, None if it has none, and where the date ends."""
    year = _YEAR_AFTER.match(word.string, word.end())
    if year and year["year"]:
        return int(year["year"]), year.end()
    if year:
        apart = year["apart"]
        is_at_end = "\n" not in apart and _CLAUSE_END.match(word.string, year.end())
        if apart.endswith(("'", "’")) or (has_day and (is_at_end or apart in {"-", "/"})):
            return full_year(year["short"]), year.end()
    return None, word.end()


def _read_month_alone(word: re.Match[str], name: str) -> list[_Mention]:
    """Read `January 2024`, `Jan. '24` and `in January`."""
    year, end = _year_after(word, has_day=False)
    if name in WEAK_ABBREVIATIONS and (year is None or word.string[word.end()] != "/"):
        return []
    is_sure = year is not None or _is_month_alone(word, name)
    return [_Mention(start=word.start(), end=end, date=CalendarDate(year, MONTHS[name]), is_sure=is_sure)]


def _is_month_beside_day(word: re.Match[str], name: str, *, is_certain: bool) -> bool:
    """Whether a name with a day and no year is a month: `5 January`, `May 5`, but not `may 5` or `3 mar`."""
    if name in WEAK_ABBREVIATIONS:
        return False
    return is_certain or not word[0].islower() or (name not in ENGLISH_VERBS and name != "mar")


def _is_month_alone(word: re.Match[str], name: str) -> bool:
    """Whether a name without a day and a year is a month: `january`, `in May`, `en mai`, but not `may` or `Jan`."""
    if name not in WEAK_NAMES and name not in ABBREVIATIONS:
        return True
    text, search_start, is_small = word.string, max(0, word.start() - 10), word[0].islower()
    if name in ABBREVIATIONS and (is_small or name in {"jan", "mar"}):
        return False
    if not (name in ENGLISH_VERBS and is_small) and _MONTH_EXPECTED.search(text, search_start, word.start()):
        return True
    return name not in ENGLISH_VERBS and bool(_MONTH_EXPECTED_ELSEWHERE.search(text, search_start, word.start()))


def _with_shared_years(text: str, mentions: list[_Mention]) -> list[_Mention]:
    """Give dates the year that they share with the next one: `March to May 2024`, `28 December – 3 January 2025`."""
    for index in range(len(mentions) - 2, -1, -1):
        each, later = mentions[index : index + 2]
        if each.date.year or not later.date.year or later.start - each.end > MAX_CONNECTOR:
            continue
        connector = _BETWEEN.fullmatch(text, each.end, later.start)
        is_in_list = later.shares_year and _IN_LIST.fullmatch(text, each.end, later.start)
        if (connector or is_in_list) and (each.is_sure or not text[each.start].islower()):
            is_of_year_before = connector and connector["up_to"] and each.date.month > later.date.month
            date = each.date._replace(year=later.date.year - 1 if is_of_year_before else later.date.year)
            mentions[index] = structs.replace(each, date=date, is_sure=True, shares_year=True)
    return mentions


def _leading_number(day: str) -> int:
    return int(day[:2]) if day[1:2].isdecimal() else int(day[0])

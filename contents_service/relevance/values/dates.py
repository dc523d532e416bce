"""Dates in a text, each under one key however it is written.

- `2024-01-05`, `5 January 2024`, `January 5th, 2024`, `05.01.2024`, `5.1.24` and `2024年1月5日` are `@2024-01-05`.
  A passage is also indexed by the parts of the date: `@2024-01`, `@2024`, `2024`, `@--01-05` and `@--01`.
- With dots the day is first. With slashes or hyphens the order is taken from the document's other dates, such as
  `31/12/2023`. If none shows it, a passage is indexed by both interpretations, and a question looks for both.
- `14.2.10` and `2024.1.5` may be a date or a version, so they are both. After `v`, *version* or *section*, before a
  suffix (`-slim`) and as part of a longer number they are not dates.
- `20240105` is a date only as part of a longer name, such as `report_20240105.pdf`; its digits remain a key too.
- A month and a year, a day and a month, and a month alone are dates too; a year alone and a quarter are not. Short
  years to 69 are of this century.
- `5-7 January 2024` are two dates, and the first is also indexed by the days between. In `March to May 2024` both
  months are of that year.
- The name of a month that is also another word (*May*, *Mars*, `mai`, `august`), without a day or year, counts as a
  date only after a word such as *in* or *since*; *May* and *March* also need a capital. Abbreviations need both
  (`in Feb`); *Jan* and *Mar* alone never count.
- `may 5` and `5 may` in small letters need more, such as a year, *on* or *of*. In *In May 10 people* the 10 is not a
  day, since the month is after *in*; elsewhere `May 10` is a day.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from contents_service.relevance.values.calendar_dates import CalendarDate, full_year, make_value
from contents_service.relevance.values.value import Value
from contents_service.relevance.values.worded_dates import find_worded_dates

DayOrder = Literal["dmy", "mdy"]
"""Whether the day or the month comes first in a numeric date."""

RECENT_YEARS = range(1900, 2100)
"""Years for which `20240105` and `01/2024` are read as dates."""
MIN_LENGTH = 6
"""Smallest number of characters of a numeric date: `1/5/24`."""
REACH = 20
"""Number of characters before a numeric date that are looked at."""

_OTHER_MARKS = str.maketrans("‐‑／．－", "--/.-")
_MARK = "[-./‐‑／．－]"
_MARKS = re.compile("([-./])")
_CHAIN = re.compile(rf"\d++(?:{_MARK}\d++)*+")
_EAST_ASIAN = (
    r"(?:(?<!\d)(?P<year>\d{4})\s?[年년]\s?)?(?<!\d)(?<!\d[.,])(?P<month>\d{1,2})\s?[月월]"
    r"(?:\s?(?P<day>\d{1,2})\s?[日일号號])?"
)
_OTHER_FORMS = (
    ("月", re.compile(_EAST_ASIAN)),
    ("월", re.compile(_EAST_ASIAN)),
    (
        ". ",
        re.compile(r"(?<![^\W_])(?<!\d[.,])(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})\. (?P<year>\d{4})(?!\.\d|[^\W_])"),
    ),
    ("_", re.compile(r"(?<!\d)(?P<year>\d{4})_(?P<month>\d\d)_(?P<day>\d\d)(?!\d)")),
)
"""Further patterns of dates, each with a text without which it matches nothing."""
_DIGIT = re.compile(r"\d")
_OTHER_NUMBER_BEFORE = re.compile(
    r"(?<![^\W_])(?:v|ver|version(?:en|s)?|versión|versione|versie|versão|wersja|версия|rel|releases?|build|revision|rev"
    r"|sections?|sec|chapters?|clauses?|articles?|paragraphs?|figures?|fig|tables?|steps?|appendix|ip|abschnitt|kapitel"
    r"|abb|tabelle|§{1,2})[.:]?[^\S\n]?\Z|[§#$€£¥]\s?\Z",
    re.IGNORECASE,
)
_SUFFIX = re.compile(r"-[^\W\d_]|\+\w")
_LETTERS_BEFORE = re.compile(r"[^\W_]*\Z")
_LETTERS_AFTER = re.compile(r"(?:[Tt]\d{4,6}[Zz]?|[^\W\d_]*)(?![^\W_])")
_NAME_CONTINUES = re.compile(r"[-_/]\w|\.?[^\W\d_]")
_UUID_REST = re.compile(r"-[\da-f]{4}-", re.IGNORECASE)


def find_dates(text: str, order: DayOrder | None = None) -> list[Value]:
    """Return the dates of a text in order; `order` is that of the document's numeric dates, None if unknown."""
    found = list(_numeric_dates(text, order)) if _DIGIT.search(text) else []
    found += find_worded_dates(text)
    kept: list[Value] = []
    for value in sorted(found, key=lambda value: (value.start, -value.end)):
        if not kept or value.start >= kept[-1].end:
            kept.append(value)
    return kept


def day_order(texts: Iterable[str]) -> DayOrder | None:
    """Return the day order that the numeric dates of a document show; None if they show neither or both."""
    orders: set[DayOrder] = set()
    for text in texts:
        for chain in _chains(text):
            if _has_day_month_year(chain) and chain.marks[0] != "." and not _is_part_of_longer_token(chain):
                interpretations = _interpretations(chain, None)
                if len(interpretations) == 1 and chain.numbers[0] != chain.numbers[1]:
                    orders.add("dmy" if interpretations[0].day == int(chain.numbers[0]) else "mdy")
    return orders.pop() if len(orders) == 1 else None


class _Chain(NamedTuple):
    """Numbers joined by dots, hyphens or slashes."""

    text: str
    start: int
    end: int
    numbers: list[str]
    marks: list[str]


def _chains(text: str) -> Iterator[_Chain]:
    """Yield the chains of numbers long enough for a date; the two dates of a range are separate chains."""
    for match in _CHAIN.finditer(text):
        written = match[0]
        if len(written) >= MIN_LENGTH:
            parts = _MARKS.split(written.translate(_OTHER_MARKS))
            numbers, marks = parts[::2], parts[1::2]
            half = len(numbers) // 2
            if half in {2, 3} and len(numbers) % 2 == 0 and marks[half - 1] not in marks[: half - 1] + marks[half:]:
                middle = match.start() + sum(map(len, parts[: 2 * half - 1]))
                yield _Chain(text, match.start(), middle, numbers[:half], marks[: half - 1])
                yield _Chain(text, middle + 1, match.end(), numbers[half:], marks[half:])
            else:
                yield _Chain(text, match.start(), match.end(), numbers, marks)


def _numeric_dates(text: str, order: DayOrder | None) -> Iterator[Value]:
    """Yield the dates of a text that are written in digits."""
    for chain in _chains(text):
        yield from _read_chain(chain, order)
    for sign, pattern in _OTHER_FORMS:
        if sign in text:
            for match in pattern.finditer(text):
                year, day = (int(match[name]) if match[name] else None for name in ("year", "day"))
                date = CalendarDate(year, int(match["month"]), day)
                if date.is_valid():
                    yield make_value(match.start(), match.end(), [date])


def _read_chain(chain: _Chain, order: DayOrder | None) -> Iterator[Value]:
    """Yield the date of a chain, if it is one."""
    numbers, marks = chain.numbers, chain.marks
    lengths = [len(number) for number in numbers]
    if lengths[0] == 8:
        yield from _read_dense(chain, chain.start)
        if lengths == [8, 8]:
            yield from _read_dense(chain, chain.end - 8)
    elif lengths[:3] == [4, 2, 2] and marks[:2] == ["-", "-"]:
        yield from _read_iso(chain)
    elif len(lengths) == 3 and lengths[0] == 4 and max(lengths[1:]) <= 2 and marks[0] == marks[1]:
        yield from _read_date(chain, [CalendarDate(*map(int, numbers))])
    elif lengths == [4, 2] and marks == ["-"]:
        yield from _read_date(chain, [CalendarDate(int(numbers[0]), int(numbers[1]))])
    elif lengths == [2, 4] and marks == ["/"] and int(numbers[1]) in RECENT_YEARS:
        yield from _read_date(chain, [CalendarDate(int(numbers[1]), int(numbers[0]))])
    elif _has_day_month_year(chain):
        yield from _read_date(chain, _interpretations(chain, order))


def _read_date(chain: _Chain, interpretations: Iterable[CalendarDate]) -> Iterator[Value]:
    """Yield the date that a whole chain is; one with dots may be a version as well."""
    text, start, end = chain.text, chain.start, chain.end
    interpretations = [date for date in interpretations if date.is_valid()]
    if not interpretations or _is_part_of_longer_token(chain):
        return
    if chain.marks[0] != ".":
        yield make_value(start, end, interpretations)
    elif not _SUFFIX.match(text, end) and not _OTHER_NUMBER_BEFORE.search(text, max(0, start - REACH), start):
        version = _plain_digits(text[start:end])
        is_ambiguous = len(chain.numbers[2]) < 4
        key_texts = (version, version.rpartition(".")[0]) if is_ambiguous else ()
        yield make_value(start, end, interpretations, key_texts=key_texts, query_texts=key_texts[:1])


def _read_iso(chain: _Chain) -> Iterator[Value]:
    """Yield `2024-01-05`, also before a time (`T10:00Z`) or another number."""
    date = CalendarDate(*map(int, chain.numbers[:3]))
    if date.is_valid() and (len(chain.numbers) > 3 or not _is_letter(chain.text, chain.end, except_for="Tt")):
        yield make_value(chain.start, chain.start + 10, [date])


def _read_dense(chain: _Chain, start: int) -> Iterator[Value]:
    """Yield `20240105` if it is part of a longer name: `IMG_20240105.jpg`, `20240105T1000`."""
    text, end = chain.text, start + 8
    digits = _plain_digits(text[start:end])
    date = CalendarDate(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    if date.year not in RECENT_YEARS or not date.is_valid() or _UUID_REST.match(text, end):
        return
    before = _LETTERS_BEFORE.search(text, max(0, start - REACH), start)
    letters = before[0] if before else ""
    is_after_name = bool(letters) or text[max(0, start - 1) : start] in {"-", "_", "/"}
    is_part_of_name = is_after_name or _NAME_CONTINUES.match(text, end)
    if is_part_of_name and (not letters or letters.isalpha()) and _LETTERS_AFTER.match(text, end):
        yield make_value(start, end, [date], key_texts=[digits])


def _has_day_month_year(chain: _Chain) -> bool:
    """Whether a chain may be a day, a month and a year, or a month, a day and a year."""
    lengths = [len(number) for number in chain.numbers]
    return len(lengths) == 3 and chain.marks[0] == chain.marks[1] and max(lengths[:2]) <= 2 and lengths[2] in {2, 4}


def _interpretations(chain: _Chain, order: DayOrder | None) -> list[CalendarDate]:
    """Return the valid interpretations of a numeric date.

    It is read in the known order, else in the other; in both if the order is unknown.
    """
    one, two, year = int(chain.numbers[0]), int(chain.numbers[1]), full_year(chain.numbers[2])
    by_order: dict[DayOrder, CalendarDate] = {"dmy": CalendarDate(year, two, one), "mdy": CalendarDate(year, one, two)}
    if chain.marks[0] == ".":
        return [by_order["dmy"]]
    if order and by_order[order].is_valid():
        return [by_order[order]]
    return [date for date in dict.fromkeys(by_order.values()) if date.is_valid()]


def _is_part_of_longer_token(chain: _Chain) -> bool:
    """Whether letters or a longer number touch a numeric date."""
    before = chain.text[max(0, chain.start - 2) : chain.start]
    is_in_number = len(before) == 2 and before[0].isdecimal() and before[1] in ",:"
    return is_in_number or _is_letter(chain.text, chain.start - 1) or _is_letter(chain.text, chain.end)


def _is_letter(text: str, index: int, *, except_for: str = "") -> bool:
    """Whether the character at a position is a letter. East Asian characters do not count: they may touch a date."""
    return 0 <= index < len(text) and text[index].isalpha() and text[index] < "⺀" and text[index] not in except_for


def _plain_digits(digits: str) -> str:
    """Return numbers and the marks between them in ASCII."""
    return "".join(str(int(each)) if each.isdecimal() else each for each in digits.translate(_OTHER_MARKS))

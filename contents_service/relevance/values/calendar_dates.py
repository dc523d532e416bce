"""Dates of the calendar, whole or in part, and the keys by which they are indexed and looked up."""

from __future__ import annotations

from calendar import isleap
from collections.abc import Iterable
from typing import NamedTuple

from contents_service.relevance.values.value import Value

FIRST_SHORT_YEAR = 70
"""Two-digit years from this one on are of the last century."""
YEARS = range(1000, 2200)
"""Four-digit numbers that may be years."""
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class CalendarDate(NamedTuple):
    """A month, with its day and its year if they are written."""

    year: int | None
    month: int
    day: int | None = None

    def is_valid(self) -> bool:
        """Whether the calendar has this date; without a year, 29 February counts."""
        if not 1 <= self.month <= 12 or (self.year is not None and self.year not in YEARS):
            return False
        if self.day == 29 and self.month == 2:
            return self.year is None or isleap(self.year)
        return self.day is None or 1 <= self.day <= _DAYS[self.month - 1]

    def key(self) -> str:
        """Return the date as ISO 8601 writes it: `@2024-01-05`, `@2024-01`, `@--01-05` or `@--01`."""
        day = "" if self.day is None else f"-{self.day:02}"
        return f"@{'-' if self.year is None else self.year}-{self.month:02}{day}"

    def keys(self) -> list[str]:
        """Return the key of the date, then those of its month and year, then the same without the year."""
        month = f"-{self.month:02}"
        days = [f"{month}-{self.day:02}", month] if self.day is not None else [month]
        of_year = [f"@{self.year}{day}" for day in [*days, ""]] + [str(self.year)] if self.year is not None else []
        return of_year + [f"@-{day}" for day in days]


def full_year(digits: str) -> int:
    """Return the year that two or four digits stand for; 00 to 69 are of this century."""
    year = int(digits)
    return year if len(digits) > 2 else year + (1900 if year >= FIRST_SHORT_YEAR else 2000)


def make_value(
    start: int,
    end: int,
    interpretations: Iterable[CalendarDate],
    *,
    days_inside: Iterable[CalendarDate] = (),
    key_texts: Iterable[str] = (),
    query_texts: Iterable[str] = (),
) -> Value:
    """Return the value of a date with one interpretation or two.

    `days_inside` are dates inside a range; passages are indexed by them, and questions do not look for them.
    `key_texts` and `query_texts` are the keys that apply if it is not a date but, for example, a version.
    """
    interpretations = list(interpretations)
    keys = [key for date in [*interpretations, *days_inside] for key in date.keys()]  # noqa: SIM118, no mapping
    queries = [date.key() for date in interpretations]
    return Value(
        start=start,
        end=end,
        keys=tuple(dict.fromkeys([*keys, *key_texts])),
        queries=tuple(dict.fromkeys([*queries, *query_texts])),
    )

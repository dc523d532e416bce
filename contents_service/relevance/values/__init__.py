"""The values of a text, which are looked up by what they are, however they are written.

They are numbers, versions, dates, and function words written as names (*Will*, *IT*).
"""

from __future__ import annotations

from collections.abc import Iterable

from contents_service.relevance.function_words import FUNCTION_WORDS
from contents_service.relevance.values.dates import DayOrder, find_dates
from contents_service.relevance.values.names import find_names
from contents_service.relevance.values.numbers import find_numbers
from contents_service.relevance.values.value import Value


def find_values(text: str, order: DayOrder | None = None) -> list[Value]:
    """Return the values of a text in order; a number within a date is part of that date."""
    return _without_overlaps([*find_dates(text, order), *find_numbers(text), *find_names(text, FUNCTION_WORDS)])


def value_keys(text: str, order: DayOrder | None = None) -> str:
    """Return the keys of all values of a text, as the index takes them."""
    return " ".join(key for value in find_values(text, order) for key in value.keys)


def _without_overlaps(values: Iterable[Value]) -> list[Value]:
    """Return values in the order of the text; of two that overlap, the first is kept."""
    kept: list[Value] = []
    for value in sorted(values, key=lambda value: value.start):
        if not kept or value.start >= kept[-1].end:
            kept.append(value)
    return kept

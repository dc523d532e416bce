"""A date is found however it is written, and what is no date is not taken for one."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contents_service.relevance.values.dates import DayOrder, day_order, find_dates

ENGLISH = "January February March April May June July August September October November December".split()
GERMAN = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
FRENCH = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split()
SPANISH = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()

dates = st.integers(0, 40_000).map(lambda days: date(1950, 1, 1) + timedelta(days))


def queries(text: str, order: DayOrder | None = None) -> list[tuple[str, ...]]:
    return [value.queries for value in find_dates(text, order)]


@given(dates)
def test_every_way_to_write_a_date_has_the_same_key(day: date) -> None:
    year, month, number = day.year, day.month, day.day
    for text in (
        f"{year}-{month:02}-{number:02}",
        f"{year}/{month}/{number}",
        f"{number} {ENGLISH[month - 1]} {year}",
        f"{number} {ENGLISH[month - 1][:3]} {year}",
        f"{ENGLISH[month - 1]} {number}, {year}",
        f"{number:02}.{month:02}.{year}",
        f"{number}. {GERMAN[month - 1]} {year}",
        f"{number} {FRENCH[month - 1]} {year}",
        f"{number} de {SPANISH[month - 1]} de {year}",
        f"{year}年{month}月{number}日",
        f"minutes_{year}-{month:02}-{number:02}_signed.txt",
    ):
        (value,) = find_dates(f"on {text} it")
        assert value.queries == (f"@{day.isoformat()}",), text
        assert {f"@{year}-{month:02}", f"@{year}", str(year), f"@--{month:02}"} <= set(value.keys)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5.1.24", ["@2024-01-05", "5.1.24"]),  # or a version
        ("5.1.84", ["@1984-01-05", "5.1.84"]),
        ("05/01/2024", ["@2024-01-05", "@2024-05-01"]),
        ("31/12/2023", ["@2023-12-31"]),
        ("January 2024", ["@2024-01"]),
        ("2024-01", ["@2024-01"]),
        ("01/2024", ["@2024-01"]),
        ("5th of January", ["@--01-05"]),
        ("January 5th", ["@--01-05"]),
        ("in January", ["@--01"]),
        ("in May", ["@--05"]),
        ("2024-01-05T10:00Z", ["@2024-01-05"]),
        ("IMG_20240105.jpg", ["@2024-01-05"]),
    ],
)
def test_a_part_of_a_date_or_an_ambiguous_one_is_looked_for_as_it_is(text: str, expected: list[str]) -> None:
    assert queries(text) == [tuple(expected)]


@pytest.mark.parametrize(
    "text",
    [
        "version 14.2.10",
        "v5.1.24",
        "192.168.1.10",
        "1/2 cup",
        "section 3.2.1",
        "+1 555-123-4567",
        "31.02.2024",
        "Feb 30",
        "May I come?",
        "it may take 5 days",
        "they march 5 km",
        "9:00 to 17:30",
        "the 2024 invoice",
    ],
)
def test_what_is_no_date_is_not_taken_for_one(text: str) -> None:
    assert queries(text) == []


def test_the_other_dates_of_a_document_tell_whether_the_day_is_first() -> None:
    assert day_order(["05/01/2024, then 31/12/2023"]) == "dmy"
    assert day_order(["05/01/2024", "12/31/2023"]) == "mdy"
    assert day_order(["31/12/2023", "12/31/2023"]) is None
    assert day_order(["05/01/2024, 14.2.10"]) is None
    assert queries("05/01/2024", "dmy") == [("@2024-01-05",)]
    assert queries("05/01/2024", "mdy") == [("@2024-05-01",)]


def test_both_ends_of_a_range_are_found() -> None:
    (value,) = find_dates("open 5-7 January 2024")
    assert {"@2024-01-05", "@2024-01-07"} <= set(value.keys)
    assert queries("January to March 2024") == [("@--01",), ("@2024-03",)]


@given(st.text(max_size=120) | st.text(alphabet="0123456789./- Janumy,", max_size=60))
def test_the_dates_of_any_text_are_in_order_and_apart_and_found_by_their_own_queries(text: str) -> None:
    values = find_dates(text)
    ends = [0, *(value.end for value in values)]
    assert all(end <= value.start < value.end for end, value in zip(ends, values, strict=False))
    assert all(set(value.queries) <= set(value.keys) for value in values)

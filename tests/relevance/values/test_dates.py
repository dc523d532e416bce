"""A date is found however it is written, and what only looks like one is not."""

from __future__ import annotations

import datetime
import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from contents_service.relevance.values.dates import DayOrder, day_order, find_dates

FULL_KEYS = ("@2024-01-05", "@2024-01", "@2024", "2024", "@--01-05", "@--01")
NAMES = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "sv": "januari februari mars april maj juni juli augusti september oktober november december",
    "da": "januar februar marts april maj juni juli august september oktober november december",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "ru, nominative": "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
    "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
}
FORMS = (
    "{y:04}-{m:02}-{d:02}", "{y:04}/{m}/{d}", "{y:04}/{m:02}/{d:02}", "{y:04}-{m:02}-{d:02}T10:00Z",
    "{y:04}.{m:02}.{d:02}",
    "{d} {en} {y}", "{d} {EN} {y}", "{d}{th} of {en}, {y}", "the {d}{th} day of {en} {y}", "{en} {d}, {y}",
    "{en} {d}{th}, {y}", "{en} {d} {y}", "{en_} {d} {y}", "{en_}. {d} {y}", "{d:02}-{en_}-{y}",
    "{d:02}{en_}{y}", "{d}/{en_}/{y}",
    "{y} {en} {d}", "{y}-{en_}-{d:02}", "{d}_{en}_{y}", "{d:02}.{m:02}.{y}", "{d}.{m}.{y}", "{d}. {m}. {y}",
    "{d}. {de} {y}", "{d:02}. {de} {y}", "den {d}. {da} {y}", "le {d} {fr} {y}", "{d} de {es} de {y}",
    "{d} de {es} del {y}",
    "{d} {it} {y}", "{d} de {pt} de {y}", "{d} {nl} {y}", "den {d} {sv} {y}", "{d} {ru} {y} года", "{d} {ru} {y}г.",
    "{d}-го {ru} {y}", "{d} {pl} {y} r.", "{y}年{m}月{d}日", "{y}年{m:02}月{d:02}日", "{y}년 {m}월 {d}일",
    "{y} 年 {m} 月 {d} 号",
    "report-{y:04}-{m:02}-{d:02}.pdf", "notes_{y:04}-{m:02}-{d:02}_v2.md", "log_{y}_{m:02}_{d:02}.txt",
    "/blog/{y:04}/{m:02}/{d:02}/post",
)  # fmt: skip
SHORT_FORMS = (
    "{d}.{m}.{s}",
    "{d:02}.{m:02}.{s}",
    "{d} {en_} '{s}",
    "{d}-{en_}-{s}",
    "{d} {en} {s}.",
    "signed {d}. {de} {s}",
)
DENSE_FORMS = (
    "IMG_{y}{m:02}{d:02}.jpg",
    "report-{y}{m:02}{d:02}.pdf",
    "backup{y}{m:02}{d:02}.sql",
    "{y}{m:02}{d:02}T101500Z",
    "x_{y}{m:02}{d:02}-2.csv",
)
dates = st.dates(datetime.date(1000, 1, 1), datetime.date(2199, 12, 31))


def written(text: str, order: DayOrder | None = None) -> list[str]:
    return [text[value.start : value.end] for value in find_dates(text, order)]


def queries(text: str, order: DayOrder | None = None) -> list[str]:
    return [query for value in find_dates(text, order) for query in value.queries]


def write(form: str, date: datetime.date) -> str:
    names = {language: months.split()[date.month - 1] for language, months in NAMES.items()}
    ending = "th" if date.day in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(date.day % 10, "th")
    return form.format(
        y=date.year, m=date.month, d=date.day, s=f"{date.year % 100:02}", th=ending,
        EN=names["en"].upper(), en_=names["en"][:3], **names,
    )  # fmt: skip


@given(dates, st.sampled_from(FORMS))
@example(datetime.date(2024, 2, 29), "{d}.{m}.{y}")
@example(datetime.date(2024, 5, 5), "{en} {d}, {y}")
def test_a_date_has_the_same_keys_however_it_is_written(date: datetime.date, form: str) -> None:
    (value,) = find_dates(f"On {write(form, date)} it was decided.")
    iso = date.isoformat()
    keys = (f"@{iso}", f"@{iso[:7]}", f"@{iso[:4]}", iso[:4], f"@--{iso[5:]}", f"@--{iso[5:7]}")
    assert value.keys[: len(keys)] == keys
    assert value.queries[0] == f"@{iso}"
    assert set(value.queries) <= set(value.keys)


@given(st.dates(datetime.date(1970, 1, 1), datetime.date(2069, 12, 31)), st.sampled_from(SHORT_FORMS + DENSE_FORMS))
def test_a_short_year_is_within_a_hundred_years_from_1970(date: datetime.date, form: str) -> None:
    (value,) = find_dates(write(form, date))
    assert value.keys[0] == value.queries[0] == f"@{date.isoformat()}"


@given(dates, st.sampled_from(sorted(NAMES)), st.booleans(), st.booleans())
def test_a_month_is_known_in_each_language_with_or_without_accents(
    date: datetime.date, language: str, is_plain: bool, is_capital: bool
) -> None:
    name = NAMES[language].split()[date.month - 1]
    if is_plain:
        name = name.translate(str.maketrans("äéûçńśźй", "aeucnszи"))
    text = f"{date.day} {name.upper() if is_capital else name} {date.year}"
    assert queries(text) == [f"@{date.isoformat()}"]


@given(dates, st.sampled_from(["{a}/{b}/{y}", "{a:02}/{b:02}/{y}", "{a}-{b}-{y}", "{a:02}-{b:02}-{y}"]))
def test_the_order_of_day_and_month_is_that_of_the_document(date: datetime.date, form: str) -> None:
    day_first = form.format(a=date.day, b=date.month, y=date.year)
    month_first = form.format(a=date.month, b=date.day, y=date.year)
    assert queries(day_first, "dmy") == queries(month_first, "mdy") == [f"@{date.isoformat()}"]
    assert f"@{date.isoformat()}" in queries(day_first)
    assert f"@{date.isoformat()}" in queries(month_first)


def test_a_passage_is_indexed_by_the_month_and_year_of_a_date_and_a_question_looks_for_the_day() -> None:
    (value,) = find_dates("on 5 January 2024")
    assert value.keys == FULL_KEYS
    assert value.queries == ("@2024-01-05",)


def test_a_numeric_date_of_unknown_order_is_both() -> None:
    (value,) = find_dates("05/01/2024")
    assert value.queries == ("@2024-01-05", "@2024-05-01")
    assert {*FULL_KEYS, "@2024-05-01", "@--05"} <= set(value.keys)


@pytest.mark.parametrize("order", ["dmy", "mdy", None])
def test_a_numeric_date_that_can_be_read_in_one_way_only_is_that(order: DayOrder | None) -> None:
    assert queries("31/12/2023", order) == queries("12/31/2023", order) == ["@2023-12-31"]
    assert queries("5/5/24", order) == ["@2024-05-05"]


@pytest.mark.parametrize(
    ("texts", "order"),
    [
        (["05/01/2024", "due 31/12/2023"], "dmy"),
        (["05/01/2024", "due 12/31/23"], "mdy"),
        (["31-12-2023"], "dmy"),
        (["31/12/2023", "12/31/2023"], None),
        (["05/01/2024", "1/2/24", "5/5/2024"], None),
        (["31.12.2023", "2023/12/31", "version 1.2.31", "31/13/2023", "A31/12/2023", "31/02/2023"], None),
        ([], None),
    ],
)
def test_a_document_shows_its_order_by_dates_that_can_be_read_in_one_way(
    texts: list[str], order: DayOrder | None
) -> None:
    assert day_order(texts) == order


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("January 2024", ("@2024-01", "@2024", "2024", "@--01")),
        ("Jan. 2024", ("@2024-01", "@2024", "2024", "@--01")),
        ("Jan '24", ("@2024-01", "@2024", "2024", "@--01")),
        ("01/2024", ("@2024-01", "@2024", "2024", "@--01")),
        ("2024-01", ("@2024-01", "@2024", "2024", "@--01")),
        ("2024年1月", ("@2024-01", "@2024", "2024", "@--01")),
        ("enero de 2024", ("@2024-01", "@2024", "2024", "@--01")),
        ("may 2024", ("@2024-05", "@2024", "2024", "@--05")),
        ("out/2024", ("@2024-10", "@2024", "2024", "@--10")),
        ("5 January", ("@--01-05", "@--01")),
        ("January 5th", ("@--01-05", "@--01")),
        ("jan 5", ("@--01-05", "@--01")),
        ("1er janvier", ("@--01-01", "@--01")),
        ("1º de janeiro", ("@--01-01", "@--01")),
        ("29 February", ("@--02-29", "@--02")),
        ("1月5日", ("@--01-05", "@--01")),
        ("the 5th of may", ("@--05-05", "@--05")),
        ("on may 5", ("@--05-05", "@--05")),
        ("January", ("@--01",)),
        ("sales in january", ("@--01",)),
        ("в январе", ("@--01",)),
    ],
)
def test_a_part_of_a_date_has_the_keys_of_what_it_names(text: str, keys: tuple[str, ...]) -> None:
    (value,) = find_dates(text)
    assert value.keys == keys
    assert value.queries == keys[:1]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("From May to June", ["@--05", "@--06"]),
        ("It opens in May.", ["@--05"]),
        ("the end of March", ["@--03"]),
        ("mid-May", ["@--05"]),
        ("IN MAY", ["@--05"]),
        ("May 5", ["@--05-05"]),
        ("am 1. Mai", ["@--05-01"]),
        ("im Mai", ["@--05"]),
        ("en mars", ["@--03"]),
        ("since Feb", ["@--02"]),
        ("in August", ["@--08"]),
        ("In May 10 people came", ["@--05"]),
        ("In January 5% more", ["@--01"]),
        ("room 45 January 2024", ["@2024-01"]),
        ("COVID-19 May 2024", ["@2024-05"]),
        ("report-19-May-2024.pdf", ["@2024-05-19"]),
        ("le 5 fe\u0301vrier", ["@--02-05"]),
        ("May we meet on 5 May?", ["@--05-05"]),
        ("May 5 or May 7, 2024", ["@2024-05-05", "@2024-05-07"]),
    ],
)
def test_a_month_that_is_another_word_counts_where_a_month_is_expected(text: str, found: list[str]) -> None:
    assert queries(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "May I come in? You may.", "you may 5 times", "the 2nd may fail", "sales in may", "They march 5 miles.",
        "March on!", "March of the penguins", "the march", "The mission to Mars", "How far is Mars?", "an august body",
        "Jan wrote this", "written by Jan", "two years ago 2024", "set 2024 as the year", "out 2000 pounds", "12 out",
        "Sie 5 2024", "decimal", "Marching", "mayor", "junior 5", "no, jamais", "K-Mart",
    ],
)  # fmt: skip
def test_a_word_that_looks_like_a_month_is_none(text: str) -> None:
    assert queries(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "version 14.2.10", "v14.2.10", "Version: 14.2.10", "release 1.2.24", "14.2.10.1", "3.10.12-slim", "1.4.2",
        "section 3.2.1", "section 3.2.10", "§ 3.2.10", "192.168.1.10", "10.0.0.1", "1.2.24.0/24", "10.1.24/24",
        "1/2", "3/4 of 24", "1/2/3", "24/7", "16:9", "3:2:24", "50/50/10", "12/1500", "2023/24", "1.5", "1,05/01/2024",
        "555-0123", "+44 20 7946 0958", "030-12-10-24", "06-12-34-56-78", "06.12.34.56", "978-3-16-148410-0",
        "02091-C-71", "A5/1/2024", "5/1/2024b", "20240105", "order 20240105 came", "a1b20240105c3",
        "20240105-12ab-4c5d-9e8f-0123456789ab", "20241305.pdf", "99990105.pdf", "2024", "in 2024", "2024年", "Q1 2024",
        "31.02.2024", "31.02.24", "14.13.10", "12.31.2023", "13/13/2023", "2023-02-29", "2024-13", "2024-13-01",
        "0/0/2024",
        "31 February 2024", "February 30", "30 de febrero", "2月30日", "13月", "CVE-2024-10123", "2024-01a",
        "10:30:24", "$1.2.24",
    ],
)  # fmt: skip
def test_a_number_that_looks_like_a_date_is_none(text: str) -> None:
    assert queries(text) == []


def test_three_numbers_with_dots_are_a_date_and_a_version() -> None:
    (value,) = find_dates("since 14.2.10")
    assert value.keys == ("@2010-02-14", "@2010-02", "@2010", "2010", "@--02-14", "@--02", "14.2.10", "14.2")
    assert value.queries == ("@2010-02-14", "14.2.10")
    (value,) = find_dates("ruff 2024.1.5")
    assert value.queries == ("@2024-01-05", "2024.1.5")
    assert queries("14.2.2010") == ["@2010-02-14"]


def test_the_digits_of_a_date_in_the_name_of_a_file_are_a_key_as_well() -> None:
    (value,) = find_dates("IMG_20240105_123.jpg")
    assert value.keys == (*FULL_KEYS, "20240105")
    assert value.queries == ("@2024-01-05",)


def test_a_range_of_days_is_its_two_ends_and_the_first_is_also_indexed_by_the_days_between() -> None:
    for text in (
        "5-7 January 2024",
        "January 5–7, 2024",
        "5 to 7 January 2024",
        "5.–7. Januar 2024",
        "du 5 au 7 janvier 2024",
    ):
        first, last = find_dates(text)
        assert first.queries == ("@2024-01-05",)
        assert last.queries == ("@2024-01-07",)
        assert "@2024-01-06" in first.keys
    first, last = find_dates("5 and 7 January 2024")
    assert "@2024-01-06" not in {*first.keys, *last.keys}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("January to March 2024", ["@2024-01", "@2024-03"]),
        ("Jan–Feb 2024", ["@2024-01", "@2024-02"]),
        ("March, April, and May 2024", ["@2024-03", "@2024-04", "@2024-05"]),
        ("In January, March 2024", ["@--01", "@2024-03"]),
        ("5 January to 7 February 2024", ["@2024-01-05", "@2024-02-07"]),
        ("January 5 to February 7, 2024", ["@2024-01-05", "@2024-02-07"]),
        ("28 December – 3 January 2025", ["@2024-12-28", "@2025-01-03"]),
        ("28 December and 3 January 2025", ["@2025-12-28", "@2025-01-03"]),
        ("5 January 2024-7 January 2024", ["@2024-01-05", "@2024-01-07"]),
        ("2024-01-05/2024-01-07", ["@2024-01-05", "@2024-01-07"]),
        ("05.01.2024-07.01.2024", ["@2024-01-05", "@2024-01-07"]),
        ("sales_20240105-20240107.csv", ["@2024-01-05", "@2024-01-07"]),
        ("01/2024–03/2024", ["@2024-01", "@2024-03"]),
        ("5 January. In March 2024", ["@--01-05", "@2024-03"]),
        ("they march to May 2024", ["@2024-05"]),
        ("January 5 to 7 February", ["@--01-05", "@--02-07"]),
        ("On January 5 and 7 people", ["@--01-05"]),
    ],
)
def test_the_ends_of_a_range_share_the_year(text: str, found: list[str]) -> None:
    assert queries(text) == found


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("It ended on January 5. 2024 people came", ["January 5"]),
        ("on 5 January at 10:30", ["5 January"]),
        ("January 5, 10:30", ["January 5"]),
        ("on 5 January 24 people came", ["5 January"]),
        ("10/Oct/2000:13:55:36", ["10/Oct/2000"]),
        ("2024-01-05 10:00:00,123", ["2024-01-05"]),
        ("2024-01-05T10:00:00Z", ["2024-01-05"]),
        ("2024-01-05-103000.log", ["2024-01-05"]),
        ("令和6年1月5日", ["1月5日"]),
        ("Jan 5 Feb 7", ["Jan 5", "Feb 7"]),
        ("5 March 7 April", ["5 March", "7 April"]),
        ("3.5 January", ["January"]),
        ("on 5\nJanuary 2024", ["5\nJanuary 2024"]),
        ("Total: 5\n\nJanuary", ["January"]),
    ],
)
def test_the_span_of_a_date_is_what_is_written_of_it(text: str, spans: list[str]) -> None:
    assert written(text) == spans


@given(
    st.one_of(
        st.text(max_size=200),
        st.lists(
            st.one_of(
                st.sampled_from(
                    "5 12 31 2024 24 May mai mär Jan. sept of to - – . / , : ' T 年 月 日 th v 14.2.10 5/1/24".split()
                ),
                st.sampled_from([" ", "\n", "\u0301", "２", "①", "²", "٣"]),
                st.text(max_size=2),
            ),
            max_size=40,
        ).map("".join),
    ),
    st.sampled_from(["dmy", "mdy", None]),
)
def test_the_dates_of_any_text_are_in_order_and_apart(text: str, order: DayOrder | None) -> None:
    values = find_dates(text, order)
    assert all(one.end <= other.start for one, other in itertools.pairwise(values))
    assert all(0 <= value.start < value.end <= len(text) for value in values)
    assert all(set(value.queries) <= set(value.keys) and value.queries for value in values)
    assert not any(key.split() != [key] for value in values for key in value.keys)
    day_order([text])


@pytest.mark.parametrize(
    "part", ["5 may ", "1.", "1", "5-", "January 5-", "5 to ", "1月", "20240105_", "May ", " ", "1/5/24 "]
)
def test_a_long_text_of_one_piece_is_read_to_its_end(part: str) -> None:
    text = "January 1" + part * (60_000 // len(part)) + " on 5 January 2024"
    assert find_dates(text)[-1].end == len(text)
    assert day_order([text, "31/12/2023"]) in {"dmy", None}


def test_a_text_with_every_name_of_a_month_has_them_all() -> None:
    lines = [f"{day} {name} 2024" for months in NAMES.values() for day, name in enumerate(months.split(), 1)]
    text = "; ".join(lines)
    assert written(text) == lines
    assert queries(text) == [f"@2024-{month:02}-{month:02}" for _ in NAMES for month in range(1, 13)]

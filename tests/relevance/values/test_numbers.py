"""Numbers are found under one key however they are written, and what only has digits is no number."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from contents_service.relevance.values.numbers import find_numbers


def written(text: str, language: str = "en") -> list[str]:
    return [text[value.start : value.end] for value in find_numbers(text, language)]


def keys(text: str, language: str = "en") -> set[str]:
    return {key for value in find_numbers(text, language) for key in value.keys}


def queries(text: str, language: str = "en") -> list[set[str]]:
    return [set(value.queries) for value in find_numbers(text, language)]


def finds(question: str, document: str, language: str = "en") -> bool:
    """Whether every number of a question is in a document."""
    asked = queries(question, language)
    return bool(asked) and all(each & keys(document, language) for each in asked)


SAME = [
    # thousands
    ("1043", "code 1,043 means"),
    ("1043", "code 1\u00a0043 means"),
    ("1043", "code 1\u202f043"),
    ("1043", "code 1 043."),
    ("1043", "1'043 Franken"),
    ("1043", "1’043 Franken"),
    ("1,043", "code 1043"),
    ("1 043", "code 1,043"),
    ("12500?", "The hall holds 12 500 people."),
    ("12 500", "The hall holds 12500 people."),
    ("1234567", "1,234,567 or so"),
    ("1234567", "1.234.567"),
    ("1.234.567", "1,234,567"),
    ("100000", "₹1,00,000"),
    ("1000000", "1_000_000"),
    ("250", "in 2018 250 people"),
    ("500", "codes 404 500 503"),
    ("1234.50", "1,234.50"),
    ("1234.50", "1.234,50"),
    ("1234.5", "1,234.50"),
    ("1234.56", "1 234,56"),
    # money and units
    ("$10000", "not exceed $10,000."),
    ("$10,000", "10000 dollars"),
    ("$2.50", "it costs 2.5"),
    ("2.50 euros", "it costs €2.5"),
    ("EUR 2.50", "it costs €2.5"),
    ("$438", "Total due: 438.00\neuros"),
    ("$438.00", "438 dollars"),
    ("5kg", "a bag of 5 kg"),
    ("5 kg", "a bag of 5kg"),
    ("23 kg", "weigh 23kg,"),
    ("5%", "5 %"),
    ("40", "40°C"),
    ("50", "a garden of 50m²"),
    ("50 m2", "a garden of 50m2"),
    ("20", "10-20kg"),
    ("20", "10kg-20kg"),
    ("1080", "1920x1080"),
    ("5", "EUR5"),
    # multipliers
    ("$1.5M", "1.5 million"),
    ("1500000", "up to $1.5M in all"),
    ("1.5 million", "1,500,000"),
    ("10k", "10,000"),
    ("3bn", "3 billion"),
    ("£5m", "five, or 5 million"),
    ("2.5B", "2.5 billion"),
    ("1.5", "1.5 million"),
    ("380,000", "380 thousand years"),
    # decimals
    ("-2.5", "fell to −2.5 degrees"),
    ("−2.5", "fell to (-2.5)"),
    ("2.5", "the value 2.50"),
    ("0.5", "a load of .5"),
    (".5", "a load of 0.5"),
    ("-0.5", "a load of -.5"),
    ("-5", "-$5"),
    # versions
    ("14.2.1.0", "v14.2.1.0"),
    ("v14.2.10", "## 14.2.10\n\nTax tables"),
    ("14.2", "## 14.2.10"),
    ("14.2", "since 14.2.1.0."),
    ("14.2", "version 14.2."),
    ("14.2.x", "14.2.10"),
    ("14.2.*", "14.2.10"),
    ("14.x", "version 14.2"),
    ("version 14", "v14.2.10"),
    ("v2", "version 2.1"),
    ("version 2", "v2"),
    ("1.0.0", "1.0.0-rc1"),
    ("1.0.0-RC1", "1.0.0-rc1 is out"),
    ("3.0b2", "3.0b2"),
    ("10.0.0.1", "at 10.0.0.1:8080"),
    ("section 3.2", "see 3.2.1."),
    # ordinals
    ("4th", "on the 4th floor"),
    ("4th", "on the fourth floor"),
    ("21st", "the 21ST century"),
    ("12th", "Twelfth Night"),
    ("4", "the 4th floor"),
    ("19th century", "19th-century houses"),
    # ranges, times, joined words
    ("1995", "1990–1995"),
    ("3", "3-5 days"),
    ("5", "3-5 days"),
    ("1990", "1990-1995"),
    ("14", "a 14-day notice"),
    ("1990", "since mid-1990"),
    ("90", "after 5-to-90 days"),
    ("1990", "in the 1990s"),
    ("9:00", "opens at 09:00."),
    ("9", "opens at 9:00"),
    ("17:30", "17:30-18:00"),
    ("18:00", "17:30-18:00"),
    ("42", "issue #42"),
    ("7731", "Invoice No.7731"),
    ("2018", "2018/19"),
    ("7", "24/7"),
    # digits of other scripts
    ("2018", "２０１８年"),
    ("2018", "في عام ٢٠١٨"),
    ("2018", "于2018年"),
    ("50000", "5万人"),
    ("3", "第3章"),
    ("500", "มี500คน"),
    ("500", "Rs.500"),
    ("1.2.3", "1.2.3-v1.2.5"),
    ("1.2.5", "1.2.3-v1.2.5"),
    ("170", "+49 170 123 4567"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "document"), SAME)
def test_a_number_is_found_however_it_is_written(question: str, document: str) -> None:
    assert finds(question, document)


DIFFERENT = [
    ("1043", "1.043"),
    ("1043", "1,0431"),
    ("1043", "10,43"),
    ("1043", "1 0430"),
    ("1043", "1\n043"),
    ("10431", "1,043,1"),
    ("49170", "+49 170 123"),
    ("14.2", "1.4.2"),
    ("14.2", "14.20.1"),
    ("14.2", "version 14.20"),
    ("14.2", "v14.20"),
    ("14.2", "## 14.20\n\nNews"),
    ("14.2", "14.20\nNews"),
    ("3.1", "it runs on Python 3.10"),
    ("14.2", "14 2"),
    ("14.2", "14.12.1"),
    ("14.2.1", "14.2"),
    ("14.2.1.0", "14.2.1.2"),
    ("14.20", "14.2"),
    ("1.4.2", "14.2"),
    ("14", "14.2.10"),
    ("142", "14.2"),
    ("2.50", "2.5"),
    ("3", "3.0"),
    ("2.5", "-2.5"),
    ("-5", "3-5"),
    ("-5", "a-5"),
    ("-1995", "1990-1995"),
    ("5000000", "5m of rope"),
    ("1500000", "1.5MB"),
    ("5000000000", "5B"),
    ("7", "007"),
    ("4th", "4"),
    ("4th", "a 14th try"),
    ("3rd", "a third-party tool"),
    ("3rd", "the twenty-third"),
    ("17", "9:17"),
    ("9:00", "9 00"),
    ("1.0.0-rc1", "1.0.0-rc2"),
    ("1.0.0-rc1", "1.0.0"),
    ("15", "1,5"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "document"), DIFFERENT)
def test_a_number_that_only_has_the_same_digits_is_not_found(question: str, document: str) -> None:
    assert queries(question)
    assert not finds(question, document)


@pytest.mark.parametrize(
    "text",
    [
        "", "no digits", "E4304", "E-4304", "Q3", "x86", "3D", "A4", "T5", "covid19", "COVID-19", "F-16", "5G",
        "02091-C-71", "RT-AX88U", "0x80070057", "x86_64", "snake_5", "5_a", "--retry5", "utf8", "1e5", "10-K", "B2B",
        "550e8400-e29b-41d4-a716-446655440000", "12345678-1234-4abc-8def-123456789012",
        "d41d8cd98f00b204e9800998ecf8427e", "2001:db8::1", "00:1b:44:11:3a:b7",
        "/var/log/2018/01", "C:\\logs\\2018", "https://example.org/2018/05?page=3", "www.example.org/7",
        "docs/reports/2018", "report-2018.pdf", "2018.csv", "joe.2018@example.org", "cafe\u03015",
        "9" * 41, "1." * 40 + "1",
    ],
)  # fmt: skip
def test_an_identifier_with_digits_is_not_a_number(text: str) -> None:
    assert written(text) == []
    assert written(f"see {text} or 7.") == ["7"]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("Pay $10,000.", ["$10,000"]),
        ("Pay -$5 or 5€.", ["-$5", "5€"]),
        ("5kg, 10MB, 3h, 40°C, 5%", ["5", "10", "3", "40", "5"]),
        ("$1.5M or 10k or 2 billion", ["$1.5M", "10k", "2 billion"]),
        ("the 4th of v14.2.1-rc1.", ["4th", "v14.2.1-rc1"]),
        ("14.2.x, 3.2.1.", ["14.2.x", "3.2.1"]),
        ("1,5 and 1,2,3", ["1", "5", "1", "2", "3"]),
        ("12 500 people", ["12 500"]),
        ("-2.5, 3-5", ["-2.5", "3", "5"]),
        ("the third floor", ["third"]),
        ("first and second", []),
        ("pages 3, 4 and 5.", ["3", "4", "5"]),
    ],
)
def test_a_span_holds_the_number_and_leaves_its_unit_a_word(text: str, spans: list[str]) -> None:
    assert written(text) == spans


@pytest.mark.parametrize(
    ("question", "document", "language"),
    [
        ("1043", "1.043", "de"),
        ("1.043", "1043", "de"),
        ("Version 1.043", "Version 1.043", "de"),
        ("1.043", "1.043", "de-AT"),
        ("1043", "1,043", "de"),
        ("1.5", "1,5", "de"),
        ("1,5", "1.5", "fr"),
        ("12500.75", "12 500,75", "ru"),
        ("1234567.8", "1.234.567,8", "es"),
        ("2,5", "2,50", "sv"),
        ("1500000", "1,5 Millionen", "de"),
        ("1500000", "1,5 млн", "ru"),
        ("2000000000", "2 milliards", "fr"),
        ("2000000000000", "2 billion", "da"),
        ("3000", "3 mil", "es"),
        ("5 kg", "5кг", "ru"),
        ("2e", "le 2e étage", "fr"),
        ("3", "3-й этаж", "ru"),
        ("24", "24-Stunden-Dienst", "de"),
        ("2018", "2018-ban", "hu"),
    ],
)
def test_a_number_is_read_as_the_language_writes_it(question: str, document: str, language: str) -> None:
    assert finds(question, document, language)


@pytest.mark.parametrize(
    ("question", "document", "language"),
    [
        ("1043", "1.043", "en"),
        ("1043", "1.043", "fr"),
        ("1043", "Version 1.043", "de"),
        ("1.5", "1,5", "en"),
        ("1.2", "1,2,3", "de"),
        ("500", "0.500", "de"),
        ("3000", "3 mil", "en"),
    ],
)
def test_a_number_is_not_read_as_another_language_writes_it(question: str, document: str, language: str) -> None:
    assert not finds(question, document, language)


def test_only_money_is_looked_for_without_its_last_zero() -> None:
    assert queries("2.50") == [{"2.50"}]
    assert queries("$2.50") == queries("2.50 dollars") == queries("USD 2.50") == [{"2.50", "2.5"}]


def test_a_written_ordinal_is_indexed_and_stays_a_word_in_a_question() -> None:
    [value] = find_numbers("On the Third day")
    assert (value.keys, value.queries) == (("3rd", "3"), ())


def test_a_version_is_indexed_with_its_families() -> None:
    assert keys("14.2.10") == {"14.2.10", "14.2"}
    assert keys("v14.2.10") == keys("version 14.2.10") == {"14.2.10", "14.2", "14"}


PIECES = [
    *"0123456789",
    *" .,-–−'_:/\\#$€%+*xXvVkKMBmh@\n\u00a0\u202f٣７²½º年é\u0301",
    *"1,043|1 043|1.043|-2.5|v14.2|14.2.x|-rc1|4th|third|million|version|Version|kg|dollars|€5|5万|Jan|http://|.pdf|9:00"
    .split("|"),
]  # fmt: skip


@given(
    st.one_of(st.text(), st.lists(st.sampled_from(PIECES)).map("".join)),
    st.sampled_from(["en", "de", "fr", "es", "ru", "zh", "tr", "xx", ""]),
)
@example("1.2.3-third", "en")
@example("ſixth İ third", "en")
@example("1.2poſt", "en")
def test_any_text_has_disjoint_spans_and_finds_itself(text: str, language: str) -> None:
    values = find_numbers(text, language)
    assert all(0 <= value.start < value.end <= len(text) for value in values)
    assert all(one.end <= other.start for one, other in pairwise(values))
    for value in values:
        assert value.keys
        assert set(value.queries) <= set(value.keys)
        assert not any(character.isspace() for key in value.keys for character in key)
        assert all(key and key == key.lower() and key.isascii() for key in value.keys)


@pytest.mark.parametrize(
    "piece",
    ["1", "1.", "1,", "1,234,", "1 234 ", "1.234.", "1-", "5-to-", "a-", "a1-", "1a", "/", "a/1", "@a1", "-1", "1:00:",
     "ab:1", "third ", "1'", "é5", "5x", "x.1.", ".5", "$-", "1.2.3-a"],
)  # fmt: skip
def test_a_long_text_of_one_piece_is_read_to_its_end(piece: str) -> None:
    text = piece * (40_000 // len(piece)) + " and 1043"
    assert find_numbers(text)[-1].end == len(text)

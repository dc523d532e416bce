"""Plain text: paragraphs, and headings only where they are unmistakable."""

from __future__ import annotations

import pytest
from helpers.own_line_checks import block_with, headings, source, uncovered

from contents_service.limits import Limits
from contents_service.parsing import passages
from contents_service.parsing.readers import text


def test_a_title_underlined_as_long_as_itself_is_a_heading() -> None:
    parsed = text.read(source("Returns\n=======\n\nThirty days.\n\nTime limit\n----------\nFrom delivery."))
    assert headings(parsed) == [("Returns", (1, 2)), ("Returns › Time limit", (6, 7))]
    assert block_with(parsed, "From delivery.").path == ("Returns", "Time limit")
    assert parsed.title == "Returns"


def test_an_overline_belongs_to_its_heading() -> None:
    parsed = text.read(source("=======\nReturns\n=======\nThirty days."))
    assert headings(parsed) == [("Returns", (2, 3))]


def test_what_underlines_first_is_the_highest() -> None:
    parsed = text.read(source("Guide\n#####\n\nOpening\n+++++++\n\nAt nine.\n\nClosing\n+++++++\n\nAt six."))
    assert [name for name, _ in headings(parsed)] == ["Guide", "Guide › Opening", "Guide › Closing"]
    assert parsed.title == "Guide"


def test_a_line_between_two_rules_is_a_heading_however_long_they_are() -> None:
    rule = "-" * 40
    parsed = text.read(source(f"{rule}\nSAFETY\n{rule}\nKeep dry.\n\n{rule}\nCLEANING\n{rule}\nUse a cloth."))
    assert headings(parsed) == [("SAFETY", (2, 3)), ("CLEANING", (7, 8))]
    ruled_off = text.read(source(f"{rule}\nbolt\n{rule}\nnut\n{rule}"))
    assert headings(ruled_off) == []


@pytest.mark.parametrize(
    "words",
    [
        "Item    Price\n-------------\nShelf   12",
        "a | b\n-----\n1 | 2",
        "It was so.\n----------\nAnd then",
        "A\n----------------------------------------\nB",
        "12:01\n-----\nstarted",
        "---\nSent from a phone",
    ],
)
def test_a_line_that_only_looks_like_an_underline_makes_no_heading(words: str) -> None:
    parsed = text.read(source(words))
    assert headings(parsed) == []
    assert uncovered(parsed) == []


def test_articles_and_sections_of_a_contract_are_headings() -> None:
    parsed = text.read(source("Article 4 – Liability\n\nThe carrier is liable.\n\nSection 2\n\nNot for delay."))
    assert headings(parsed) == [
        ("Article 4 – Liability", (1, 1)),
        ("Article 4 – Liability › Section 2", (5, 5)),
    ]


def test_the_name_of_an_article_may_stand_on_a_line_of_its_own() -> None:
    parsed = text.read(source("ARTICLE I\nPREMISES\n\nThe flat.\n\nARTICLE II\nRENT\n\nMonthly."))
    assert headings(parsed) == [("ARTICLE I PREMISES", (1, 2)), ("ARTICLE II RENT", (6, 7))]


def test_paragraphs_of_a_law_are_headings() -> None:
    parsed = text.read(source("§ 1 Mietsache\n\nDie Wohnung.\n\n§ 2 Miete\n\n(1) Sie ist am Ersten fällig."))
    assert headings(parsed) == [("§ 1 Mietsache", (1, 1)), ("§ 2 Miete", (5, 5))]


def test_what_a_numbered_heading_is_parted_into_lies_below_it() -> None:
    parsed = text.read(source("1. BUDGET\n\nFine.\n\n1.1 Travel costs\n\nBook early.\n\nII. OTHER\n\nNone."))
    assert [name for name, _ in headings(parsed)] == ["1. BUDGET", "1. BUDGET › 1.1 Travel costs", "II. OTHER"]


def test_lines_in_capitals_are_headings_only_where_there_are_several_among_other_text() -> None:
    several = text.read(source("RETURNS\n\nThirty days.\n\nCOSTS\n\nWe pay.\n\nOTHER\n\nNone."))
    cried = text.read(source("HELLO\n\nAll are well.\n\nTHE END\n\nof it."))
    names = text.read(source("ACME\n\nUNESCO\n\nIKEA\n\nand others"))
    assert headings(several) == [("RETURNS", (1, 1)), ("COSTS", (5, 5)), ("OTHER", (9, 9))]
    assert headings(cried) == headings(names) == []


def test_capitals_below_a_chapter_s_number_say_what_it_is_about() -> None:
    words = "CHAPTER 1\n\nTHE SHELF\n\nIt stood.\n\nCHAPTER 2\n\nTHE FALL\n\nIt fell.\n\nAnd it lay."
    assert [name for name, _ in headings(text.read(source(words)))] == [
        "CHAPTER 1",
        "CHAPTER 1 › THE SHELF",
        "CHAPTER 2",
        "CHAPTER 2 › THE FALL",
    ]


def test_numbered_capitals_are_headings_only_where_there_are_several() -> None:
    several = text.read(source("1. DEFINITIONS\n\nWords.\n\n2. TERM\n\nOne year."))
    single = text.read(source("Call these:\n\n1. ACME GMBH\n\nby noon"))
    assert [name for name, _ in headings(several)] == ["1. DEFINITIONS", "2. TERM"]
    assert headings(single) == []


@pytest.mark.parametrize(
    "line", ["Section 5 applies to carriers.", "Article 4 ........ 12", "1. Unpack the box", "part of it"]
)
def test_sentences_lists_and_tables_of_contents_have_no_headings(line: str) -> None:
    assert headings(text.read(source(f"before\n\n{line}\n\n2. Read on\n\nafter"))) == []


def test_a_lead_in_stays_with_what_it_announces() -> None:
    parsed = text.read(source("You need:\n\n" + "a screwdriver and time " * 20))
    assert block_with(parsed, "You need:").keep_with_next


def test_a_log_is_cut_at_line_ends() -> None:
    log = [f"2024-05-01T10:{minute:02}:00Z worker 7 finished job {minute * 991}" for minute in range(60)]
    drafts = passages.cut(text.read(source("\n".join(log))), Limits())
    assert len(drafts) > 1
    assert [line for draft in drafts for line in draft.text.split("\n")] == log
    assert all(draft.where.part is None for draft in drafts)

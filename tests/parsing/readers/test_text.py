from __future__ import annotations

import pytest
from helpers.own_line_checks import block_with, headings, source, uncovered

from contents_service.limits import Limits
from contents_service.parsing.chunking import passages
from contents_service.parsing.readers import text


def test_a_title_underlined_as_long_as_itself_is_a_heading() -> None:
    parsed = text.read(source("Returns\n=======\n\nThirty days.\n\nTime limit\n----------\nFrom delivery."))
    assert headings(parsed) == [("Returns", (1, 2)), ("Returns › Time limit", (6, 7))]
    assert block_with(parsed, "From delivery.").path == ("Returns", "Time limit")
    assert parsed.title == "Returns"


@pytest.mark.parametrize("code", ["$ shelf start", "shelf stop"])
def test_code_between_rules_is_not_a_heading(code: str) -> None:
    rule = "-" * 24
    several = f"{rule}\nshelf order\nshelf build\n{rule}"
    parsed = text.read(source(f"Type\n\n{rule}\n{code}\n{rule}\n\nor\n\n{several}\n\nto go on."))
    assert headings(parsed) == []
    assert uncovered(parsed) == []


def test_a_command_between_rules_shows_that_they_enclose_code() -> None:
    code = "\n\n".join(f"so\n\n----------\n{line}\n----------" for line in ("$ shelf on", "shelf up", "shelf off"))
    assert headings(text.read(source(code))) == []


def test_an_overline_belongs_to_its_heading() -> None:
    parsed = text.read(source("=======\nReturns\n=======\nThirty days."))
    assert headings(parsed) == [("Returns", (2, 3))]


def test_the_first_kind_of_underline_is_the_highest_level() -> None:
    parsed = text.read(source("Guide\n#####\n\nOpening\n+++++++\n\nAt nine.\n\nClosing\n+++++++\n\nAt six."))
    assert [name for name, _ in headings(parsed)] == ["Guide", "Guide › Opening", "Guide › Closing"]
    assert parsed.title == "Guide"


def test_a_line_between_two_long_rules_is_a_heading() -> None:
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


def test_the_title_of_an_article_may_stand_on_its_second_line() -> None:
    parsed = text.read(source("ARTICLE I\nPREMISES\n\nThe flat.\n\nARTICLE II\nRENT\n\nMonthly."))
    assert headings(parsed) == [("ARTICLE I PREMISES", (1, 2)), ("ARTICLE II RENT", (6, 7))]


def test_a_chapter_heading_may_end_with_a_full_stop() -> None:
    parsed = text.read(
        source("CHAPTER 1. Loomings.\n\nIt rained.\n\nCHAPTER II.\n\nIt rained on.\n\nAppendix A.  Ships")
    )
    assert [name for name, _ in headings(parsed)] == ["CHAPTER 1. Loomings.", "CHAPTER II.", "Appendix A. Ships"]
    assert headings(text.read(source(f"Section 4. No person shall be held {'to this or that, or ' * 2}to more."))) == []


def test_paragraph_signs_of_a_statute_begin_headings() -> None:
    parsed = text.read(source("§ 1 Mietsache\n\nDie Wohnung.\n\n§ 2 Miete\n\n(1) Sie ist am Ersten fällig."))
    assert headings(parsed) == [("§ 1 Mietsache", (1, 1)), ("§ 2 Miete", (5, 5))]


def test_subsections_of_a_numbered_heading_are_below_it() -> None:
    parsed = text.read(source("1. BUDGET\n\nFine.\n\n1.1 Travel costs\n\nBook early.\n\nII. OTHER\n\nNone."))
    assert [name for name, _ in headings(parsed)] == ["1. BUDGET", "1. BUDGET › 1.1 Travel costs", "II. OTHER"]


def numbered(*lines: str) -> str:
    """A text with a paragraph under each line."""
    return "\n\n".join(f"{line}\n\nWhat there is to say of it." for line in lines)


def test_lines_numbered_in_sequence_are_headings() -> None:
    parsed = text.read(source(numbered("1. Scope", "1.1 Goods", "1.2 Services", "2. Fees")))
    assert [name for name, _ in headings(parsed)] == [
        "1. Scope",
        "1. Scope › 1.1 Goods",
        "1. Scope › 1.2 Services",
        "2. Fees",
    ]


def test_a_numbered_heading_may_stand_right_above_its_text_or_further_left() -> None:
    tight = "\n\n".join(
        f"{number}. {name}\nThis is what we say of it." for number, name in enumerate(("Scope", "Fees", "Term"), 1)
    )
    left = numbered("1.  Scope", "1.1.  Goods", "2.  Fees").replace("What", "   What")
    assert headings(text.read(source(tight))) == [("1. Scope", (1, 1)), ("2. Fees", (4, 4)), ("3. Term", (7, 7))]
    assert [name for name, _ in headings(text.read(source(left)))] == ["1. Scope", "1. Scope › 1.1. Goods", "2. Fees"]


def test_section_numbers_continue_the_number_of_their_chapter() -> None:
    parsed = text.read(
        source(numbered("Chapter 3. Rent", "3.1. Amount", "3.2. Due date", "Chapter 4. Term", "4.1. End"))
    )
    assert [name for name, _ in headings(parsed)][1:] == [
        "Chapter 3. Rent › 3.1. Amount",
        "Chapter 3. Rent › 3.2. Due date",
        "Chapter 4. Term",
        "Chapter 4. Term › 4.1. End",
    ]


@pytest.mark.parametrize(
    "words",
    [
        "1. Flour\n\n2. Water\n\n3. Salt\n\nMix it all.",
        "1. Flour\n\n   Of rye.\n\n2. Water\n\n   Warm.\n\n3. Salt\n\n   A pinch.\n\nMix it all.",
        "1. Take the flour and sieve it so that\nNo lumps are left.\n\n2. Warm\nthe water.\n\n3. Stir\n4. Bake",
        "\n\n".join(f"{n}. A sentence that is wrapped where it\nMet the end of the line." for n in (1, 2, 3)),
        numbered("7. Seventh", "3. Third", "5. Fifth"),
        numbered("1. First", "2. Second"),
    ],
)
def test_a_numbered_list_has_no_headings(words: str) -> None:
    assert headings(text.read(source(words))) == []


def test_a_list_inside_a_section_does_not_end_the_numbering_of_sections() -> None:
    steps = "1. Ring\n\nTwice.\n\n2. Wait\n\nA while.\n\n3. Go\n\nHome."
    words = numbered("1. Scope", "2. Visits") + f"\n\n{steps}\n\n" + numbered("3. Fees", "4. Term")
    assert [name for name, _ in headings(text.read(source(words)))] == ["1. Scope", "2. Visits", "3. Fees", "4. Term"]


def test_a_number_may_be_missing_from_the_sequence() -> None:
    words = numbered("1. Scope", "2. All is to be paid.", "3. Fees", "4. Term")
    assert [name for name, _ in headings(text.read(source(words)))] == ["1. Scope", "3. Fees", "4. Term"]


def test_a_chapter_continues_the_chapter_before_it_and_not_a_list_in_it() -> None:
    words = numbered("Chapter 1. Use", "1. Ring", "Chapter 2. Rent", "2.1 Amount", "2.2 Date")
    assert [name for name, _ in headings(text.read(source(words)))] == [
        "Chapter 1. Use",
        "Chapter 2. Rent",
        "Chapter 2. Rent › 2.1 Amount",
        "Chapter 2. Rent › 2.2 Date",
    ]


def test_section_numbers_continue_even_if_the_heading_above_is_a_sentence() -> None:
    words = numbered("1. Scope", "1.1. Goods", "2. All that is to be paid.", "2.1. Fees", "2.2. Fines")
    assert [name for name, _ in headings(text.read(source(words)))][-1] == "1. Scope › 2.2. Fines"


def test_outdented_lines_of_an_indented_text_are_headings() -> None:
    titles = ("Abstract", "2.  {Fees}", "* Authors")
    words = "\n\n".join(f"{title}\n\n   It says.\n\n   And it goes on." for title in titles)
    again = words.replace("Abstract", "Example").replace("* Authors", "Example")
    listed = "\n\n".join(["Anna", "Bert", "Carl", "Dora", "   wrote it", "   and read it"])
    mixed = words + "\n\nIt says so here." * 6
    assert headings(text.read(source(words))) == [("Abstract", (1, 1)), ("2. {Fees}", (7, 7)), ("Authors", (13, 13))]
    assert [name for name, _ in headings(text.read(source(again)))] == ["Example", "2. {Fees}", "2. {Fees} › Example"]
    assert headings(text.read(source(listed))) == headings(text.read(source(mixed))) == []


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("# Returns\n\nThirty days.\n\n## *Time* [limit](#t)\nFrom delivery.", ["Returns", "Returns › Time limit"]),
        ("= Returns\n\nThirty days.\n\n== Time limit ==\n\nFrom delivery.", ["Returns", "Returns › Time limit"]),
        ("# Returns\n\n```\n\n## no heading\n\n```\n\n## 2.0 (May)\n\nNew.", ["Returns", "Returns › 2.0 (May)"]),
        ("# wait for it\n\nsleep 1\n\n# and go\n\nrun", []),
        ("## One comment\n## on two lines\n\n## and another\n## one", []),
    ],
)
def test_lines_marked_as_in_markdown_or_a_wiki_are_headings(words: str, names: list[str]) -> None:
    parsed = text.read(source(words))
    assert [name for name, _ in headings(parsed)] == names


def test_if_each_line_is_a_paragraph_each_may_be_a_heading() -> None:
    long = "We say at length what there is to say of it, and then we say it once more. " * 4
    parsed = text.read(source("\n".join(["1. Scope", long, "2. Fees", long, long, "3. Term", long])))
    assert headings(parsed) == [("1. Scope", (1, 1)), ("2. Fees", (3, 3)), ("3. Term", (6, 6))]


def test_if_each_line_is_a_paragraph_rules_stay_with_their_titles() -> None:
    long = "We say at length what there is to say of it, and then we say it once more. " * 4
    parsed = text.read(source(f"{long}\nScope\n=====\n{long}\n----\nFees\n----\n{long}"))
    assert headings(parsed) == [("Scope", (2, 3)), ("Scope › Fees", (6, 7))]


def test_lines_in_capitals_are_headings_only_if_there_are_several_among_other_text() -> None:
    several = text.read(source("RETURNS\n\nThirty days.\n\nCOSTS\n\nWe pay.\n\nOTHER\n\nNone."))
    shouted = text.read(source("HELLO\n\nAll are well.\n\nTHE END\n\nof it."))
    names = text.read(source("ACME\n\nUNESCO\n\nIKEA\n\nand others"))
    assert headings(several) == [("RETURNS", (1, 1)), ("COSTS", (5, 5)), ("OTHER", (9, 9))]
    assert headings(shouted) == headings(names) == []


@pytest.mark.parametrize("line", ["2022-10-08 UTC", "U+A9A5,U+A9BA", "$COPYRIGHT$", "* STOP", "KHINYA;0995 09CD"])
def test_codes_and_list_items_in_capitals_are_not_headings(line: str) -> None:
    assert headings(text.read(source(f"{line}\n\nHere.\n\n" * 4))) == []


def test_rare_lines_in_capitals_of_a_long_text_are_not_headings() -> None:
    commits = "Mend the shelf.\n\n" * 150
    assert headings(text.read(source(f"{commits}WIP\n\n{commits}TODO\n\n{commits}WIP\n\n{commits}"))) == []


def test_capitals_below_a_chapter_number_are_the_title_of_the_chapter() -> None:
    words = "CHAPTER 1\n\nTHE SHELF\n\nIt stood.\n\nCHAPTER 2\n\nTHE FALL\n\nIt fell.\n\nAnd it lay."
    assert [name for name, _ in headings(text.read(source(words)))] == [
        "CHAPTER 1",
        "CHAPTER 1 › THE SHELF",
        "CHAPTER 2",
        "CHAPTER 2 › THE FALL",
    ]


def test_numbered_lines_in_capitals_are_headings_only_if_there_are_several() -> None:
    several = text.read(source("1. DEFINITIONS\n\nWords.\n\n2. TERM\n\nOne year."))
    single = text.read(source("Call these:\n\n1. ACME GMBH\n\nby noon"))
    assert [name for name, _ in headings(several)] == ["1. DEFINITIONS", "2. TERM"]
    assert headings(single) == []


@pytest.mark.parametrize(
    "line", ["Section 5 applies to carriers.", "Article 4 ........ 12", "1. Unpack the box", "part of it"]
)
def test_sentences_lists_and_tables_of_contents_have_no_headings(line: str) -> None:
    assert headings(text.read(source(f"before\n\n{line}\n\n2. Read on\n\nafter"))) == []


def test_a_lead_in_stays_with_the_text_below() -> None:
    parsed = text.read(source("You need:\n\n" + "a screwdriver and time " * 20))
    assert block_with(parsed, "You need:").keep_with_next


def test_a_log_is_cut_at_line_ends() -> None:
    log = [f"2024-05-01T10:{minute:02}:00Z worker 7 finished job {minute * 991}" for minute in range(60)]
    found = passages.cut(text.read(source("\n".join(log))), Limits())
    assert len(found) > 1
    assert [line for passage in found for line in passage.text.split("\n")] == log
    assert all(passage.where.part is None for passage in found)


def test_headings_beyond_the_limit_are_read_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "MAX_HEADINGS", 2)
    lines = "".join(f"Part {number}\n======\n\nWords of part {number}.\n\n" for number in range(4))

    parsed = text.read(source(lines))

    assert headings(parsed) == [("Part 0", (1, 2)), ("Part 1", (6, 7))]
    assert block_with(parsed, "part 3").path == ()
    assert uncovered(parsed) == [1, 2, 6, 7]
    assert [(note.code, "line 11 on" in note.message) for note in parsed.notes] == [("read_as_text", True)]


def test_headings_are_searched_in_the_first_paragraphs_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "MAX_SEARCHED_PARAGRAPHS", 2)

    assert len(headings(text.read(source("One\n===\n\nTwo\n===\n\nThree\n=====\n")))) == 2
    assert text.read(source("one\n\ntwo\n\nthree\n")).notes == ()


NEWS = """GNU kiln NEWS                                    -*- outline -*-

* Noteworthy changes in release 9.1 (2022-04-15) [stable]

** Bug fixes

  kiln -R no longer exits early.
  [bug introduced in kiln-9.0]

** New features

  kiln has a clock.

* Noteworthy changes in release 9.0 (2021-09-24) [stable]

** Bug fixes

  None.
"""


def test_the_stars_of_an_outline_mark_headings() -> None:
    parsed = text.read(source(NEWS))

    assert [path for path, _ in headings(parsed)] == [
        "Noteworthy changes in release 9.1 (2022-04-15) [stable]",
        "Noteworthy changes in release 9.1 (2022-04-15) [stable] › Bug fixes",
        "Noteworthy changes in release 9.1 (2022-04-15) [stable] › New features",
        "Noteworthy changes in release 9.0 (2021-09-24) [stable]",
        "Noteworthy changes in release 9.0 (2021-09-24) [stable] › Bug fixes",
    ]
    assert uncovered(parsed) == [3, 5, 10, 14, 16]


def test_a_level_of_an_outline_that_is_a_list_has_no_headings() -> None:
    entries = "".join(f"** Item {number} of the list\n\n" for number in range(5))
    parsed = text.read(source(f"* Changes in 2.0\n\n{entries}* Changes in 1.0\n\n{entries}"))

    assert [path for path, _ in headings(parsed)] == ["Changes in 2.0", "Changes in 1.0"]


@pytest.mark.parametrize(
    "lines",
    [
        "* one thing\n\n  More of it.\n\n* another thing\n\n  More of that.\n",
        "* one\n** inner\n* two\n** inner\n",
        "* It ends here.\n\n** So does this.\n\n* And that.\n\n** Well.\n",
    ],
)
def test_stars_of_a_list_mark_no_headings(lines: str) -> None:
    assert headings(text.read(source(lines))) == []


def test_a_title_of_several_lines_may_be_underlined() -> None:
    parsed = text.read(source("New in kiln 3.1\n(since 3.0)\nReleased in May\n===============\n\nA clock.\n"))

    assert headings(parsed) == [("New in kiln 3.1 (since 3.0) Released in May", (1, 4))]


def test_an_underlined_title_needs_no_blank_line_above_it() -> None:
    parsed = text.read(source("Title\n=====\nSome words\non two lines.\nFees\n====\nTwelve.\nHours\n=====\nNine.\n"))

    assert headings(parsed) == [("Title", (1, 2)), ("Fees", (5, 6)), ("Hours", (8, 9))]
    assert block_with(parsed, "Twelve").path == ("Fees",)


@pytest.mark.parametrize(
    "lines", ["a 1\nb 2\nsum\n========\n3", "a\nb c\n  12.50\n=======\nd", "words\nand so on.\n==========\nx"]
)
def test_other_rules_within_a_paragraph_underline_nothing(lines: str) -> None:
    assert headings(text.read(source(lines))) == []

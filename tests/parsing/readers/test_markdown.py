from __future__ import annotations

import re

from helpers.own_line_checks import block_with, heading_lines, headings, sample, source, uncovered
from hypothesis import given
from hypothesis import strategies as st

from contents_service.limits import Limits
from contents_service.parsing.passages import cut
from contents_service.parsing.readers import markdown

PIECES = [
    "# One", "## Two ##", "Under\n=====", "Under\n---", "words", "  more", "- item", "  - inner", "1. first",
    "> quoted", ">     code", "```", "~~~~", "    indented", "| a | b |\n|---|---|", "| 1 | 2 |", "<!-- # no", "-->",
    "<div>", "</div>", "[a]: http://x", "***", "---", "+++", "title: x", ":::note", "", "", "",
]  # fmt: skip


def test_a_hash_inside_fenced_code_is_no_heading() -> None:
    parsed = markdown.read(sample("markdown/fences.md"))

    assert headings(parsed) == [
        ("Install the printer", (1, 1)),
        ("Install the printer › Calibrate", (16, 16)),
        ("Install the printer › Clean the head", (26, 26)),
    ]
    assert block_with(parsed, "# this line is sample output").kind == "code"


def test_front_matter_names_the_document_and_stays_findable() -> None:
    parsed = markdown.read(sample("markdown/bom-frontmatter.md"))

    assert parsed.title == "Warranty rules"
    assert parsed.keywords == "warranty pumps"
    assert block_with(parsed, "author: Desk B").lines == (1, 5)
    assert headings(parsed) == [("Warranty", (6, 6)), ("Warranty › Pumps", (10, 10))]


def test_front_matter_with_a_colon_in_its_title_still_has_that_title() -> None:
    parsed = markdown.read(source("---\ntitle: Returns: how and when\nlayout: page\n---\n\nText.\n"))

    assert parsed.title == "Returns: how and when"


def test_toml_front_matter_is_read_too() -> None:
    parsed = markdown.read(source('+++\ntitle = "Returns"\ntags = ["goods"]\n# a comment\n+++\nText.\n'))

    assert (parsed.title, parsed.keywords) == ("Returns", "goods")
    assert headings(parsed) == []


def test_two_rules_across_a_page_are_no_front_matter() -> None:
    parsed = markdown.read(source("---\n\n# Returns\n\nText.\n\n---\n"))

    assert headings(parsed) == [("Returns", (3, 3))]


def test_quoted_text_that_is_indented_like_code_is_kept() -> None:
    parsed = markdown.read(sample("markdown/quoted-code.md"))

    assert block_with(parsed, "Measure the shelf before the saw.").lines == (7, 7)
    assert block_with(parsed, "The middle line reads:").keep_with_next


def test_a_heading_is_shown_without_its_markup() -> None:
    text = "# Read `this` *first* <a name='x'></a>\n\n## [Fees](http://x) &amp; [costs][c] ##\n\n## Ids {#ids}\n\n[c]: http://y\n"

    parsed = markdown.read(source(text))

    first = "Read this first"
    assert [path for path, _ in headings(parsed)] == [first, f"{first} › Fees & costs", f"{first} › Ids"]


def test_an_underlined_heading_is_located_at_its_words() -> None:
    parsed = markdown.read(source("\nReturns\nand refunds\n===========\n\nText.\n"))

    assert headings(parsed) == [("Returns and refunds", (2, 3))]
    assert [block.lines for block in parsed.blocks if block.kind != "heading"] == [(6, 6)]


def test_a_long_paragraph_with_dashes_right_under_it_is_no_heading() -> None:
    parsed = markdown.read(source("word " * 100 + "\n---\n"))

    assert headings(parsed) == []
    assert uncovered(parsed) == []


def test_a_hash_in_a_comment_a_quotation_or_a_list_heads_nothing() -> None:
    parsed = markdown.read(source("<!--\n# no\n-->\n\n> # quoted\n\n- # listed\n\n# yes\n"))

    assert headings(parsed) == [("yes", (9, 9))]


def test_a_heading_between_colon_fences_is_a_heading() -> None:
    parsed = markdown.read(source(":::note Mind\n\n## Fees\n\nText.\n\n:::\n"))

    assert headings(parsed) == [("Fees", (3, 3))]


def test_each_row_of_a_table_knows_the_tables_header() -> None:
    parsed = markdown.read(
        source("The prices are:\n\n| Item | Price |\n|------|-------|\n| Pump | 12 |\n| Hose | 3 |\n")
    )

    rows = [block for block in parsed.blocks if block.kind == "row"]
    assert [row.lines for row in rows] == [(3, 4), (5, 5), (6, 6)]
    assert {row.context for row in rows} == {"| Item | Price |"}


def test_a_table_shares_its_passage_with_the_sentence_that_leads_into_it() -> None:
    text = "The prices are:\n\n| Item | Price |\n|------|-------|\n| Pump | 12 |\n"

    passages = cut(markdown.read(source(text)), Limits())

    assert [passage.where.lines for passage in passages] == [(1, 5)]


def test_a_list_item_that_fits_stays_whole_and_a_longer_one_gives_its_parts() -> None:
    long = "\n\n".join(f"  paragraph {number} " + "word " * 60 for number in range(6))

    parsed = markdown.read(source(f"- short\n\n  more\n\n- long\n\n{long}\n\n  ```\n  # code\n  ```\n"))

    assert block_with(parsed, "short").lines == (1, 3)
    assert block_with(parsed, "# code").kind == "code"
    assert uncovered(parsed) == []


def test_an_escaped_word_is_found_as_it_is_read() -> None:
    parsed = markdown.read(source("Set spool\\_dir in caf&eacute;.conf\\.\n\n```\nother\\_raw\n```\n"))

    assert block_with(parsed, "spool").extra == "spool_dir café.conf."
    assert block_with(parsed, "raw").extra == ""


def test_a_picture_written_into_the_text_is_cut_short_in_a_passage_of_its_own() -> None:
    picture = "![Wiring](data:image/png;base64," + "iVBO" * 5000 + ")"

    parsed = markdown.read(source(f"Before.\n\n{picture}\n\nAfter.\n"))

    assert [passage.text for passage in cut(parsed, Limits())] == [
        "Before.",
        "![Wiring](data:image/png;base64,…)",
        "After.",
    ]
    assert [note.code for note in parsed.notes] == ["pictures_left_out"]


def test_only_a_first_level_that_is_alone_gives_the_title() -> None:
    assert markdown.read(source("# Guide\n\n## Part\n")).title == "Guide"
    assert markdown.read(source("# Part one\n\n# Part two\n")).title is None
    assert markdown.read(source("## Part\n\n# Guide\n")).title is None


def test_deep_nesting_is_read_to_its_last_word() -> None:
    for deep in (">" * 20_000 + " word", "- " * 20_000 + "word", "# " + "[" * 20_000 + "word"):
        assert block_with(markdown.read(source(deep)), "word").lines == (1, 1)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("\n".join), st.integers(10, 80))
def test_every_line_is_in_exactly_one_block(text: str, fits: int) -> None:
    whole = source(text)
    parsed = markdown.read(whole)
    parted = markdown.read(type(whole)(name="", data=b"", lines=whole.lines, limits=Limits(passage_soft=fits)))

    for each in (parsed, parted):
        left = set(uncovered(each)) - heading_lines(each)
        assert all(re.fullmatch(r"\s*(=+|-+)\s*", whole.lines[number - 1]) for number in left)
        assert all(number - 1 in heading_lines(each) for number in left)

"""reStructuredText: its titles are those of docutils, and every line keeps its place."""

from __future__ import annotations

import re

from docutils import nodes
from docutils.core import publish_doctree
from helpers.own_line_checks import block_with, heading_lines, headings, sample, source, uncovered
from hypothesis import given
from hypothesis import strategies as st

from contents_service.limits import Limits
from contents_service.parsing.chunking.passages import cut
from contents_service.parsing.readers import rst

PIECES = [
    "Title\n=====", "Part\n----", "====\nOver\n====", "words", "  indented", "- item", ".. note:: x", "   body",
    "lead::", "    literal", "=====  =====\nA      B\n=====  =====", "1      2", "+---+---+\n| a | b |\n+===+===+",
    "| 1 | 2 |", ".. _target:", "----", "====", ":field: value", "", "", "", "",
]  # fmt: skip

TRICKY = """\
=====
Guide
=====

First part
----------
====== ======
No     title
------ ------
in     here
====== ======

1. Numbered
-----------
Text
that is no title
without a blank line above.

A literal block::

    Not this
    --------

- Nor this
Deeper
~~~~~~

Ab
--

----

.. note::
   Directive
Back
----
"""


def test_text_written_for_sphinx_keeps_its_titles_and_words() -> None:
    parsed = rst.read(sample("rst/sphinx-only.rst"))

    assert headings(parsed) == [
        ("Depot field guide", (2, 2)),
        ("Depot field guide › Gate rules", (13, 13)),
        ("Depot field guide › Gate rules › Lock-up", (35, 35)),
    ]
    assert parsed.title == "Depot field guide"
    assert block_with(parsed, "Two-person rule").path == ("Depot field guide", "Gate rules")
    assert block_with(parsed, "bold words in raw").kind == "code"


def test_no_other_file_is_read() -> None:
    parsed = rst.read(sample("rst/sphinx-only.rst"))

    assert block_with(parsed, "/etc/hostname").text == ".. include:: /etc/hostname"


def test_titles_are_those_that_docutils_finds() -> None:
    settings = {"file_insertion_enabled": False, "raw_enabled": False, "_disable_config": True}
    quiet = {"halt_level": 5, "report_level": 5, "doctitle_xform": False}
    tree = publish_doctree(TRICKY, settings_overrides=settings | quiet)
    docutils_titles = [title.astext() for title in tree.findall(nodes.title) if isinstance(title.parent, nodes.section)]

    assert [path.split(" › ")[-1] for path, _ in headings(rst.read(source(TRICKY)))] == docutils_titles


def test_levels_follow_the_order_in_which_adornments_first_appear() -> None:
    parsed = rst.read(source("A\n~~\n\nB\n==\n\nC\n~~\n\nD\n--\n"))

    assert [path for path, _ in headings(parsed)] == ["A", "A › B", "C", "C › D"]


def test_a_title_is_shown_without_markup() -> None:
    parsed = rst.read(
        source(":ref:`The gate <gate>` and ``gatectl`` by :py:func:`~depot.gate.open`\n" + "=" * 70 + "\n")
    )

    assert headings(parsed) == [("The gate and gatectl by open", (1, 1))]


def test_marks_inside_the_words_of_a_title_are_not_markup() -> None:
    parsed = rst.read(source("(page, flags|_refcount|mapping) and 2*3*4\n" + "=" * 50 + "\n"))

    assert headings(parsed) == [("(page, flags|_refcount|mapping) and 2*3*4", (1, 1))]


def test_a_literal_block_is_code_and_its_lead_in_stays_with_it() -> None:
    code = "\n\n".join(f"    line {number} " + "x" * 100 for number in range(20))

    parsed = rst.read(source(f"Run this::\n\n{code}\n\nThen rest.\n"))

    assert block_with(parsed, "Run this").keep_with_next
    assert block_with(parsed, "line 0").kind == "code"
    assert "line 19" in block_with(parsed, "line 0").text


def test_each_row_of_a_drawn_table_has_the_header_as_context() -> None:
    simple = "=====  =====\nItem   Price\n=====  =====\nPump   12\n       net\n\nHose   3\n=====  =====\n"
    grid = "+------+\n| Item |\n+======+\n| Pump |\n+------+\n| Hose |\n+------+\n"

    rows = [block for block in rst.read(source(simple)).blocks if block.kind == "row"]
    assert [(row.lines, row.context) for row in rows] == [
        ((1, 3), "Item   Price"),
        ((4, 5), "Item   Price"),
        ((7, 8), "Item   Price"),
    ]
    rows = [block for block in rst.read(source(grid)).blocks if block.kind == "row"]
    assert [(row.lines, row.context) for row in rows] == [
        ((1, 3), "| Item |"),
        ((4, 5), "| Item |"),
        ((6, 7), "| Item |"),
    ]


def test_each_row_of_a_list_table_has_the_header_as_context() -> None:
    parsed = rst.read(
        source(
            ".. list-table:: Depots\n   :header-rows: 1\n\n   * - Depot\n     - Opens\n   * - North\n     - 7:00\n"
            "\n       * - a list\n   * - South\n     - 9:00\n\nAfter it."
        )
    )

    assert [(block.kind, block.lines, block.context) for block in parsed.blocks] == [
        ("row", (1, 5), "Depot | Opens"),
        ("row", (6, 9), "Depot | Opens"),
        ("row", (10, 11), "Depot | Opens"),
        ("prose", (13, 13), None),
    ]


def test_each_record_of_a_csv_table_has_the_header_as_context() -> None:
    body = '   "jobs", 40\n   "free", "2 MB\n   stay so"\n   age, 7\n'

    with_header_option = rst.read(source(f'.. csv-table:: Limits\n   :header: "Key", Default\n\n{body}\nAfter.\n'))
    with_header_rows = rst.read(
        source(".. csv-table::\n   :header-rows: 1\n   :delim: ;\n\n   Key;Default\n   jobs;40\n")
    )

    rows = [block for block in with_header_option.blocks if block.kind == "row"]
    assert [row.lines for row in rows] == [(1, 4), (5, 6), (7, 7)]
    assert {row.context for row in rows} == {"Key | Default"}
    assert [(block.lines, block.context) for block in with_header_rows.blocks] == [
        ((1, 5), "Key | Default"),
        ((6, 6), "Key | Default"),
    ]


def test_a_header_cell_of_several_lines_is_one_cell() -> None:
    text = ".. list-table::\n   :header-rows: 1\n\n   * - Depot\n     - Opening\n       hours\n   * - North\n"

    assert {block.context for block in rst.read(source(text)).blocks} == {"Depot | Opening hours"}


def test_a_directive_line_and_a_bold_question_stay_with_the_text_below() -> None:
    body = "\n\n".join(f"   paragraph {number} " + "word " * 60 for number in range(6))

    parsed = rst.read(source(f".. tab:: Lorry\n\n{body}\n\n**Is it safe?**\n\nIt is.\n"))

    assert [block.text for block in parsed.blocks if block.keep_with_next] == [".. tab:: Lorry", "**Is it safe?**"]


def test_a_table_shares_its_passage_with_the_sentence_that_leads_into_it() -> None:
    text = "The prices are:\n\n=====  =====\nItem   Price\n=====  =====\nPump   12\n=====  =====\n"

    assert [passage.where.lines for passage in cut(rst.read(source(text)), Limits())] == [(1, 7)]


def test_keywords_are_those_of_the_meta_directive() -> None:
    parsed = rst.read(source(".. meta::\n   :description: All about gates\n   :keywords: gate, lock\n"))

    assert parsed.keywords == "All about gates gate, lock"


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("\n".join), st.integers(10, 80))
def test_every_line_but_the_adornment_of_a_title_is_in_exactly_one_block(text: str, soft_limit: int) -> None:
    rst_source = source(text)
    limits = Limits(passage_soft=soft_limit)
    parsed = rst.read(rst_source)
    parsed_in_small_passages = rst.read(type(rst_source)(name="", data=b"", lines=rst_source.lines, limits=limits))

    for each in (parsed, parsed_in_small_passages):
        title_lines = heading_lines(each)
        uncovered_lines = set(uncovered(each)) - title_lines
        assert all(re.fullmatch(r"([=-])\1*", rst_source.lines[number - 1]) for number in uncovered_lines)
        assert all(number - 1 in title_lines or number + 1 in title_lines for number in uncovered_lines)

"""CSV: records with their exact lines, below the header that names their columns."""

from __future__ import annotations

import pytest
from helpers.own_line_checks import SAMPLES, block_with, source, uncovered

from contents_service.limits import Limits
from contents_service.model import Block
from contents_service.parsing import encodings, passages
from contents_service.parsing.readers import csv
from contents_service.parsing.readers.source import Source


def rows(text: str) -> list[Block]:
    """The blocks that are records."""
    return [block for block in csv.read(source(text)).blocks if block.record]


def pairs(text: str) -> list[str]:
    """All `Column: value` of all records."""
    return [pair for row in rows(text) for pair in row.extra.split("\n") if pair]


def test_quoted_line_ends_commas_and_quotes_stay_in_their_record() -> None:
    parsed = csv.read(source((SAMPLES / "csv/faq-quoted.csv").read_text("utf-8")))
    first = block_with(parsed, "Bring the receipt.")
    assert (first.lines, first.record) == ((2, 5), (1, 1))
    assert "question: Can I swap, mend or return it?" in first.extra
    assert 'question: The label says "fragile", why?' in block_with(parsed, "Glass").extra
    assert uncovered(parsed) == []


def test_an_encoding_that_shows_only_in_the_last_lines_is_recognised() -> None:
    data = (SAMPLES / "csv/parts-late-sjis.csv").read_bytes()
    decoded = encodings.decode(data, None)
    parsed = csv.read(Source(name="parts.csv", data=data, lines=decoded.lines, encoding=decoded.encoding))
    assert decoded.encoding == "cp932"
    assert "city: 横浜" in block_with(parsed, "安全弁の予備").extra


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a,b\n1,2\n", ["a: 1", "b: 2"]),
        ("a;b\n1,5;2,5\n3,5;4,5\n", ["a: 1,5", "b: 2,5", "a: 3,5", "b: 4,5"]),
        ("a\tb\n1,5\t2\n", ["a: 1,5", "b: 2"]),
        ("a|b\n1, or 2|3\n", ["a: 1, or 2", "b: 3"]),
        ("sep=;\na;b\n1,5;x\n", ["a: 1,5", "b: x"]),
        ('a;b\n"x, y";2\n"z, w";3\n', ["a: x, y", "b: 2", "a: z, w", "b: 3"]),
        ("name\nSmith, John\nDoe, Jane\n", ["name: Smith, John", "name: Doe, Jane"]),
        ("a,b\n\n1,2\n\n\n3,4\n", ["a: 1", "b: 2", "a: 3", "b: 4"]),
    ],
)
def test_the_delimiter_is_the_one_that_makes_regular_records(text: str, wanted: list[str]) -> None:
    assert pairs(text) == wanted


@pytest.mark.parametrize("text", ["1,2\n3,4\n", "2024-01-02,x\n2024-01-03,y\n", "on,a\noff,b\non,c\n"])
def test_a_first_row_of_data_is_no_header(text: str) -> None:
    assert rows(text)[0].record == (1, text.count("\n"))
    assert rows(text)[0].context is None


def test_columns_may_be_called_by_years() -> None:
    assert pairs("city,2023,2024\nOslo,5,6\n") == ["city: Oslo", "2023: 5", "2024: 6"]


def test_a_title_above_the_table_is_kept_and_counts_as_no_record() -> None:
    parsed = csv.read(source("Parts of 2024\n\npart,price,bin\nbolt,2,B1\nnut,3,B2\n"))
    (draft,) = passages.cut(parsed, Limits())
    assert (draft.where.lines, draft.where.record) == ((1, 5), (1, 2))


def test_a_quote_that_is_never_closed_swallows_no_record() -> None:
    text = 'id,note\n1,"open\n2,x\n3,y\n'
    parsed = csv.read(source(text))
    assert pairs(text) == ["id: 1", "note: open", "id: 2", "note: x", "id: 3", "note: y"]
    assert [note.code for note in parsed.notes] == ["broken_quotes"]
    assert "line 2" in parsed.notes[0].message


def test_the_header_is_repeated_above_every_passage_but_the_one_that_shows_it() -> None:
    table = "part,label\n" + "".join(f"P{number},steel bracket of the type {number}\n" for number in range(200))
    drafts = passages.cut(csv.read(source(table)), Limits())
    assert drafts[0].text.startswith("part,label\nP0,")
    assert [draft.context for draft in drafts] == [None] + ["part,label"] * (len(drafts) - 1)
    spans = [draft.where.record for draft in drafts if draft.where.record]
    assert [number for first, last in spans for number in range(first, last + 1)] == list(range(1, 201))


def test_a_file_of_only_a_header_is_still_read() -> None:
    (draft,) = passages.cut(csv.read(source("part,label\n")), Limits())
    assert (draft.text, draft.where.record) == ("part,label", None)

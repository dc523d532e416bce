"""CSV: records with their exact lines, below the header that names their columns."""

from __future__ import annotations

import pytest
from helpers.own_line_checks import block_with, source, uncovered
from helpers.paths import SAMPLES

from contents_service.limits import Limits
from contents_service.model import Block
from contents_service.parsing.chunking import passages
from contents_service.parsing.detection import encodings
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
    ("text", "expected"),
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
def test_the_delimiter_is_the_one_that_makes_regular_records(text: str, expected: list[str]) -> None:
    assert pairs(text) == expected


@pytest.mark.parametrize("text", ["1,2\n3,4\n", "2024-01-02,x\n2024-01-03,y\n", "on,a\noff,b\non,c\n"])
def test_a_first_row_of_data_is_no_header(text: str) -> None:
    assert rows(text)[0].record == (1, text.count("\n"))
    assert rows(text)[0].context is None


def test_years_may_name_columns() -> None:
    assert pairs("city,2023,2024\nOslo,5,6\n") == ["city: Oslo", "2023: 5", "2024: 6"]


def test_a_title_above_the_table_is_read_but_is_no_record() -> None:
    parsed = csv.read(source("Parts of 2024\n\npart,price,bin\nbolt,2,B1\nnut,3,B2\n"))
    (passage,) = passages.cut(parsed, Limits())
    assert (passage.where.lines, passage.where.record) == ((1, 5), (1, 2))


@pytest.mark.parametrize(
    ("text", "above"),
    [
        ("Prices, spring\nin EUR, from March\n\nsku,item,price\nA1,Shelf,12\nA2,Table,40\n", 3),
        ("Sales,,,\nDate:,2025-01-31,,\n,,,\nsku,item,price,unit\nA1,Shelf,12,pc\nA2,Table,40,pc\n", 3),
        ("# lab 7\n# sensors: 3, depth\nsku,item,price\nA1,Shelf,12\n", 2),
        ("Konto: 12;\nMonat: 5;\n\nsku;item;price;unit\nA1;Shelf;12,00;pc\nA2;Table;40,00;pc\n", 3),
        ("Parts\n\nsku,item\nA1,Shelf\n", 2),
    ],
)
def test_lines_above_a_table_are_a_title_however_a_program_writes_them(text: str, above: int) -> None:
    (passage,) = passages.cut(csv.read(source(text)), Limits())
    assert passage.where.record == (1, len(text.split("\n")) - above - 2)
    assert rows(text)[0].context == text.split("\n")[above]
    assert uncovered(csv.read(source(text))) == []


@pytest.mark.parametrize(
    "text",
    [
        "name,phone\nAnn,1,\nBob,2,\nCy,3,\n",
        "mpg,cyl,disp\nMazda,21,6,160\nDatsun,22,4,108\n",
        "id,,name,,\n1,,Ann,,\n2,,Bob,,tall\n",
    ],
)
def test_a_header_with_fewer_names_than_columns_is_no_title(text: str) -> None:
    assert rows(text)[0].record == (1, text.count("\n") - 1)


@pytest.mark.parametrize(
    "text",
    [
        "Region,Sales,,Returns,\n,2023,2024,2023,2024\nNorth,120,140,3,5\n",
        ",Sales,Sales,Returns,Returns\nRegion,2023,2024,2023,2024\nNorth,120,140,3,5\n",
    ],
)
def test_a_header_of_two_rows_names_groups_of_columns(text: str) -> None:
    assert pairs(text) == ["Region: North", "Sales 2023: 120", "Sales 2024: 140", "Returns 2023: 3", "Returns 2024: 5"]
    (row,) = rows(text)
    assert (row.record, row.lines, row.context) == ((1, 1), (3, 3), "\n".join(text.split("\n")[:2]))


def test_a_row_of_words_below_the_header_is_a_record() -> None:
    text = ",Basic,Pro\nSupport,mail,phone\nLimit,10,20\n"
    assert pairs(text) == ["Basic: mail", "Pro: phone", "Basic: 10", "Pro: 20"]


def test_a_space_before_a_quote_belongs_to_no_value() -> None:
    text = 'name, likes, n\nAnn, "tea, cake", 1\nBob, "none", 2\n'
    assert pairs(text) == ["name: Ann", "likes: tea, cake", "n: 1", "name: Bob", "likes: none", "n: 2"]


def test_a_quote_that_is_never_closed_swallows_no_record() -> None:
    text = 'id,note\n1,"open\n2,x\n3,y\n'
    parsed = csv.read(source(text))
    assert pairs(text) == ["id: 1", "note: open", "id: 2", "note: x", "id: 3", "note: y"]
    assert [note.code for note in parsed.notes] == ["broken_quotes"]
    assert "line 2" in parsed.notes[0].message


def test_the_header_is_repeated_above_every_passage_but_the_one_that_shows_it() -> None:
    table = "part,label\n" + "".join(f"P{number},steel bracket of the type {number}\n" for number in range(200))
    contents = passages.cut(csv.read(source(table)), Limits())
    assert contents[0].text.startswith("part,label\nP0,")
    assert [passage.context for passage in contents] == [None] + ["part,label"] * (len(contents) - 1)
    spans = [passage.where.record for passage in contents if passage.where.record]
    assert [number for first, last in spans for number in range(first, last + 1)] == list(range(1, 201))


def test_a_file_of_only_a_header_is_still_read() -> None:
    (passage,) = passages.cut(csv.read(source("part,label\n")), Limits())
    assert (passage.text, passage.where.record) == ("part,label", None)

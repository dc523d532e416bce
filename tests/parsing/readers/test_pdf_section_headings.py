"""Headings of a PDF come from bookmarks, or from the size and weight of lines."""

from __future__ import annotations

from helpers.pdf_making import LOREM, Words, body, lines, pdf, with_bookmarks
from helpers.pdf_reading import PDFS, headings_of, parse, text_of


def test_larger_lines_are_headings_ranked_by_size() -> None:
    page = [Words("Returns", 72, 780, 18), Words("Time limit", 72, 740, 14), *body(700)]

    found = parse(pdf(page, [Words("Warranty", 72, 780, 18), *body(700)]))

    assert headings_of(found) == [("Returns",), ("Returns", "Time limit"), ("Warranty",)]
    assert found.blocks[2].path == ("Returns", "Time limit")
    assert found.title == "Returns"


def test_a_heading_over_two_lines_is_one() -> None:
    page = [Words("What the customer pays", 72, 780, 16), Words("for sending goods back", 72, 761, 16), *body(700)]

    assert headings_of(parse(pdf(page))) == [("What the customer pays for sending goods back",)]


def test_two_equal_headings_one_after_the_other_are_both_headings() -> None:
    page = [Words("Returns", 72, 780, 18), Words("Returns", 72, 720, 18), *body(680)]

    assert headings_of(parse(pdf(page))) == [("Returns",), ("Returns",)]


def test_bold_lines_are_headings_if_nothing_else_marks_headings() -> None:
    page = [Words("Time limit", 72, 740, 10, bold=True), *body(720)]

    assert headings_of(parse(pdf(page))) == [("Time limit",)]


def test_many_numbered_clauses_of_small_print_are_headings() -> None:
    clauses = [
        [Words(f"{at}. Of matters", y=800 - 50 * at, bold=True), *lines(LOREM[:2], top=786 - 50 * at)]
        for at in range(1, 13)
    ]
    found = parse(pdf([word for clause in clauses for word in clause]))

    assert headings_of(found) == [(f"{at}. Of matters",) for at in range(1, 13)]


def test_a_bold_run_in_is_not_a_heading() -> None:
    page = [Words("The warehouse staff never", 72, 740, 10, bold=True), Words("sends it back.", 72, 726), *body(660)]

    assert headings_of(parse(pdf(page))) == []


def test_entries_of_a_table_of_contents_are_not_headings() -> None:
    contents = lines(
        [f"{title} ............ {n}" for n, title in enumerate(("Returns", "Refunds", "Letters"), 2)], size=14
    )

    assert headings_of(parse(pdf(contents, body(), body()))) == []


def test_bookmarks_give_headings_and_their_levels() -> None:
    plain = pdf([Words("Returns", 72, 780), Words("Time limit", 72, 740), *body(700)], [Words("Warranty"), *body()])

    found = parse(with_bookmarks(plain, ("Returns", 1, 0), ("Time limit", 1, 1), ("Warranty", 2, 0)))

    assert headings_of(found) == [("Returns",), ("Returns", "Time limit"), ("Warranty",)]


def test_a_bookmark_without_a_matching_line_opens_a_section() -> None:
    found = parse(with_bookmarks(pdf(body(), body()), ("Part two", 2, 0)))

    assert headings_of(found) == [("Part two",)]
    assert found.blocks[-1].path == ("Part two",)


def test_all_headings_of_a_real_layout_are_found() -> None:
    found = parse((PDFS / "typst_2col.pdf").read_bytes())

    assert len(headings_of(found)) == 31
    assert headings_of(found)[2][1:] == ("1 Scope and definitions", "1.1 Time limits for scope and definitions")


def test_circular_bookmarks_end() -> None:
    found = parse((PDFS / "loop_outline.pdf").read_bytes())

    assert "ok" in text_of(found)
    assert len(headings_of(found)) <= 3

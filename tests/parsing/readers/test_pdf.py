"""The PDF reader: text by page, headings, and a list of what could not be read."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from helpers.paths import SAMPLES
from helpers.pdf_making import LOREM, PageItem, Picture, Shapes, Words, body, lines, locked, pdf, with_bookmarks

from contents_service.errors import NotReadable
from contents_service.limits import Limits
from contents_service.model import ParsedDocument, Progress
from contents_service.parsing.chunking import passages
from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

PDFS = SAMPLES / "pdf"


def parse(data: bytes, **more: object) -> ParsedDocument:
    return reader.read(Source(name="it.pdf", data=data, **more))  # type: ignore[arg-type]  # fields of Source by name


def why_not(data: bytes, **more: object) -> str:
    with pytest.raises(NotReadable) as error:
        parse(data, **more)
    return error.value.code


def text_of(found: ParsedDocument, page: int | None = None) -> str:
    return "\n".join(block.text for block in found.blocks if page in (None, block.page))


def unread_of(found: ParsedDocument) -> list[tuple[str, str]]:
    return [(part.where.text, part.code) for part in found.unread]


def headings_of(found: ParsedDocument) -> list[tuple[str, ...]]:
    return [block.path for block in found.blocks if block.kind == "heading"]


# Words and pages


def test_text_is_read_page_by_page() -> None:
    found = parse(pdf([Words("Alpha comes first")], [Words("Beta comes second")]))

    assert [(block.page, block.text) for block in found.blocks] == [(1, "Alpha comes first"), (2, "Beta comes second")]
    assert found.pages == 2


def test_lines_are_joined_and_a_gap_begins_a_paragraph() -> None:
    found = parse(pdf([*lines(LOREM, top=700), *lines(LOREM[:1], top=600)]))

    assert [block.text for block in found.blocks] == [" ".join(LOREM), LOREM[0]]


def test_each_list_item_is_a_paragraph() -> None:
    found = parse(pdf([*lines(["What is covered:", "1. Lost parcels", "2. Broken glass"])]))

    assert [block.text for block in found.blocks] == ["What is covered:", "1. Lost parcels", "2. Broken glass"]


def typewritten(*lines: str, top: float = 300) -> list[Words]:
    """Return monospaced lines, indented by their spaces; an empty one leaves a blank line."""
    return [
        Words(line.lstrip(), 72 + 6 * (len(line) - len(line.lstrip())), top - 12 * at, monospaced=True)
        for at, line in enumerate(lines)
        if line
    ]


CODE = ("def f(a):", "    # not a heading", "    return a", "", "f(2)")


def test_code_keeps_its_lines_and_indents() -> None:
    found = parse(pdf([*body(), *typewritten(*CODE)]))

    code = found.blocks[-1]
    assert (code.kind, code.text) == ("code", "\n".join(CODE))
    assert code.regions
    assert len(code.regions.areas) == 4


def test_a_typewritten_document_is_running_text() -> None:
    letter = ("We write to you of the parcel", "that came back to us, and we", "are sorry for the trouble.")
    found = parse(pdf(typewritten(*letter)))

    assert [(block.kind, block.text) for block in found.blocks] == [("prose", " ".join(letter))]


def test_each_entry_with_a_dot_leader_is_a_paragraph() -> None:
    found = parse(pdf([*body(), Words("Soup .......... 5.50", y=300), Words("Fish .......... 9.50", y=286)]))
    assert [block.text for block in found.blocks][-2:] == ["Soup .......... 5.50", "Fish .......... 9.50"]


def test_a_superscript_stays_in_its_line() -> None:
    page: list[PageItem] = [Words("of 40 m", 72, 700), Words("2", 105.5, 704, 6), Words("each and no more", 112, 700)]

    assert text_of(parse(pdf(page))).startswith("of 40 m2")


def test_characters_beyond_the_basic_plane_are_read_whole() -> None:
    names = "1 beginbfchar <41> <D83DDE00> endbfchar"
    cmap = f"begincmap 1 begincodespacerange <00> <FF> endcodespacerange {names} endcmap"
    data = pdf(
        [Words("A A"), Words("AAA", y=600, size=20)], objects=[f"<< /Length {len(cmap)} >>\nstream\n{cmap}\nendstream"]
    )

    found = parse(
        data.replace(b"/BaseFont /Helvetica /Encoding /WinAnsiEncoding", b"/BaseFont /Helvetica /ToUnicode 6 0 R")
    )

    assert [block.text for block in found.blocks] == ["😀 😀", "😀😀😀"]


def test_a_page_has_its_printed_label() -> None:
    labels = "/PageLabels << /Nums [0 << /S /r /St 4 >> 1 << /S /D >>] >>"

    assert parse(pdf([Words("front matter")], [Words("the text")], catalog=labels)).page_labels == ["iv", "1"]


def test_text_outside_the_page_is_not_read() -> None:
    assert text_of(parse(pdf([Words("On the page"), Words("Printer's mark", 72, 900)]))) == "On the page"


def test_running_headers_of_rotated_pages_are_stripped() -> None:
    head = Words("ACME Handbook", 30, 72, upward=True)
    pages = [[head, Words(f"Chapter {word} of it", 300, 72, upward=True)] for word in "abcd"]

    found = parse(pdf(*pages, rotate=90))

    assert [block.text for block in found.blocks] == [f"Chapter {word} of it" for word in "abcd"]


def test_two_columns_written_row_by_row_are_read_one_after_the_other() -> None:
    found = parse((PDFS / "rl_2col_interleaved.pdf").read_bytes())

    assert "The finance department must notify the manufacturer within fourteen calendar days." in text_of(found, 1)
    assert all("\ufffe" not in block.text for block in found.blocks)


def test_a_word_broken_at_a_line_end_is_joined_and_found_in_both_forms() -> None:
    found = parse(pdf(lines(["Every return ends with a con-", "firmation by mail, and the confirmation is kept."])))

    assert "a confirmation by mail" in text_of(found)
    assert found.blocks[0].extra == "con-firmation"


def test_two_words_of_the_document_joined_by_a_hyphen_at_a_line_end_keep_it() -> None:
    found = parse(
        pdf(lines(["The team that makes a sale is paid for it, and each sale-", "team has a head of its own."]))
    )

    assert "each sale-team has" in text_of(found)


def test_an_indented_first_line_begins_a_paragraph() -> None:
    indented = Words(LOREM[1], 92, 700 - 14 * 3)
    found = parse(pdf([*lines(LOREM), indented, Words(LOREM[0], 72, 700 - 14 * 4)]))

    assert [block.text for block in found.blocks] == [" ".join(LOREM), f"{LOREM[1]} {LOREM[0]}"]


def test_both_forms_of_a_broken_word_are_found_in_every_piece_of_a_long_paragraph() -> None:
    broken = ["Every return that the warehouse accepts from a customer ends with a written con-",
              "firmation by mail, which the customer may keep for as long as the parcel is here."]  # fmt: skip
    found = parse(pdf(lines([*broken, *LOREM * 14], top=800)))

    pieces = passages.cut(found, Limits())

    assert len(found.blocks) == 1
    assert len(pieces) > 1
    assert {piece.extra for piece in pieces} == {found.blocks[0].extra}
    assert {piece.where.text for piece in pieces} == {"page 1"}


def test_a_hyphen_that_the_word_has_anyway_is_kept() -> None:
    found = parse(pdf(lines(["Goods sent cross-border are taxed. Ask before a cross-", "border parcel is sent."])))

    assert "a cross-border parcel" in text_of(found)
    assert found.blocks[0].extra == "crossborder"


# Running lines


def test_running_headers_and_page_numbers_are_stripped() -> None:
    pages = [[Words("ACME Returns v4.2", 72, 810), *body(), Words(f"Page {n} of 5", 280, 30)] for n in range(1, 6)]

    found = parse(pdf(*pages))

    assert "ACME" not in text_of(found)
    assert "of 5" not in text_of(found)
    assert LOREM[0] in text_of(found, 3)


def test_a_number_in_the_footer_is_stripped_only_if_it_counts_pages() -> None:
    page_numbers = parse(pdf(*[[*body(), Words(str(n + 10), 290, 30)] for n in range(4)]))
    figures = parse(pdf(*[[*body(), Words(value, 290, 30)] for value in ("712", "345", "118", "926")]))

    assert "12" not in text_of(page_numbers)
    assert "345" in text_of(figures)


@pytest.mark.parametrize("sign", ["#", "- # -", "\u00a0#"])
def test_a_hash_sign_in_the_footer_is_not_a_page_number(sign: str) -> None:
    assert "#" in text_of(parse(pdf([*body(), Words(sign, 290, 30)])))


@pytest.mark.parametrize("text", ["2", "– 2 –", "Page 2 of 2", "Seite 2", "2/2"])
def test_page_numbers_are_stripped_from_short_documents_too(text: str) -> None:
    found = parse(pdf(body(), [*body(), Words(text, 300, 40, 8)]))
    other = parse(pdf(body(), [*body(), Words(text.replace("2", "7"), 300, 40, 8)]))

    assert text not in text_of(found)
    assert "7" in text_of(other)


def test_first_lines_that_differ_from_page_to_page_are_kept() -> None:
    found = parse(
        pdf(*[[Words(f"The {word} case", 72, 810), *body()] for word in ("first", "second", "third", "last")])
    )

    assert "The second case" in text_of(found, 2)


# Headings


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


# What cannot be read


def test_consecutive_scanned_pages_are_listed_together() -> None:
    found = parse(pdf(body(), [Picture()], [Picture()], body()))

    assert unread_of(found) == [("pages 2–3", "scanned")]


def test_a_document_of_scans_is_not_read() -> None:
    assert why_not(pdf([Picture()], [Picture()])) == "scanned"


@pytest.mark.parametrize(("height", "is_scan"), [(300, True), (150, False)])
def test_a_page_with_hardly_any_text_and_a_large_picture_is_a_scan(height: float, *, is_scan: bool) -> None:
    found = parse(pdf(body(), [Picture(height=height), Words("Page two", 72, 700)]))

    assert unread_of(found) == ([("page 2", "scanned")] if is_scan else [])


def test_a_scan_cut_into_strips_is_still_a_scan() -> None:
    strips = [Picture(0, at * 84, 595, 84) for at in range(10)]

    assert why_not(pdf(strips)) == "scanned"


def test_a_stamp_on_a_scan_is_read_but_the_page_is_listed_as_unread() -> None:
    found = parse(pdf(body(), [Picture(), Words("FAX 2024-03-01 from +49 711 4711 page 2", 60, 820, 8)]))

    assert unread_of(found) == [("page 2", "scanned")]
    assert "FAX 2024" in text_of(found, 2)


def test_a_document_with_nothing_but_stamps_is_not_read() -> None:
    stamped: list[PageItem] = [Picture(), Words("FAX 2024-03-01 from +49 711 4711", 60, 820, 8)]

    assert why_not(pdf(stamped, stamped, stamped)) == "scanned"


def test_a_title_on_a_picture_is_a_cover_and_read() -> None:
    found = parse(pdf([Picture(), Words("Returns and refunds handbook", 72, 400, 28)], body()))

    assert unread_of(found) == []
    assert "handbook" in text_of(found, 1)


def test_a_scans_text_layer_is_read_with_a_note() -> None:
    hidden: list[PageItem] = [Words(text, 72, 700 - 14 * n, render_mode=3) for n, text in enumerate(LOREM * 2)]

    found = parse(pdf([Picture(), *hidden]))

    assert LOREM[1] in text_of(found)
    assert [note.code for note in found.notes] == ["recognised_text"]


def test_pages_with_outlined_glyphs_are_listed() -> None:
    assert unread_of(parse(pdf(body(), [Shapes(200)]))) == [("page 2", "drawn")]


def test_a_blank_page_is_not_missing() -> None:
    assert unread_of(parse(pdf(body(), [], [Shapes(3)]))) == []


def test_a_page_without_unicode_mapping_is_listed_and_gives_no_text() -> None:
    found = parse((PDFS / "garbage_tounicode_p2.pdf").read_bytes())

    assert unread_of(found) == [("page 2", "garbled")]
    assert text_of(found, 2) == "Broken page"  # its bookmark


def test_a_document_of_blank_pages_is_empty() -> None:
    assert why_not(pdf([], [])) == "empty"


def test_a_document_that_needs_a_password_is_encrypted() -> None:
    assert why_not(locked(pdf(body()), user="secret", owner="boss")) == "encrypted"


def test_an_owner_password_alone_does_not_prevent_reading() -> None:
    assert LOREM[0] in text_of(parse(locked(pdf(body()), user="", owner="boss")))


def test_bytes_before_the_signature_are_skipped() -> None:
    assert LOREM[0] in text_of(parse(b"HTTP/1.1 200 OK\r\n\r\n" + pdf(body())))


@pytest.mark.parametrize(("preamble", "is_read"), [(4_096, True), (4_097, False)])
def test_the_signature_may_be_up_to_4_kb_into_the_file(preamble: int, *, is_read: bool) -> None:
    data = b"x" * preamble + pdf(body())

    if is_read:
        assert LOREM[0] in text_of(parse(data))
    else:
        assert why_not(data) == "damaged"


@pytest.mark.parametrize("data", [b"no pdf at all", b"%PDF-1.7\nnothing more"])
def test_a_file_that_cannot_be_opened_is_damaged(data: bytes) -> None:
    assert why_not(data) == "damaged"


def test_a_truncated_file_is_damaged() -> None:
    assert why_not((PDFS / "truncated_upload.pdf").read_bytes()) == "damaged"


def test_a_file_with_a_wrong_cross_reference_offset_is_read() -> None:
    data, end = pdf(body()), b"startxref\n"

    assert LOREM[0] in text_of(parse(data.partition(end)[0] + end + b"7\n%%EOF\n"))


def test_a_file_that_only_pypdf_opens_is_read() -> None:
    pages = [[Words("ACME Handbook", 72, 800), *body(), Words(f"Chapter {word}", 72, 300)] for word in "abcd"]
    rootless = pdf(*pages, [Picture()]).replace(b"/Root 1 0 R", b"")

    found = parse(rootless)

    assert LOREM[0] in text_of(found, 2)
    assert found.pages == 5
    assert unread_of(found) == [("page 5", "scanned")]


def test_a_document_with_too_many_pages_is_refused() -> None:
    assert why_not(pdf(body(), body(), body()), limits=Limits(pages=2)) == "too_many_pages"


def test_pages_beyond_the_document_text_limit_are_listed() -> None:
    found = parse(pdf(body(), body(), body()), limits=Limits(text_characters=100))

    assert unread_of(found) == [("pages 2–3", "too_much_text")]


def test_a_page_beyond_the_page_text_limit_is_partly_read_and_listed() -> None:
    found = parse(pdf(body(), body()), limits=Limits(page_characters=100))

    assert unread_of(found) == [("pages 1–2", "too_much_text")]
    assert text_of(found, 1).startswith(LOREM[0][:60])


def test_reading_stops_after_the_last_page_requested() -> None:
    found = parse(pdf(body(), body(), body()), last_page=2)

    assert {block.page for block in found.blocks} == {1, 2}
    assert found.pages == 3


def test_progress_is_reported_page_by_page() -> None:
    reported: list[Progress] = []

    parse(pdf(body(), body()), report=reported.append)

    assert reported == [Progress(1, 2, "pages"), Progress(2, 2, "pages")]


# Forms


def test_filled_form_fields_are_read() -> None:
    name = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /V (Erika Mustermann) /Rect [72 500 300 520] >>"
    member = (
        "<< /Type /Annot /Subtype /Widget /FT /Btn /T (Member) /V /Yes /AS /Yes /Rect [72 470 90 490] "
        "/AP << /N << /Yes 5 0 R >> >> >>"
    )
    form = "/AcroForm << /Fields [6 0 R 7 0 R] >>"

    found = parse(pdf(body(), catalog=form, objects=[name, member], page_entries="/Annots [6 0 R 7 0 R]"))

    assert "Name: Erika Mustermann" in text_of(found)
    assert found.blocks[-1].text == "[x] Member"


def test_a_form_that_needs_an_xfa_viewer_is_not_read() -> None:
    form = "/AcroForm << /Fields [] /XFA [(template) 6 0 R] >>"
    template = "<< /Length 0 >>\nstream\n\nendstream"

    assert (
        why_not(pdf([Words("Please wait... If this message is not")], catalog=form, objects=[template]))
        == "form_viewer"
    )


# Files of others


def cases() -> list[dict[str, object]]:
    folder = os.environ.get("CONTENTS_CASES")
    if not folder:
        return []
    return [json.loads(line) for line in (Path(folder) / "pdf" / "cases.jsonl").read_text().splitlines()]


@pytest.mark.skipif(not cases(), reason="CONTENTS_CASES names no folder of cases")
@pytest.mark.parametrize("case", cases(), ids=lambda case: str(case["file"]))
def test_real_files_have_the_expected_pages_and_reasons(case: dict[str, object]) -> None:
    if str(case["file"]).startswith("bomb"):
        pytest.skip("read only in a sandbox")
    data = (Path(os.environ["CONTENTS_CASES"]) / "pdf" / str(case["file"])).read_bytes()
    expected = {str(one["kind"]): one for one in case["expect"]}  # type: ignore[attr-defined]  # JSON as it is
    if "why_code" in expected:
        assert why_not(data) in expected["why_code"]["any_of"]
        return
    if "why_or_unread" in expected:
        assert why_not(data) in expected["why_or_unread"]["any_of"]
        return
    found = parse(data)
    assert found.pages == expected.get("page_count", {"value": found.pages})["value"]
    assert list(found.page_labels) == expected.get("page_labels", {"exactly": list(found.page_labels)})["exactly"]
    if "pages" in expected:
        assert expected["pages"]["contains"] in text_of(found, expected["pages"]["page"])
    if "note" in expected:
        assert expected["note"]["code"] in [note.code for note in found.notes]

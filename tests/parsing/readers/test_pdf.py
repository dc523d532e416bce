"""The text of a PDF: its words, paragraphs, running lines and forms, and the files of others."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from helpers.pdf_making import LOREM, PageItem, Words, body, lines, pdf
from helpers.pdf_reading import PDFS, parse, text_of, why_not

from contents_service.limits import Limits
from contents_service.parsing.chunking import passages


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

    assert text_of(parse(pdf(page))).startswith("of 40 m²")


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

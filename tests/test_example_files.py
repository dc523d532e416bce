"""The example Home Folders hold what their questions say, where they say it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import yaml
from helpers.paths import EXAMPLES

QUESTIONS: list[dict[str, Any]] = [
    json.loads(line) for line in (EXAMPLES / "questions.jsonl").read_text(encoding="utf-8").splitlines()
]
LOCATIONS = [location for question in QUESTIONS for location in question["answer_location"]]
SUPPORT = EXAMPLES / "home" / "eric" / "support"


def pages_of(file: Path) -> list[str]:
    document = pypdfium2.PdfDocument(file.read_bytes())
    try:
        return [_text_of(page) for page in document]
    finally:
        document.close()


def _text_of(page: pypdfium2.PdfPage) -> str:
    text = page.get_textpage()
    try:
        return " ".join(text.get_text_bounded().split())
    finally:
        text.close()


@pytest.mark.parametrize("location", [place for place in LOCATIONS if "line_start" in place], ids=lambda it: it["text"])
def test_an_answer_in_text_stands_at_its_lines(location: dict[str, Any]) -> None:
    text = (EXAMPLES / location["document"]).read_text(encoding="utf-8")
    lines = text.split("\n")[location["line_start"] - 1 : location["line_end"]]
    assert text[location["char_start"] : location["char_end"]] == location["text"]
    assert location["text"] in "\n".join(lines)


@pytest.mark.parametrize("location", [place for place in LOCATIONS if "page" in place], ids=lambda it: it["text"])
def test_an_answer_in_a_pdf_stands_on_its_page(location: dict[str, Any]) -> None:
    assert location["text"] in pages_of(EXAMPLES / location["document"])[location["page"] - 1]


def test_there_are_questions_with_and_without_an_answer() -> None:
    answerable = [question for question in QUESTIONS if question["answerable"]]
    assert len(answerable) >= 25
    assert len(QUESTIONS) - len(answerable) >= 10
    assert all(bool(question["answer_location"]) == question["answerable"] for question in QUESTIONS)
    assert len({question["id"] for question in QUESTIONS}) == len(QUESTIONS)


def test_the_appspec_names_every_document_of_its_owner() -> None:
    named = yaml.safe_load((EXAMPLES / "appspec.yaml").read_text(encoding="utf-8"))["contents"]
    files = [file for file in (EXAMPLES / "home" / "eric").rglob("*") if file.is_file()]
    assert sorted(named) == sorted(file.relative_to(EXAMPLES / "home").as_posix() for file in files)


def test_some_samples_cannot_be_read_or_only_in_part() -> None:
    assert not any(pages_of(SUPPORT / "trailer-assembly-scan.pdf"))
    assert [bool(text) for text in pages_of(SUPPORT / "supplier-terms.pdf")] == [True, True, False, True]
    assert (SUPPORT / "price-list-2022.docx").read_bytes().startswith(b"PK")
    assert (SUPPORT / "brake-diagram.png").read_bytes().startswith(b"\x89PNG")
    assert (SUPPORT / "draft-answers.txt").stat().st_size == 0


def test_two_people_have_folders_and_share_no_document() -> None:
    folders = {person.name: {f.name for f in person.rglob("*") if f.is_file()} for person in EXAMPLES.glob("home/*")}
    assert folders.keys() == {"eric", "ana"}
    assert not folders["eric"] & folders["ana"]

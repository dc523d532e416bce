"""What `docs/formats.md` says of formats and notes is what the code does."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from helpers.paths import ROOT

from contents_service.model import Format
from contents_service.parsing.detection.file_names import BY_EXTENSION
from contents_service.parsing.readers import READERS

PAGE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
FORMATS = PAGE.partition("| format |")[2].partition("\n\n")[0]
NOTES = PAGE.partition("## Notes")[2].partition("\n## ")[0]


def codes_of_notes() -> set[str]:
    sources = (file.read_text(encoding="utf-8") for file in (ROOT / "contents_service" / "parsing").rglob("*.py"))
    return set(re.findall(r'(?:Note\(\s*|READ_AS_TEXT = )"(\w+)"', "\n".join(sources)))


def test_every_note_is_documented_and_every_note_that_is_documented_is_there() -> None:
    assert set(re.findall(r"^\| `(\w+)`", NOTES, re.MULTILINE)) == codes_of_notes()


@pytest.mark.parametrize("form", [form for form in get_args(Format) if form != "other"])
def test_every_format_is_documented_with_its_names(form: Format) -> None:
    assert form in READERS
    (row,) = re.findall(rf"^\| {form} \| (.*?) \|", FORMATS, re.MULTILINE)
    named = re.findall(r"`\.(\w+)`", row)
    assert [name for name in named if BY_EXTENSION[name].format != form] == []

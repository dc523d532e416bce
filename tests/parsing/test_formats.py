"""Every place that has something for each format has it for all of them: a new format fails here until it is whole."""

from __future__ import annotations

import re
from typing import get_args

import pytest
import yaml
from helpers.bombs import BOMBS
from helpers.paths import ROOT, SAMPLES

from contents_service.bench.bare_parsers import BARE_PARSERS
from contents_service.model import Format
from contents_service.parsing.detection import file_type
from contents_service.parsing.detection.file_names import BY_EXTENSION
from contents_service.parsing.formats import FORMATS, label_of, list_formats
from contents_service.parsing.readers import READERS

PAGE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
TABLE = PAGE.partition("| format |")[2].partition("\n\n")[0]
SECTIONS = PAGE.partition("## Format by format")[2].partition("\n## ")[0]
NOTES = PAGE.partition("## Notes")[2].partition("\n## ")[0]

each_format = pytest.mark.parametrize("form", FORMATS)


def note_codes() -> set[str]:
    sources = (file.read_text(encoding="utf-8") for file in (ROOT / "contents_service" / "parsing").rglob("*.py"))
    return set(re.findall(r'(?:Note\(\s*|READ_AS_TEXT = )"(\w+)"', "\n".join(sources)))


def test_every_note_is_documented_and_every_documented_note_exists() -> None:
    assert set(re.findall(r"^\| `(\w+)`", NOTES, re.MULTILINE)) == note_codes()


def test_the_model_has_the_formats_of_the_table_and_one_for_files_that_are_not_read() -> None:
    assert set(get_args(Format)) == {*FORMATS, "other"}


def test_the_api_has_the_formats_of_the_model() -> None:
    api = yaml.safe_load((ROOT / "openapi.yaml").read_text(encoding="utf-8"))
    assert set(api["components"]["schemas"]["Format"]["enum"]) == set(get_args(Format))


def test_every_format_has_a_reader_and_every_reader_a_format() -> None:
    assert set(READERS) == set(FORMATS)


def test_every_format_is_measured_against_a_bare_parser() -> None:
    assert set(BARE_PARSERS) == set(FORMATS)


def test_every_format_is_attacked_with_bombs() -> None:
    assert set(BOMBS) == set(FORMATS)


def test_the_readme_lists_the_formats_as_the_page_does() -> None:
    assert f"It reads {list_formats()}." in (ROOT / "README.md").read_text(encoding="utf-8")


@each_format
def test_every_format_reader_has_a_test_file_of_its_own(form: Format) -> None:
    assert list((ROOT / "tests" / "parsing" / "readers").glob(f"test_{form}*.py"))


@each_format
def test_every_format_is_documented_with_its_extensions(form: Format) -> None:
    (row,) = re.findall(rf"^\| {form} \| (.*?) \|", TABLE, re.MULTILINE)
    extensions = re.findall(r"`\.(\w+)`", row)
    assert {BY_EXTENSION[extension].format for extension in extensions} <= {form}
    titles = re.findall(r"^\*\*(.+?)\.\*\*", SECTIONS, re.MULTILINE)
    assert label_of(form) in " and ".join(titles).split(" and ")


@each_format
def test_every_format_has_a_sample_that_is_detected_as_it(form: Format) -> None:
    samples = [file for file in (SAMPLES / form).iterdir() if file.is_file()]
    assert samples
    assert {file_type.detect(file.name, file.read_bytes()).format for file in samples} == {form}


def test_each_extension_file_name_and_program_stands_for_one_format() -> None:
    for words in ("extensions", "file_names", "programs"):
        names = [name for spec in FORMATS.values() for names in spec.names for name in getattr(names, words).split()]
        assert len(names) == len(set(names))

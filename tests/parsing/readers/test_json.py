"""JSON: entries with their key paths, in lines that are the file's own."""

from __future__ import annotations

import json as stdlib
import time
from dataclasses import replace

import pytest
from helpers.own_line_checks import block_with, sample, source, uncovered
from hypothesis import given
from hypothesis import strategies as st

from contents_service.limits import Limits
from contents_service.parsing.chunking import passages
from contents_service.parsing.readers import json
from contents_service.parsing.readers.nested_entries import path_of

LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=60)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=12,
)
SMALL = Limits(passage_soft=60, passage_hard=80, passage_unbreakable=120)


def test_empty_leaves_are_kept_with_their_keys() -> None:
    (passage,) = passages.cut(json.read(sample("json/empty-leaves.json")), Limits())
    assert passage.where.key == "depots"
    assert passage.where.lines == (1, 14)
    assert all(name in passage.text for name in ("N-1", "N-2", "N-3", "S-1", "S-2"))


def test_a_long_list_is_opened_into_entries_that_know_their_path() -> None:
    servers = [{"url": f"host-{number}", "about": "z" * 300} for number in range(20)]
    parsed = json.read(source(stdlib.dumps({"servers": servers, "N-1": 1}, indent=2)))
    assert block_with(parsed, "host-7").key == "servers[7]"
    assert block_with(parsed, '"N-1"').key == '["N-1"]'
    assert uncovered(parsed) == []


@pytest.mark.parametrize(
    ("steps", "path"),
    [
        (["servers", 0, "url"], "servers[0].url"),
        (["depots", "north", "N-1"], 'depots.north["N-1"]'),
        ([0], "[0]"),
        (["größe", 'a"b'], 'größe["a\\"b"]'),
    ],
)
def test_a_path_quotes_names_that_are_not_plain_words(steps: list[str | int], path: str) -> None:
    assert path_of(steps) == path


def test_a_list_of_scalars_has_a_key_too() -> None:
    assert [block.key for block in json.read(source("[1, 2, 3]")).blocks] == ["[0]"]


def test_comments_and_trailing_commas_are_accepted() -> None:
    parsed = json.read(source('{\n  // about\n  "a": 1, /* two\n lines */\n  "b": [1, 2,],\n}'))
    assert parsed.notes == ()
    assert uncovered(parsed) == []


def test_each_line_of_a_file_may_be_a_value() -> None:
    parsed = json.read(source("\n".join(stdlib.dumps({"id": number, "note": "x" * 150}) for number in range(9))))
    assert {block.key for block in parsed.blocks} == {"id"}
    assert len(parsed.blocks) == 9


def test_a_file_that_is_cut_off_keeps_its_paths_and_notes_the_line() -> None:
    whole = stdlib.dumps(
        {"depots": {"north": [{"desk": number, "about": "z" * 200} for number in range(30)]}}, indent=1
    )
    parsed = json.read(source(whole[: whole.index('"desk": 15') + 6]))
    assert block_with(parsed, '"desk": 3').key == "depots.north[3]"
    assert [note.code for note in parsed.notes] == ["not_well_formed"]
    assert f"line {len(parsed.lines or ()):,}" in parsed.notes[0].message


def test_what_escaped_letters_mean_is_shown() -> None:
    parsed = json.read(source('{"note": "na\\u00efve\\nrounding", "plain": "x"}'))
    assert [block.unescaped for block in parsed.blocks] == ["naïve\nrounding"]


def test_a_file_in_one_line_is_cut_between_its_entries() -> None:
    records = [{"id": number, "note": f"note of {number} " * 5} for number in range(200)]
    text = stdlib.dumps(records)
    contents = passages.cut(json.read(source(text)), Limits())
    assert [passage.where.part for passage in contents] == [
        (number, len(contents)) for number in range(1, len(contents) + 1)
    ]
    assert all(passage.text in text and len(passage.text) <= 1_500 for passage in contents)
    assert all(passage.text.startswith('{"id": ') for passage in contents[1:])
    assert contents[1].where.key == f"[{stdlib.loads('[' + contents[1].text.rstrip(', ') + ']')[0]['id']}]"


def test_deep_nesting_is_read_in_time() -> None:
    started = time.process_time()
    parsed = json.read(source("[" * 20_000 + '"core"' + "]" * 20_000))
    assert any("core" in block.text for block in parsed.blocks)
    assert all(len(block.key or "") < 200 for block in parsed.blocks)
    assert time.process_time() - started < 5


def test_a_file_that_is_not_json_is_left_to_the_text_reader() -> None:
    with pytest.raises(ValueError, match="JSON"):
        json.read(source("Dear Sir, here is the JSON."))


@given(VALUES, st.sampled_from([None, 1, 4]), st.booleans())
def test_every_character_is_in_a_passage_with_a_key(value: object, indent: int | None, ascii_only: bool) -> None:
    whole = source(stdlib.dumps(value, indent=indent, ensure_ascii=ascii_only))
    parsed = json.read(replace(whole, limits=SMALL))
    contents = passages.cut(parsed, SMALL)
    assert "".join("".join(passage.text.split()) for passage in contents) == "".join(whole.text.split())
    assert parsed.notes == ()
    assert all(passage.where.key for passage in contents) or not isinstance(value, list | dict)


@given(st.text(alphabet="{}[]:,\"\\ab1 \n/*#'", max_size=80))
def test_nothing_that_looks_like_json_breaks_the_scan(text: str) -> None:
    try:
        parsed = json.read(source(text))
    except ValueError:
        return
    assert uncovered(parsed) == []


def test_entries_beyond_the_limit_are_read_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "MAX_TOKENS", 40)
    lines = [f'{{"name": "n{number}", "about": "{"word " * 60}"}}' for number in range(100)]

    parsed = json.read(source("\n".join(lines)))

    assert uncovered(parsed) == []
    assert [note.code for note in parsed.notes] == ["read_as_text"]


def test_endless_nesting_is_given_up_at_once() -> None:
    with pytest.raises(ValueError, match="nested more than"):
        json.read(source("[" * 150_000))

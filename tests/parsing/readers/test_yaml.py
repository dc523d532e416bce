"""YAML: entries with their key paths, and text from where it cannot be parsed on."""

from __future__ import annotations

import pytest
import yaml as pyyaml
from helpers.own_line_checks import block_with, sample, source, uncovered
from hypothesis import given
from hypothesis import strategies as st

from contents_service.limits import Limits
from contents_service.parsing.chunking import passages
from contents_service.parsing.readers import yaml

LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=40)
VALUES = st.dictionaries(
    st.text("abc-", min_size=1, max_size=4),
    st.recursive(
        LEAVES,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
        max_leaves=9,
    ),
    min_size=1,
    max_size=4,
)


def test_documents_anchors_and_empty_leaves_are_all_kept() -> None:
    parsed = yaml.read(sample("yaml/depots.yaml"))
    assert uncovered(parsed) == []
    assert block_with(parsed, "&usual").key == "depots"
    assert block_with(parsed, "contact").key == "contact"
    assert "café corner" in "".join(block.unescaped for block in parsed.blocks)


def test_a_long_mapping_is_opened_into_entries_that_know_their_path() -> None:
    text = "servers:\n" + "".join(f"  - url: host-{number}\n    about: {'z ' * 150}\n" for number in range(12))
    parsed = yaml.read(source(f"{text}N-1:\n  desk: {'four ' * 300}\n"))
    assert block_with(parsed, "host-7").key == "servers[7]"
    assert block_with(parsed, "desk").key == '["N-1"].desk'
    assert uncovered(parsed) == []


def test_a_comment_is_in_the_block_of_the_entry_below_it() -> None:
    parsed = yaml.read(source("a: " + "x " * 300 + "\n\n# about b\nb: " + "y " * 300))
    assert block_with(parsed, "# about b").key == "b"


def test_repeated_and_compound_keys_are_kept() -> None:
    parsed = yaml.read(source("a: 1\na: 2\n? [x, y]\n: " + "long " * 100 + "\n"))
    assert uncovered(parsed) == []
    assert block_with(parsed, "long").key == '["[x, y]"]'


def test_the_text_after_an_error_in_a_long_line_is_kept() -> None:
    text = f"a: 1\nb: [{'hello, ' * 1_000}{{x: @y, zebra] and more\n\nlast words"

    contents = passages.cut(yaml.read(source(text)), Limits())

    assert "".join("".join(passage.text.split()) for passage in contents) == "".join(text.split())


def test_entries_beyond_the_limit_are_read_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml, "MAX_EVENTS", 40)

    parsed = yaml.read(source("".join(f"key-{number}: {'word ' * 60}\n" for number in range(100))))

    assert uncovered(parsed) == []
    assert [note.code for note in parsed.notes] == ["read_as_text"]
    assert block_with(parsed, "key-9:").key == '["key-9"]'


@pytest.mark.parametrize("broken", ["\tc: 2", "c: [1", "c: 'open", "{% if x %}", "c: @x"])
def test_the_rest_after_a_parse_error_is_read_as_text(broken: str) -> None:
    parsed = yaml.read(source(f"a: 1\nb: 2\n{broken}\nd: 3\n\nlast words"))
    assert uncovered(parsed) == []
    assert [note.code for note in parsed.notes] == ["read_as_text"]
    assert block_with(parsed, "a: 1").key == "a"
    assert block_with(parsed, "last words").key


def test_plain_words_are_paragraphs() -> None:
    parsed = yaml.read(source("Only some words.\n\nAnd more of them."))
    assert uncovered(parsed) == []
    assert {block.kind for block in parsed.blocks} == {"prose"}


def test_a_line_end_that_only_unicode_knows_shifts_nothing() -> None:
    parsed = yaml.read(source('a: "x\u2028y"\nb: ' + "z " * 300))
    assert block_with(parsed, "b:").lines == (2, 2)


def test_an_alias_bomb_is_as_small_as_it_looks() -> None:
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{name}: &{name} [{', '.join([f'*{above}'] * 9)}]\n"
        for above, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    contents = passages.cut(yaml.read(source(bomb)), Limits())
    assert "\n".join(passage.text for passage in contents) == bomb.rstrip("\n")


@given(VALUES, st.booleans())
def test_every_line_is_in_one_block_and_every_block_has_a_key(value: object, flow: bool) -> None:
    text = pyyaml.safe_dump(value, default_flow_style=flow, allow_unicode=True)
    parsed = yaml.read(source(text.replace("\x85", "").replace("\u2028", "").replace("\u2029", "")))
    assert uncovered(parsed) == []
    assert all(block.key for block in parsed.blocks)


def test_documents_of_one_file_share_no_passage() -> None:
    text = "kind: Service\nname: desk\n---\nkind: Volume\nname: cellar\n---\njust words\n"
    contents = passages.cut(yaml.read(source(text)), Limits())
    assert [(content.text, content.where.lines) for content in contents] == [
        ("kind: Service\nname: desk", (1, 2)),
        ("---\nkind: Volume\nname: cellar", (3, 5)),
        ("---\njust words", (6, 7)),
    ]


def test_what_escaped_letters_mean_is_shown_above_their_lines() -> None:
    text = 'town: "Z\\u00fcrich"\nnote: "a\\nb"\n'
    (content,) = passages.cut(yaml.read(source(text)), Limits())
    assert content.text == text.rstrip()
    assert "Zürich" in (content.context or "")

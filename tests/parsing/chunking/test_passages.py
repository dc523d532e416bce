"""Blocks into passages: of a good size, never across a heading or a page, and each is where it says it is."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contents_service.limits import Limits
from contents_service.model import Block, ParsedDocument, PassageContent
from contents_service.parsing.chunking.passages import cut, outline

LIMITS = Limits()
SMALL = Limits(passage_soft=60, passage_hard=80, passage_unbreakable=120)


def document(*pieces: Block | str) -> ParsedDocument:
    """A document of these blocks, whose lines are given as text or by the block, one below the other."""
    lines: list[str] = []
    blocks: list[Block] = []
    for piece in pieces:
        text = piece if isinstance(piece, str) else piece.text
        own = text.split("\n")
        if isinstance(piece, Block):
            fields = {name: getattr(piece, name) for name in piece.__struct_fields__}
            blocks.append(Block(**{**fields, "lines": (len(lines) + 1, len(lines) + len(own))}))
        lines += own
    return ParsedDocument(blocks=blocks, lines=lines)


def heading(*path: str) -> Block:
    return Block(kind="heading", text=path[-1], path=path)


def prose(text: str, *path: str, keep_with_next: bool = False, stands_alone: bool = False) -> Block:
    return Block(kind="prose", text=text, path=path, keep_with_next=keep_with_next, stands_alone=stands_alone)


def code(text: str) -> Block:
    return Block(kind="code", text=text)


def row(text: str, context: str | None = None) -> Block:
    return Block(kind="row", text=text, context=context)


def words(count: int, word: str = "word") -> str:
    return " ".join(f"{word}{number}" for number in range(count))


def texts(parsed: ParsedDocument, limits: Limits = LIMITS) -> list[str]:
    return [passage.text for passage in cut(parsed, limits)]


def test_paragraphs_of_a_section_share_a_passage_with_their_blank_lines() -> None:
    (passage,) = cut(document(heading("A"), "", prose("one", "A"), "", "", prose("two", "A"), ""), LIMITS)
    assert passage.text == "one\n\n\ntwo"
    assert passage.where.text == "A, lines 3–6"


def test_no_passage_crosses_a_heading() -> None:
    parsed = document(heading("A"), prose("one", "A"), heading("A", "B"), prose("two", "A", "B"))
    assert [(passage.text, passage.where.heading) for passage in cut(parsed, LIMITS)] == [
        ("one", ("A",)),
        ("two", ("A", "B")),
    ]


def test_no_passage_crosses_a_heading_that_repeats_the_one_above() -> None:
    assert texts(document(heading("A"), prose("one", "A"), heading("A"), prose("two", "A"))) == ["one", "two"]


def test_a_heading_that_the_next_one_repeats_has_nothing_under_it() -> None:
    assert texts(document(heading("A"), heading("A"), prose("one", "A"))) == ["A", "one"]


def test_no_passage_crosses_a_page() -> None:
    blocks = [Block(kind="prose", text=f"on page {page}", page=page) for page in (1, 1, 2)]
    passages = cut(ParsedDocument(blocks=blocks, pages=2, page_labels=["i", "ii"]), LIMITS)
    assert [passage.text for passage in passages] == ["on page 1\n\non page 1", "on page 2"]
    assert [passage.where.text for passage in passages] == ["page 1 (i)", "page 2 (ii)"]


def test_a_heading_with_nothing_under_it_is_a_passage() -> None:
    parsed = document(heading("A"), heading("A", "Empty"), "", heading("A", "Full"), prose("one", "A", "Full"))
    assert texts(parsed) == ["Empty", "one"]


def test_a_last_heading_with_nothing_under_it_is_a_passage() -> None:
    (passage,) = cut(document(heading("Only this")), LIMITS)
    assert (passage.text, passage.where.heading, passage.where.lines) == ("Only this", ("Only this",), (1, 1))


def test_an_endless_heading_with_nothing_under_it_is_cut() -> None:
    passages = cut(document(heading(words(600))), LIMITS)
    assert len(passages) > 1
    assert " ".join(passage.text for passage in passages) == words(600)


def test_the_outline_has_every_heading_at_its_line() -> None:
    parsed = document(heading("A"), prose("one", "A"), heading("A", "B"))
    assert [(entry.heading, entry.where.lines) for entry in outline(parsed)] == [(("A",), (1, 1)), (("A", "B"), (3, 3))]


def test_passages_come_near_the_size_that_is_found_best() -> None:
    pieces = [piece for number in range(60) for piece in (prose(words(25, f"w{number}x")), "")]
    sizes = [len(text) for text in texts(document(*pieces))]
    assert all(900 <= size <= 1_500 for size in sizes)


def test_a_crumb_at_the_end_is_joined_or_shared() -> None:
    joined = texts(document(prose(words(160)), "", prose("a crumb")))
    shared = texts(document(prose("a" * 700), "", prose("b" * 700), "", prose("c" * 200)))
    assert len(joined) == 1
    assert shared == ["a" * 700, f"{'b' * 700}\n\n{'c' * 200}"]


def test_a_lead_in_stays_with_what_follows_it() -> None:
    before, lead, after = prose("p" * 1_150), prose("You need:", keep_with_next=True), code("x" * 1_400)
    assert texts(document(before, "", lead, "", after)) == ["p" * 1_150, f"You need:\n\n{'x' * 1_400}"]


def test_a_symbol_begins_a_passage_of_its_own() -> None:
    assert texts(document(prose("one"), prose("two", stands_alone=True), prose("three"))) == ["one", "two\nthree"]


def test_prose_that_is_too_long_is_cut_at_sentences() -> None:
    long = " ".join(f"Sentence number {number} is about Dr. Who, e.g. his box." for number in range(60))
    passages = cut(document(prose(long)), LIMITS)
    assert all(passage.text.startswith("Sentence") and passage.text.endswith("box.") for passage in passages)
    assert [passage.where.part for passage in passages] == [
        (number, len(passages)) for number in range(1, len(passages) + 1)
    ]
    assert " ".join(passage.text for passage in passages) == long


def test_a_paragraph_that_is_cut_on_a_page_is_no_part_of_lines() -> None:
    block = Block(kind="prose", text=words(600), page=1, lines=(1, 1))
    passages = cut(ParsedDocument(blocks=[block], pages=1), LIMITS)
    assert len(passages) > 1
    assert {passage.where.part for passage in passages} == {None}


def test_sentences_without_spaces_are_cut_at_their_stops() -> None:
    passages = cut(document(prose("返品は三十日以内に可能です。" * 200)), LIMITS)
    assert len(passages) > 1
    assert all(passage.text.endswith("。") for passage in passages)


def test_prose_in_short_lines_is_cut_into_whole_lines() -> None:
    passages = cut(document(prose("\n".join(words(10, f"l{number}w") for number in range(40)))), LIMITS)
    assert len(passages) > 1
    assert all(passage.where.part is None for passage in passages)


def test_code_is_cut_at_blank_lines_and_keeps_its_indent() -> None:
    function = "def f():\n" + "    x = 1\n" * 60
    parts = texts(document(code("\n\n".join([function.rstrip("\n")] * 6))))
    assert all(part.startswith("def f():") and part.endswith("    x = 1") for part in parts)


@pytest.mark.parametrize("kind", ["code", "row"])
def test_a_block_of_code_or_a_row_stays_whole_up_to_its_own_limit(kind: str) -> None:
    make = code if kind == "code" else row
    assert len(texts(document(make(words(300)[:2_400])))) == 1
    pieces = texts(document(make(words(600))))
    assert len(pieces) > 1
    assert all(len(piece) <= 1_500 for piece in pieces)


def test_an_accent_is_not_separated_from_its_letter() -> None:
    text = "e\N{COMBINING ACUTE ACCENT}" * 3_000
    assert all(piece.startswith("e") for piece in texts(document(prose(text))))


def test_rows_of_different_tables_share_no_passage() -> None:
    passages = cut(document(row("1", "a"), row("2", "a"), row("3", "b")), LIMITS)
    assert [(passage.text, passage.context) for passage in passages] == [("1\n2", "a"), ("3", "b")]


def test_words_in_reading_order_are_laid_out_as_paragraphs_and_rows() -> None:
    blocks = [
        Block(kind="prose", text="p", lines=(1, 9)),
        *(Block(kind="row", text=text, lines=(2, 3)) for text in "rs"),
    ]
    (passage,) = cut(ParsedDocument(blocks=blocks), LIMITS)
    assert passage.text == "p\n\nr\ns"
    assert passage.where.lines == (1, 9)


def test_two_blocks_of_one_line_are_never_both_shown() -> None:
    parsed = ParsedDocument(blocks=[Block(kind="prose", text="a b", lines=(1, 1))] * 2, lines=["a b"])
    assert texts(parsed) == ["a b"]


def test_extra_words_go_with_their_passage_once() -> None:
    blocks = [
        Block(kind="row", text=text, extra=extra) for text, extra in (("a", "A: a"), ("b", "B: b"), ("c", "A: a"))
    ]
    (passage,) = cut(document(*blocks), LIMITS)
    assert passage.extra == "A: a\nB: b"


def test_short_extra_words_go_with_every_piece_of_a_long_block() -> None:
    passages = cut(document(Block(kind="prose", text=words(600), extra="lorry")), LIMITS)
    assert len(passages) > 1
    assert {passage.extra for passage in passages} == {"lorry"}


def test_extra_words_longer_than_a_passage_go_with_the_first_piece_only() -> None:
    extra = words(400, "extra")
    first, *others = cut(document(Block(kind="prose", text=words(600), extra=extra)), LIMITS)
    assert first.extra == extra
    assert {passage.extra for passage in others} == {""}


@pytest.mark.parametrize(
    "text", ["word and more. " * 130_000, "x" * 2_000_000, " " * 1_000_000 + "x" + " " * 1_000_000]
)
def test_one_long_line_is_cut_in_a_time_that_grows_with_its_length(text: str) -> None:
    started = time.process_time()
    assert max(map(len, texts(document(prose(text))))) <= 1_500
    assert time.process_time() - started < 10


def test_a_hundred_thousand_rows_are_cut_in_time() -> None:
    started = time.process_time()
    lines = [f"{number},name,city" for number in range(100_000)]
    blocks = [Block(kind="row", text=line, lines=(number, number)) for number, line in enumerate(lines, 1)]
    assert "\n".join(texts(ParsedDocument(blocks=blocks, lines=lines))) == "\n".join(lines)
    assert time.process_time() - started < 10


# Rules for any document.

LINES = st.text(alphabet="ab .。é\t", max_size=150) | st.sampled_from(["", "", "   ", "word. Next one", "x" * 200])
BLOCKS = st.builds(
    Block,
    kind=st.sampled_from(["prose", "code", "row"]),
    text=st.lists(LINES, min_size=1, max_size=6).map("\n".join).filter(str.strip),
    path=st.sampled_from([(), ("A",), ("A", "B")]),
    context=st.sampled_from([None, "h"]),
    keep_with_next=st.booleans(),
    stands_alone=st.booleans(),
)
DOCUMENTS = st.lists(BLOCKS | LINES.filter(lambda line: not line.strip()), max_size=12).map(
    lambda all_: document(*all_)
)


def solid(text: str) -> str:
    return re.sub(r"\s", "", text)


def own(parsed: ParsedDocument, passage: PassageContent) -> str:
    first, last = passage.where.lines or (0, 0)
    return "\n".join((parsed.lines or ())[first - 1 : last])


@given(DOCUMENTS)
def test_all_text_is_kept_once_and_in_order(parsed: ParsedDocument) -> None:
    assert "".join(solid(text) for text in texts(parsed, SMALL)) == solid("".join(parsed.lines or ()))


@given(DOCUMENTS)
def test_a_passage_is_its_own_lines_or_says_which_part_of_them(parsed: ParsedDocument) -> None:
    for passage in cut(parsed, SMALL):
        assert (
            passage.text == own(parsed, passage) if passage.where.part is None else passage.text in own(parsed, passage)
        )
        assert passage.text.split("\n")[0].strip()
        assert passage.text.split("\n")[-1].strip()


@given(DOCUMENTS)
def test_limits_are_kept(parsed: ParsedDocument) -> None:
    alone = {solid(block.text) for block in parsed.blocks if block.kind != "prose"}
    for passage in cut(parsed, SMALL):
        assert len(passage.text) <= SMALL.passage_unbreakable
        if len(passage.text) > SMALL.passage_hard:
            assert any(solid(passage.text).endswith(block) for block in alone)


@given(DOCUMENTS)
def test_no_passage_mixes_headings_or_contexts(parsed: ParsedDocument) -> None:
    for passage in cut(parsed, SMALL):
        first, last = passage.where.lines or (0, 0)
        within = [
            block for block in parsed.blocks if block.lines and first <= block.lines[1] and block.lines[0] <= last
        ]
        assert {block.path for block in within if solid(block.text)} == {passage.where.heading}
        assert len({block.context for block in within}) == 1

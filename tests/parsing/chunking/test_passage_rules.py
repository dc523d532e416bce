"""Rules for the passages of any document: documents are generated at random and read whole."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from contents_service.limits import Limits
from contents_service.model import PassageContent
from contents_service.parsing.chunking.packing import CRUMB
from contents_service.parsing.sandbox import read_worker

LIMITS = Limits(passage_soft=240, passage_hard=300, passage_unbreakable=480)
HEADER = "| Part | Price |"

WORDS = st.integers(1, 9_999).map(lambda number: f"word{number}")
SENTENCES = st.lists(WORDS, min_size=2, max_size=14).map(lambda words: " ".join(words).capitalize() + ".")
PARAGRAPHS = st.lists(SENTENCES, min_size=1, max_size=4).map(" ".join)
TABLES = st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=25).map(
    lambda rows: "\n".join([HEADER, "|---|---|", *(f"| {part} | {price} |" for part, price in rows)])
)
LISTS = st.lists(SENTENCES, min_size=1, max_size=9).map(
    lambda items: "You need these:\n\n" + "\n".join(f"- {item}" for item in items)
)
CODE = st.lists(WORDS, min_size=1, max_size=30).map(lambda lines: "\n".join(["```", *lines, "```"]))
SECTIONS = st.tuples(st.integers(1, 3), st.lists(st.one_of(PARAGRAPHS, PARAGRAPHS, TABLES, LISTS, CODE), max_size=5))


@dataclass(frozen=True)
class Made:
    """A document, its passages, and the lines of its headings by number."""

    lines: list[str]
    passages: tuple[PassageContent, ...]
    headings: dict[int, str]

    def own(self, passage: PassageContent) -> list[str]:
        """The lines that a passage says it is."""
        first, last = passage.where.lines or (0, 0)
        return self.lines[first - 1 : last]


def made(sections: list[tuple[int, list[str]]]) -> Made:
    """A document of these sections, each of a level and some blocks, as it is read."""
    pieces = [
        "\n\n".join([f"{'#' * level} Heading {number}", *blocks]) for number, (level, blocks) in enumerate(sections)
    ]
    text = "\n\n".join(pieces)
    reading = read_worker.read("made.md", text.encode(), encoding=None, limits=LIMITS, report=lambda _: None)
    lines = text.split("\n")
    headings = {at: line.lstrip("# ") for at, line in enumerate(lines, 1) if line.startswith("#")}
    return Made(lines, reading.passages, headings)


DOCUMENTS = st.lists(SECTIONS, min_size=1, max_size=5).map(made)
quick = settings(max_examples=25, deadline=None)


def solid(text: str) -> str:
    return re.sub(r"\s", "", text)


def is_bare_heading(passage: PassageContent) -> bool:
    return passage.where.heading[-1:] == (passage.text.lstrip("# "),)


@quick
@given(DOCUMENTS)
def test_all_text_is_kept_once_and_in_order(document: Made) -> None:
    shown = "".join(solid(passage.text) for passage in document.passages if not is_bare_heading(passage))
    assert shown == solid("".join(line for line in document.lines if not line.startswith("#")))


@quick
@given(DOCUMENTS)
def test_every_place_is_true(document: Made) -> None:
    for passage in document.passages:
        own = "\n".join(document.own(passage))
        exact = passage.where.part is None and not is_bare_heading(passage)
        assert passage.text == own if exact else passage.text in own


@quick
@given(DOCUMENTS)
def test_no_passage_is_longer_than_the_limits(document: Made) -> None:
    for passage in document.passages:
        assert len(passage.text) <= LIMITS.passage_unbreakable
        if not re.search(r"^[|`-]", passage.text, re.MULTILINE):
            assert len(passage.text) <= LIMITS.passage_hard


@quick
@given(DOCUMENTS)
def test_no_passage_crosses_a_heading_and_each_names_the_one_above(document: Made) -> None:
    for passage in document.passages:
        first, last = passage.where.lines or (0, 0)
        within = [line for line in document.headings if first <= line <= last]
        assert within == [] or is_bare_heading(passage)
        nearest = max(line for line in document.headings if line <= first)
        assert passage.where.heading[-1] == document.headings[nearest]


@quick
@given(DOCUMENTS)
def test_a_table_is_cut_between_rows_and_each_piece_has_its_header(document: Made) -> None:
    for passage in document.passages:
        rows = [line for line in passage.text.split("\n") if line.startswith("|")]
        assert all(row.endswith("|") and row in document.lines for row in rows)
        if rows:
            assert passage.context == HEADER or HEADER in passage.text


@quick
@given(DOCUMENTS)
def test_the_lead_in_of_a_list_is_in_the_passage_of_its_first_item(document: Made) -> None:
    for passage in document.passages:
        assert not passage.text.endswith("You need these:")


@quick
@given(DOCUMENTS)
def test_only_a_heading_with_nothing_under_it_is_a_passage(document: Made) -> None:
    numbers = sorted(document.headings)
    levels = {line: len(document.lines[line - 1]) - len(document.lines[line - 1].lstrip("#")) for line in numbers}
    bare = []
    for line, below in zip(numbers, [*numbers[1:], len(document.lines) + 1], strict=True):
        text = any(document.lines[line : below - 1])
        if not text and not (below in levels and levels[below] > levels[line]):
            bare.append(document.headings[line])
    assert [passage.where.heading[-1] for passage in document.passages if is_bare_heading(passage)] == bare


@quick
@given(DOCUMENTS)
def test_every_section_with_text_is_found_under_its_own_heading(document: Made) -> None:
    numbers = sorted(document.headings)
    found_headings = {passage.where.heading[-1] for passage in document.passages}
    for line, below in zip(numbers, [*numbers[1:], len(document.lines) + 1], strict=True):
        if any(document.lines[line : below - 1]):
            assert document.headings[line] in found_headings


@quick
@given(st.lists(PARAGRAPHS.filter(lambda text: len(text) < LIMITS.passage_soft / 2), min_size=1, max_size=20))
def test_no_last_crumb_is_left_over(paragraphs: list[str]) -> None:
    passages = made([(1, paragraphs)]).passages
    assert len(passages) == 1 or len(passages[-1].text) >= CRUMB * LIMITS.passage_soft

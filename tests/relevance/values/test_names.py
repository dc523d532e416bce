"""A function word that is written as a name counts; one that is not says nothing."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contents_service.relevance.function_words import FUNCTION_WORDS
from contents_service.relevance.values.names import find_names


def names_in(text: str) -> list[str]:
    return [text[value.start : value.end] for value in find_names(text, FUNCTION_WORDS)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("What does Might do?", ["Might"]),
        ("How does the If node work?", ["If"]),
        ("Where is the IT department?", ["IT"]),
        ("IT department", ["IT"]),
        ("Prices for US customers", ["US"]),
        ("Who are The Who?", ["Who"]),
        ("Might", ["Might"]),
        ('the "If" node', ["If"]),
        ("A hero whose Will falls to 0 flees. Will it come back?", ["Will"]),
    ],
)
def test_a_capital_within_a_sentence_makes_a_name(text: str, names: list[str]) -> None:
    assert names_in(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "What is this about?",
        "Will it rain? May I come?",
        "- Will pays the bill",
        'He said: "Will you come?"',
        "WHO IS IT? IS IT US?",
        "What Is New In The Box",
        "The Department of Health For All",
        "might and will",
        "I would go, and so would I",
        "it's what's",
    ],
)
def test_a_capital_at_the_start_or_in_a_line_of_capitals_makes_none(text: str) -> None:
    assert names_in(text) == []


def test_a_name_is_looked_up_as_it_is_written() -> None:
    (value,) = find_names("the WHO", FUNCTION_WORDS)
    assert value.keys == value.queries == ("=WHO",)


@given(st.text(max_size=200))
def test_the_names_of_any_text_are_in_order_and_apart(text: str) -> None:
    values = find_names(text, FUNCTION_WORDS)
    assert all(one.end <= other.start for one, other in itertools.pairwise(values))
    assert all(text[value.start : value.end].lower() in FUNCTION_WORDS for value in values)

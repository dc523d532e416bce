"""A word that the scope lacks is read as one that it has: written otherwise, joined or apart, or misspelt."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from contents_service.relevance.question import Question, parse_question
from contents_service.relevance.scoring import Statistics
from contents_service.relevance.spelling.respelling import differs_by_one_error, respell


def read_as(question: str, scope: dict[str, int], near: Iterable[str] = ()) -> dict[str, str]:
    """Return what was read as what in a scope that holds these words and phrases in so many passages."""

    def count(words: Question) -> Statistics:
        counts = [scope.get(" ".join(word.parts), 0) for word in words.words]
        return Statistics(passages=99, words=counts, forms=counts, parts={})

    parsed = parse_question(question)
    return respell(parsed, count(parsed), count=count, near_words=lambda _: near)[1]


@pytest.mark.parametrize(
    ("question", "scope", "expected"),
    [
        ("the Muenster branch", {"munster": 1, "branch": 1}, {"Muenster": "munster"}),
        ("the colour", {"color": 3}, {"colour": "color"}),
        ("septicemia", {"septicaemia": 1}, {"septicemia": "septicaemia"}),
        ("login", {"log in": 1}, {"login": "log in"}),
        ("How do I log in?", {"login": 1}, {"log in": "login"}),
        ("the data base", {"database": 1}, {"data base": "database"}),
    ],
)
def test_a_missing_word_is_read_as_another_way_to_write_it(
    question: str, scope: dict[str, int], expected: dict[str, str]
) -> None:
    assert read_as(question, scope) == expected


def test_a_word_that_is_there_is_read_as_itself() -> None:
    assert read_as("colour", {"colour": 1, "color": 9}) == {}


def test_a_misspelt_word_is_read_as_the_commonest_that_differs_by_one_error() -> None:
    near = ("ibuprofen", "ibuprofan", "ibuprofeene")
    assert read_as("ibuprofin", {"ibuprofen": 2, "ibuprofan": 1, "ibuprofeene": 9}, near) == {"ibuprofin": "ibuprofen"}


@pytest.mark.parametrize(
    ("question", "near"),
    [
        ("zumba", ["rumba", "zumbas"]),  # too short
        ("infection", ["inflection"]),  # a word of English
        ("coinfection", ["connection"]),  # two errors
        ("ibuprofin", ["ubuprofin"]),  # another first letter
    ],
)
def test_what_may_be_meant_as_it_is_written_is_not_corrected(question: str, near: list[str]) -> None:
    assert read_as(question, dict.fromkeys(near, 5), near) == {}


def test_words_that_become_one_keep_the_pairs_of_their_neighbours() -> None:
    parsed = parse_question("open the data base today")
    held = {"open": 1, "today": 1, "database": 1}

    def count(words: Question) -> Statistics:
        counts = [held.get("".join(word.parts), 0) for word in words.words]
        return Statistics(passages=9, words=counts, forms=counts, parts={})

    question, _ = respell(parsed, count(parsed), count=count, near_words=lambda _: ())
    assert [word.literal_form for word in question.words] == ["open", "database", "today"]
    assert question.pairs == ((0, 1, "open database"), (1, 2, "database today"))
    assert question.runs == ()


@pytest.mark.parametrize(
    ("word", "other", "expected"),
    [
        ("ibuprofin", "ibuprofen", True),
        ("recieve", "receive", True),  # two letters are swapped
        ("acommodate", "accommodate", True),
        ("accommodatte", "accommodate", True),
        ("accommodat", "accommodate", True),
        ("receive", "receive", False),
        ("relieve", "receive", False),
        ("word", "sword", False),
    ],
)
def test_one_error_is_a_letter_more_less_or_other_or_two_swapped(word: str, other: str, *, expected: bool) -> None:
    assert differs_by_one_error(word, other) is expected
    assert differs_by_one_error(other, word) is expected

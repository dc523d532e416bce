"""The words of a question: what counts, what is one word, and what stands side by side."""

from __future__ import annotations

import pytest

from contents_service.relevance.question import parse_question


def words_of(question: str) -> list[str]:
    return [word.as_written for word in parse_question(question).words]


def test_function_words_are_left_out_unless_they_are_names() -> None:
    assert words_of("What does Might do to the damage?") == ["Might", "damage"]
    assert words_of("What might do the damage?") == ["damage"]


def test_function_words_alone_are_looked_for_as_a_phrase() -> None:
    question = parse_question("What is it?")
    assert question.is_only_function_words
    assert [[word.literal_form for word in phrase] for phrase in question.quotations] == [["what", "is", "it"]]
    assert not parse_question("What is the warranty?").is_only_function_words
    assert not parse_question("").words


@pytest.mark.parametrize(
    ("question", "as_written", "keys"),
    [
        ("What is new in version 14.2.1.0?", "14.2.1.0", ("14.2.1.0",)),
        ("May I transfer $10,000?", "$10,000", ("10000",)),
        ("minutes of 5 January 2024", "5 January 2024", ("@2024-01-05",)),
        ("What did Will say?", "Will", ("=Will",)),
    ],
)
def test_a_number_a_date_and_a_name_are_one_word_that_is_looked_up_by_value(
    question: str, as_written: str, keys: tuple[str, ...]
) -> None:
    (word,) = (word for word in parse_question(question).words if word.keys)
    assert (word.as_written, word.keys) == (as_written, keys)
    assert not word.is_compound


def test_a_unit_and_a_number_are_two_words() -> None:
    assert words_of("5kg bags") == ["5", "kg", "bags"]
    assert words_of("the 14-day trial") == ["14", "day", "trial"]


def test_an_identifier_with_digits_is_no_number() -> None:
    assert [(word.as_written, word.keys) for word in parse_question("E4304 x86_64").words] == [
        ("E4304", ()),
        ("x86_64", ()),
    ]


def test_an_ordinal_in_words_stays_a_word() -> None:
    assert words_of("the third floor") == ["third", "floor"]


def test_a_plain_word_has_the_forms_that_are_the_word_itself() -> None:
    (universe,) = parse_question("universe").words
    assert "universes" in universe.forms
    assert "university" not in universe.forms
    (mouse,) = parse_question("mouse").words
    assert mouse.irregular_forms == ("mice",)


def test_three_words_in_a_row_are_a_run() -> None:
    question = parse_question("warranty period of the pump")
    assert question.pairs == ((0, 1, "warranty period"), (1, 2, "period of the pump"))
    assert question.runs == ((0, 1, 2, "warranty period of the pump"),)


def test_neighbours_may_be_one_word_even_if_one_of_them_says_nothing() -> None:
    joined = {join.joined_form: join.indexes for join in parse_question("Can I log in at the data base?").joins}
    assert joined["login"] == (0,)
    assert joined["database"] == (1, 2)

"""The sentences of a passage that answer: one or two, and where they are."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from contents_service.relevance import scoring
from contents_service.relevance.answering import answering_spans
from contents_service.relevance.question import parse_question
from contents_service.relevance.scoring import Statistics, WeightedQuestion

TEXT = (
    "Goods may be returned within 30 days (e.g. unopened boxes). A refund takes ten days! The shop is at 5 High St. "
    "London.\nThe company was founded by J. R. Smith in 1999."
)


def weigh(question: str) -> WeightedQuestion:
    parsed = parse_question(question)
    counts = [1] * len(parsed.words)
    return scoring.weigh_question(parsed, Statistics(passages=9, words=counts, forms=counts, parts={}))


def sentences(question: str, text: str = TEXT) -> list[str]:
    return [text[start:end] for start, end in answering_spans(text, weigh(question))]


def test_the_sentence_with_most_of_the_question_answers() -> None:
    assert sentences("How long does a refund take?") == ["A refund takes ten days!"]


def test_a_second_sentence_is_named_if_it_adds_much() -> None:
    assert sentences("Who founded the company, and which goods are returned?") == [
        "Goods may be returned within 30 days (e.g. unopened boxes).",
        "The company was founded by J. R. Smith in 1999.",
    ]


def test_the_first_of_two_equal_sentences_answers() -> None:
    assert sentences("refund", "A refund is due. A refund is paid.") == ["A refund is due."]


def test_no_sentence_answers_if_none_has_a_word_of_the_question() -> None:
    assert sentences("zymurgy") == []
    assert sentences("refund", "") == []


def test_an_inflected_word_and_a_number_are_found() -> None:
    assert sentences("refunds") == ["A refund takes ten days!"]
    assert sentences("30") == ["Goods may be returned within 30 days (e.g. unopened boxes)."]


def test_the_sentence_that_answers_is_found_by_the_words_of_its_language() -> None:
    text = "Wir liefern an alle Kunden. Die Kündigungsfristen betragen drei Monate. Bücher werden geliefert."
    assert sentences("Welche Frist gilt für den Vertrag?", text) == ["Die Kündigungsfristen betragen drei Monate."]
    assert sentences("需要在多少天内退货？", "运费由客户承担。商品在三十天之内可以退货。") == [
        "商品在三十天之内可以退货。"
    ]


@given(st.text(alphabet="ab .!?\n\"')refund", max_size=300))
def test_spans_are_in_order_apart_and_without_spaces_around(text: str) -> None:
    spans = answering_spans(text, weigh("refund a b"))
    assert len(spans) <= 2
    assert list(spans) == sorted(spans)
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in spans)
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(spans))

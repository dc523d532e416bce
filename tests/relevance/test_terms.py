"""A question is split into words as the index splits documents, without its function words."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import unescape

import msgspec
import pytest
import requests
from helpers.paths import ROOT
from hypothesis import given
from hypothesis import strategies as st

from contents_service.relevance.question import parse_question
from contents_service.relevance.terms import CJK_RUN, MAX_PARTS, TOKEN, split_words, stem

HARD_TEXTS = [
    "E4304 and createCheckoutSession, WEBHOOK_SIGNING_SECRET v2.11",
    "C++ and C# run on F-16 jets with W-2 forms; 02091-C-71",
    "the customer's résumé isn't naïve — O'Neill’s XMLHttpRequest",
    "FY2018Q3 snake_case camelCase PascalCase SCREAMING_CASE kebab-case",
    "--dry-run -v .NET @media $HOME #42 foo--bar …and .5",
    "10.5 1,000 3rd i18n x86_64 a.b.c e.g. U.S.A.",
    "Straße Łódź ÅNGSTRÖM ﬁligree ①",
]


def literal_forms(text: str) -> list[str]:
    return [word.literal_form for word in parse_question(text).words]


def test_question_words_and_function_words_are_left_out() -> None:
    assert literal_forms("What is the warranty of a pump, and how do I claim it?") == ["warranty", "pump", "claim"]


def test_an_identifier_counts_as_one_word_with_parts() -> None:
    (word,) = parse_question("createCheckoutSession").words
    assert (word.literal_form, word.parts) == ("createcheckoutsession", ("create", "checkout", "session"))


def test_neighbouring_words_form_pairs_even_across_a_function_word() -> None:
    assert [phrase for _, _, phrase in parse_question("the terms of service agreement").pairs] == [
        "terms of service",
        "service agreement",
    ]


@pytest.mark.parametrize("question", ["What’s which's warranty?", "what's I’ve WARRANTY", "Whose's warranty"])
def test_possessives_and_short_forms_of_function_words_are_left_out(question: str) -> None:
    assert literal_forms(question) == ["warranty"]


def test_a_pair_may_span_two_function_words_but_not_three() -> None:
    assert [phrase for _, _, phrase in parse_question("state of the art").pairs] == ["state of the art"]
    assert parse_question("state as of the art").pairs == ()


@pytest.mark.parametrize(
    ("text", "significant"),
    [
        ("E14", (False, False)),
        ("FY2018", (False, True)),
        ("abc123", (True, False)),
        ("ab1234", (False, True)),
        ("createSession", (True, True)),
    ],
)
def test_short_parts_and_short_numbers_are_not_significant(text: str, significant: tuple[bool, ...]) -> None:
    (word,) = split_words(text)
    assert word.significant == significant


def test_a_compound_with_too_many_parts_becomes_separate_words() -> None:
    names = [f"name{letter}" for letter in "abcdefghijklm"]
    (twelve,) = split_words(".".join(names[:MAX_PARTS]))
    assert len(twelve.parts) == MAX_PARTS
    assert [word.literal_form for word in split_words(".".join(names))] == names


def test_quotations_are_found_once_and_not_in_chinese() -> None:
    quotations = parse_question('Where is "final notice" in `final notice` or “退货期限” or "E4304"?').quotations
    assert [[word.literal_form for word in quotation] for quotation in quotations] == [["final", "notice"], ["e4304"]]


@given(st.text(max_size=300))
def test_no_text_gives_empty_words(text: str) -> None:
    for word in split_words(text):
        assert word.literal_form
        assert all(word.parts)


@pytest.mark.solr
@pytest.mark.parametrize("text", HARD_TEXTS)
def test_the_index_splits_documents_into_the_same_parts(solr_url: str, text: str) -> None:
    terms = indexed_terms(solr_url, "body", text)
    for word in split_words(text):
        assert {stem_in_index(solr_url, part) for part in (*word.parts, word.joined_form)} <= terms, word


@pytest.mark.solr
@pytest.mark.parametrize("text", HARD_TEXTS)
def test_the_index_has_the_literal_form_of_each_word(solr_url: str, text: str) -> None:
    terms = indexed_terms(solr_url, "exact", text)
    for word in split_words(text):
        (term,) = analyse(solr_url, {"analysis.fieldname": "exact", "analysis.query": word.literal_form}, "query")
        assert term in terms


@pytest.mark.solr
def test_the_stemmer_agrees_with_the_index(solr_url: str) -> None:
    for word in ("warranties", "returned", "generously", "skies", "dying", "news", "university"):
        assert stem_in_index(solr_url, word) == stem(word)


def indexed_terms(solr_url: str, field: str, text: str) -> set[str]:
    return set(analyse(solr_url, {"analysis.fieldname": field, "analysis.fieldvalue": text}, "index"))


def stem_in_index(solr_url: str, word: str) -> str:
    (term,) = analyse(solr_url, {"analysis.fieldname": "body", "analysis.query": word}, "query")
    return term


def analyse(solr_url: str, params: dict[str, str], side: str) -> list[str]:
    """Return the terms after the last step of an analysis chain."""
    url = f"{solr_url}/contents/analysis/field"
    answer = requests.get(url, params={**params, "wt": "json"}, timeout=90)
    found = msgspec.json.decode(answer.content, type=dict[str, Any])
    (steps,) = found["analysis"]["field_names"].values()
    return [token["text"] for token in steps[side][-1]]


def test_the_patterns_are_those_of_the_schema() -> None:
    schema = ROOT / "solr" / "configset" / "conf" / "schema.xml"
    assert unescape(schema.read_text(encoding="utf-8")).count(f'pattern="{TOKEN}"') == 2
    assert unescape(schema.read_text(encoding="utf-8")).count(f'pattern="{CJK_RUN}"') == 1


def test_a_word_next_to_chinese_is_in_no_pair() -> None:
    assert parse_question("Zymurgy 退货 okapi").pairs == ()


def test_every_two_neighbouring_characters_of_a_chinese_passage_are_a_word() -> None:
    assert [word.literal_form for word in split_words("退货吧")] == ["退货", "货吧"]


def test_no_pair_of_characters_in_a_chinese_question_is_of_two_words() -> None:
    assert literal_forms("退货期限是多少") == ["退货", "期限"]
    assert literal_forms("货") == ["货"]

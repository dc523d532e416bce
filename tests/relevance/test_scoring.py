"""The score of a passage: the formula, and that Solr computes the same."""

from __future__ import annotations

import pytest
from helpers.contents_making import a_reading, an_app, write_reading

from contents_service.index.protocol import Hit
from contents_service.model import Scope
from contents_service.relevance import scoring
from contents_service.relevance.scoring import Statistics, WeightedQuestion
from contents_service.relevance.terms import parse_question
from contents_service.solr.index import SolrIndex

TEXTS = (
    "Refunds are paid within ten days. A refund needs the receipt.",
    "The error E4304 of createCheckoutSession means that the session expired.",
    "A checkout session lasts for 30 minutes; e-4304 is its error.",
    "C++ programs link against the C library.",
    "We solve problems with SOLR, the search server.",
    "Nothing here is about what you ask, apart from the word error.",
)


def weighed(question: str, *, passages: int, holding: dict[str, int]) -> WeightedQuestion:
    asked = parse_question(question)
    counted = [holding.get(word.literal_form, 0) for word in asked.words]
    parts = {part: holding.get(part, 0) for word in asked.words for part in word.parts}
    return scoring.weigh_question(asked, Statistics(passages=passages, words=counted, parts=parts))


def test_a_rare_word_is_worth_more_than_a_common_one() -> None:
    rare, common = weighed("warranty service", passages=100, holding={"warranty": 2, "service": 60}).terms
    assert rare.idf > common.idf


def test_in_a_tiny_scope_a_word_common_in_english_is_still_worth_little() -> None:
    common, rare = weighed("new warranty", passages=10, holding={"new": 1, "warranty": 1}).terms
    assert rare.idf > 2 * common.idf


def test_a_word_the_scope_does_not_hold_still_weighs_on_the_question() -> None:
    missing, held = weighed("zymurgy service", passages=50, holding={"service": 10}).terms
    assert missing.idf == pytest.approx(scoring.WEIGHTS.absent * scoring.idf(0, 50 + scoring.WEIGHTS.smoothing))
    assert missing.idf > held.idf
    assert not missing.is_present


def test_repeating_a_word_helps_less_and_less() -> None:
    k = scoring.saturation_point(200)
    once, twice, thrice = (scoring.saturate(count, k) for count in (1, 2, 3))
    assert twice - once > thrice - twice > 0


@pytest.fixture(scope="module")
def stored(solr_url: str) -> tuple[SolrIndex, Scope]:
    index, scope = SolrIndex.at([solr_url]), Scope(an_app(), "eric")
    write_reading(index, scope, "eric/checkout-guide.md", a_reading(*TEXTS, title="Checkout guide"))
    index.commit()
    return index, scope


@pytest.mark.solr
@pytest.mark.parametrize(
    "question",
    ["refund receipt", "E4304", "createCheckoutSession error", "C++", "What does error e-4304 mean?", "checkout guide"],
)
def test_solr_computes_the_formula(stored: tuple[SolrIndex, Scope], question: str) -> None:
    index, scope = stored
    found = index.search(scope, parse_question(question), rows=10, explain=True)
    assert found.hits
    for hit in found.hits:
        assert hit.score == pytest.approx(formula(found.question, hit), rel=1e-4)


def formula(weighed: WeightedQuestion, hit: Hit) -> float:
    words = zip(weighed.terms, hit.counts, strict=True)
    by_words = sum(scoring.term_score(word, counts, hit.k) for word, counts in words if word.is_present)
    assert hit.bonuses is not None
    return by_words + sum(hit.bonuses.values())


@pytest.mark.solr
@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("E4304", TEXTS[1]),
        ("e-4304", TEXTS[2]),
        ("createCheckoutSession", TEXTS[1]),
        ("C++", TEXTS[3]),
        ("SOLR", TEXTS[4]),
        ("how are refunds paid", TEXTS[0]),
    ],
)
def test_the_exact_one_comes_first(stored: tuple[SolrIndex, Scope], question: str, best: str) -> None:
    index, scope = stored
    found = index.search(scope, parse_question(question), rows=10, explain=False)
    assert found.hits[0].content.text == best


@pytest.mark.solr
def test_a_passage_with_the_word_only_in_its_heading_is_found(solr_url: str) -> None:
    index, scope = SolrIndex.at([solr_url]), Scope(an_app(), "eric")
    write_reading(index, scope, "eric/a.md", a_reading("It lasts two years.", heading=["Warranty"]))
    index.commit()
    assert index.search(scope, parse_question("warranty"), rows=5, explain=False).hits


@pytest.mark.solr
def test_the_example_that_the_docs_compute_by_hand_is_what_solr_computes(solr_url: str) -> None:
    index, scope = SolrIndex.at([solr_url]), Scope(an_app(), "eric")
    write_reading(index, scope, "eric/animals.txt", a_reading("The badger wakes at dusk."))
    index.commit()
    found = index.search(scope, parse_question("When does the badger wake?"), rows=5, explain=False)
    assert found.question.total_weight == pytest.approx(9.507, abs=1e-3)
    assert found.hits[0].score == pytest.approx(9.795, abs=1e-3)

"""The score of a passage: the formula, and Solr's computation of it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from helpers.factories import make_reading, new_app_id, write_reading

from contents_service.index.indexed_text import indexed_text
from contents_service.model import PassageContent, Scope
from contents_service.relevance import english_frequencies, scoring
from contents_service.relevance.question import MAX_WORDS, Question, parse_question
from contents_service.relevance.scoring import Statistics, TermCounts, WeightedPhrase, WeightedQuestion
from contents_service.relevance.terms import split_words, stem
from contents_service.relevance.weights import MAX_QUOTATIONS, REFUSAL_LIMITS, WEIGHTS
from contents_service.solr.index import SolrIndex

TEXTS = (
    "Refunds are paid within ten days. A refund needs the receipt.",
    "The error E4304 of createCheckoutSession means that the session expired.",
    "A checkout session lasts for 30 minutes; e-4304 is its error.",
    "C++ programs link against the C library.",
    "We solve problems with SOLR, the search server.",
    "Nothing here is about what you ask, apart from the word error.",
)


TITLE, NAME = "Checkout guide", "checkout-guide"


def weigh(question: str, *, passages: int, counts: dict[str, int]) -> WeightedQuestion:
    parsed = parse_question(question)
    counted = [counts.get(word.literal_form, 0) for word in parsed.words]
    parts = {part: counts.get(part, 0) for word in parsed.words for part in word.parts}
    return scoring.weigh_question(parsed, Statistics(passages=passages, words=counted, forms=counted, parts=parts))


def test_a_rare_word_is_worth_more_than_a_common_one() -> None:
    rare, common = weigh("warranty service", passages=100, counts={"warranty": 2, "service": 60}).terms
    assert rare.idf > common.idf


def test_in_a_tiny_scope_a_word_common_in_english_is_still_worth_little() -> None:
    common, rare = weigh("new warranty", passages=10, counts={"new": 1, "warranty": 1}).terms
    assert rare.idf > 2 * common.idf


def test_a_word_missing_from_the_scope_still_counts_in_the_question() -> None:
    missing, present = weigh("zymurgy service", passages=50, counts={"service": 10}).terms
    assert missing.idf == pytest.approx(WEIGHTS.absent * scoring.idf(0, 50 + WEIGHTS.smoothing))
    assert missing.idf > present.idf
    assert not missing.is_present


def test_the_worth_of_a_word_is_that_of_bm25() -> None:
    assert scoring.idf(10, 100) == pytest.approx(math.log(1 + 90.5 / 10.5))
    assert scoring.idf(0, 300) == pytest.approx(math.log(1 + 300.5 / 0.5))


def test_pairs_share_their_worth_by_that_of_their_words() -> None:
    question = weigh("alpha zymurgy beta", passages=100, counts={"alpha": 50, "zymurgy": 1, "beta": 20})
    alpha, zymurgy, beta = (term.idf for term in question.terms)
    both = alpha + 2 * zymurgy + beta
    assert [pair.phrase for pair in question.pairs] == ["alpha zymurgy", "zymurgy beta"]
    assert [pair.share for pair in question.pairs] == pytest.approx([(alpha + zymurgy) / both, (zymurgy + beta) / both])


def test_what_a_question_quotes_is_weighed_with_it() -> None:
    question = weigh('the "warranty period" of a pump', passages=100, counts={"warranty": 2})
    assert [[word.literal_form for word in quotation] for quotation in question.quotations] == [["warranty", "period"]]


@pytest.mark.parametrize(
    ("name", "counts", "worth_of"),
    [
        ("checkoutSession", {"checkout": 9, "session": 2}, "session"),  # the rarer part
        ("checkoutSession", {"checkout": 9}, None),  # a part is missing
        ("checkoutE14", {"checkout": 9, "e": 2, "14": 2}, None),  # parts that mean nothing by themselves
    ],
)
def test_a_compound_that_is_nowhere_whole_is_worth_its_rarest_part_if_all_are_there(
    name: str, counts: dict[str, int], worth_of: str | None
) -> None:
    (term,) = weigh(name, passages=100, counts=counts).terms
    missing = WEIGHTS.absent * scoring.idf(0, 100 + WEIGHTS.smoothing)
    assert term.idf == pytest.approx(scoring.smoothed_idf(worth_of, counts[worth_of], 100) if worth_of else missing)
    assert term.is_present


def test_a_compound_of_which_only_meaningless_parts_are_there_is_missing() -> None:
    (term,) = weigh("E14", passages=100, counts={"e": 2, "14": 2}).terms
    assert not term.is_present


def test_repeating_a_word_helps_less_and_less() -> None:
    k = scoring.saturation_point(200)
    once, twice, thrice = (scoring.saturate(count, k) for count in (1, 2, 3))
    assert twice - once > thrice - twice > 0


def test_a_question_with_too_many_words_keeps_the_rarest_in_their_order() -> None:
    rare = [f"zyx{chr(97 + at // 26)}{chr(97 + at % 26)}" for at in range(MAX_WORDS - 1)]
    question = scoring.limit_question(
        parse_question(" ".join(["people", rare[0], "time", "zymurgy", *rare[1:], "new"]))
    )
    assert [word.literal_form for word in question.words] == [rare[0], "zymurgy", *rare[1:]]
    assert (0, 1, f"{rare[0]} zymurgy") not in question.pairs  # "time" stands between them
    assert (1, 2, f"zymurgy {rare[1]}") in question.pairs
    assert all(right < MAX_WORDS for _, right, _ in question.pairs)


def test_a_question_with_too_many_quotations_keeps_the_first() -> None:
    question = parse_question(" ".join(f'"name{letter}"' for letter in "abcdefghij"))
    assert scoring.limit_question(question).quotations == question.quotations[:MAX_QUOTATIONS]


def test_a_question_within_the_limits_is_unchanged() -> None:
    question = parse_question(" ".join(f"zyx{chr(97 + at // 26)}{chr(97 + at % 26)}" for at in range(MAX_WORDS)))
    assert scoring.limit_question(question) is question


@pytest.mark.parametrize(
    ("name", "parts", "expected"),
    [
        ("E14", (1, 1), False),
        ("createCheckoutSession", (1, 1, 1), True),
        ("checkoutSession", (1, 1), True),
        ("createCheckoutSession", (1, 0, 1), False),
        ("C++", (1,), False),
        (".NET", (1,), False),
    ],
)
def test_scattered_parts_match_a_compound_only_if_all_are_significant(
    name: str, parts: tuple[int, ...], *, expected: bool
) -> None:
    (word,) = parse_question(name).words
    assert TermCounts(stemmed=0, literal=0, parts=parts).holds(word) is expected
    assert TermCounts(stemmed=0, literal=0, parts=parts, adjacent=True).holds(word)
    assert TermCounts(stemmed=0, literal=1, parts=parts).holds(word)


@pytest.mark.parametrize(
    ("counts", "share"),
    [
        (TermCounts(stemmed=1, literal=1, parts=(1, 1), adjacent=True), 1.0),
        (TermCounts(stemmed=1, literal=0, parts=(1, 1), adjacent=True), 0.9),
        (TermCounts(stemmed=0, literal=0, parts=(1, 1), adjacent=True), 0.8),
        (TermCounts(stemmed=0, literal=0, parts=(1, 1)), 0.8),
        (TermCounts(stemmed=0, literal=0, parts=(1, 0)), 0.4),
        (TermCounts(stemmed=0, literal=0, parts=(0, 0)), 0.0),
    ],
)
def test_a_compound_scores_by_the_best_form_that_the_passage_has(counts: TermCounts, share: float) -> None:
    (term,) = weigh("zymurgyOkapizzz", passages=100, counts={"zymurgyokapizzz": 2, "zymurgy": 2, "okapizzz": 2}).terms
    assert scoring.term_score(term, counts, 0.5) == pytest.approx(term.idf * share * scoring.saturate(1, 0.5))


def test_only_the_four_rarest_present_words_are_required() -> None:
    counts = {"alpha": 5, "beta": 4, "gamma": 3, "delta": 2, "epsilon": 90, "zymurgy": 0}
    question = weigh("epsilon alpha beta gamma delta zymurgy", passages=100, counts=counts)
    assert {term.word.literal_form for term in question.candidate_terms} == {"alpha", "beta", "gamma", "delta"}


def test_confidence_is_the_share_found_times_how_much_the_question_says() -> None:
    question = weigh("warranty pump", passages=100, counts={"warranty": 2, "pump": 10})
    factor = question.total_weight**0.5 / question.max_idf**0.75
    assert factor > 0.6
    assert scoring.confidence(question.total_weight / 2, question) == pytest.approx(factor / 2)
    assert scoring.confidence(0.0, question) == 0


def test_a_short_question_with_a_common_word_that_is_found_is_not_refused() -> None:
    question = weigh("service", passages=100, counts={"service": 95})
    assert question.total_weight**0.5 / question.max_idf**0.75 < 0.6
    found = scoring.confidence(question.total_weight * 0.45, question)
    assert found == pytest.approx(0.27)
    assert REFUSAL_LIMITS.refuse_below < found < REFUSAL_LIMITS.weak_below


def test_in_a_larger_scope_the_same_share_gives_less_confidence() -> None:
    small = weigh("warranty pump valve", passages=100, counts={"warranty": 2, "pump": 2, "valve": 2})
    large = weigh("warranty pump valve", passages=20_000, counts={"warranty": 400, "pump": 400, "valve": 400})
    shares = [scoring.confidence(question.total_weight / 2, question) for question in (small, large)]
    assert shares[1] < shares[0]


def test_a_question_without_words_has_no_confidence() -> None:
    empty = scoring.weigh_question(Question(words=(), pairs=()), Statistics(passages=9, words=(), forms=(), parts={}))
    assert scoring.confidence(1.0, empty) == 0


@pytest.fixture(scope="module")
def stored(solr_url: str) -> tuple[SolrIndex, Scope]:
    index, scope = SolrIndex.at([solr_url]), Scope(new_app_id(), "eric")
    write_reading(index, scope, f"eric/{NAME}.md", make_reading(*TEXTS, title=TITLE))
    index.commit()
    return index, scope


@pytest.mark.solr
@pytest.mark.parametrize(
    "question",
    [
        "refund receipt",
        "E4304",
        "createCheckoutSession error",
        "C++",
        "What does error e-4304 mean?",
        "checkout guide",
        "How many 30 minutes does a checkout session last?",
    ],
)
def test_solr_computes_the_formula(stored: tuple[SolrIndex, Scope], question: str) -> None:
    index, scope = stored
    found = index.search(scope, question, rows=10, explain=True)
    assert found.hits
    for hit in found.hits:
        expected = expected_bonuses(found.question, hit.content)
        assert hit.bonuses == pytest.approx(expected, rel=1e-4)
        terms = zip(found.question.terms, hit.counts, strict=True)
        by_words = sum(scoring.term_score(term, counts, hit.k) for term, counts in terms if term.is_searched)
        assert hit.score == pytest.approx(by_words + sum(expected.values()), rel=1e-4)


def expected_bonuses(question: WeightedQuestion, content: PassageContent) -> dict[str, float]:
    """Return the bonuses of a passage of the stored document, computed from its text."""
    name = f"\n{TITLE}\n{NAME}.md" if content.text == TEXTS[0] else ""
    text = indexed_text(content) + name
    literal_forms = {form for word in split_words(text) for form in (word.literal_form, *word.parts)}
    literal = sum(t.idf for t in question.terms if t.is_present and t.word.literal_form in literal_forms)

    def share_of(phrases: Sequence[WeightedPhrase]) -> float:
        return sum(phrase.share for phrase in phrases if stems_of(phrase.phrase) in stems_of(text))

    title = max(title_share(question, text) for text in (TITLE, NAME))
    total = sum(term.idf for term in question.terms)
    return {
        "words as written": 0.05 * literal,
        "neighbouring words": 0.25 * total * share_of(question.pairs),
        "three words in a row": 0.1 * total * share_of(question.runs),
        "title or file name": 0.10 * total * title,
        "quoted names": 0.0,
    }


def stems_of(text: str) -> str:
    return f" {' '.join(stem(part) for word in split_words(text) for part in word.parts)} "


def title_share(question: WeightedQuestion, title: str) -> float:
    forms = {stem(form) for word in split_words(title) for form in (word.joined_form, *word.parts)}
    in_title = [term.word.joined_form for term in question.terms if stem(term.word.joined_form) in forms]
    weights = sum(scoring.idf(300 * english_frequencies.passage_share(word), 300) for word in in_title)
    return min(1.0, weights / scoring.title_weight(title))


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
def test_the_passage_with_the_exact_name_comes_first(stored: tuple[SolrIndex, Scope], question: str, best: str) -> None:
    index, scope = stored
    found = index.search(scope, question, rows=10, explain=False)
    assert found.hits[0].content.text == best


@pytest.mark.solr
def test_a_passage_with_the_word_only_in_its_heading_is_found(solr_url: str) -> None:
    index, scope = SolrIndex.at([solr_url]), Scope(new_app_id(), "eric")
    write_reading(index, scope, "eric/a.md", make_reading("It lasts two years.", heading=["Warranty"]))
    index.commit()
    assert index.search(scope, "warranty", rows=5, explain=False).hits


@pytest.mark.solr
def test_solr_computes_the_scores_of_the_worked_example_in_the_docs(solr_url: str) -> None:
    index, scope = SolrIndex.at([solr_url]), Scope(new_app_id(), "eric")
    write_reading(index, scope, "eric/animals.txt", make_reading("The badger wakes at dusk."))
    index.commit()
    found = index.search(scope, "When does the badger wake?", rows=5, explain=False)
    assert found.question.total_weight == pytest.approx(9.507, abs=1e-3)
    assert found.hits[0].score == pytest.approx(9.795, abs=1e-3)

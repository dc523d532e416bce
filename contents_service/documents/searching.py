"""Answering a question with the passages that answer it best, or saying that none does and why."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Sequence

from msgspec.structs import asdict, replace

from contents_service.citations import DocumentNames
from contents_service.documents import listing
from contents_service.documents.freshness import original_state
from contents_service.documents.hit_order import held_words, is_among, name_bonus, name_words, order_hits
from contents_service.documents.services import Services
from contents_service.index.protocol import Hit, SearchResult
from contents_service.index.scope_snapshot import ScopeSnapshot, ScopeView
from contents_service.metrics import SEARCH_SECONDS, SEARCHES
from contents_service.model import Answer, Duplicate, FoundPassage, Record, Scope, ScorePart, Status, UnsearchedPart
from contents_service.relevance import languages, scoring
from contents_service.relevance.answering import answering_spans
from contents_service.relevance.scoring import WeightedQuestion
from contents_service.relevance.terms import Word
from contents_service.relevance.weights import RARE_SHARE, REFUSAL_LIMITS, WEIGHTS

SPARE_HITS = 14
"""The number of hits fetched beyond those asked for, since the same text in several places is shown once."""
NEAREST_PASSAGES = 3
"""The number of nearest passages given when none is found."""
MAX_WORDS_WITH_NEAR_WORDS = 4
"""The largest number of missing words for which near words are looked up, so that a search stays bounded."""


def search(services: Services, scope: Scope, question: str, *, limit: int = 6, explain: bool = False) -> Answer:
    """Answer a question from the documents of a scope, with at most `limit` passages, best first."""
    began = time.perf_counter()
    searched = shorten(question, services.settings.question_characters)
    answer = _search(services, scope, searched, limit, explain=explain)
    took = time.perf_counter() - began
    SEARCHES.labels(status=answer.status, weak=str(answer.weak).lower()).inc()
    SEARCH_SECONDS.observe(took)
    is_shortened = len(searched) < len(question)
    return replace(answer, question=searched, shortened=is_shortened, took_ms=round(took * 1000, 1))


def shorten(question: str, characters: int) -> str:
    """Cut a question that is too long, after a whole word if one ends in the second half of what fits."""
    if len(question) <= characters:
        return question
    whole_words = question[: characters + 1].rpartition(" ")[0].rstrip()
    return whole_words if len(whole_words) >= characters // 2 else question[:characters]


def _search(services: Services, scope: Scope, question: str, limit: int, *, explain: bool) -> Answer:
    result = _search_enough(services, scope, question, limit, explain=explain)
    status = _nothing_to_search(result.snapshot, scope) or ("no_content_words" if not result.question.terms else None)
    if status:
        return _answer_without_passages(result.snapshot, scope, status)
    return _judge(services, scope, result, limit)


def _search_enough(services: Services, scope: Scope, question: str, limit: int, *, explain: bool) -> SearchResult:
    """Search for as many hits as give `limit` different passages, if the scope has so many."""
    rows = limit + SPARE_HITS
    result = services.index.search(scope, question, rows=rows, explain=explain)
    if len(result.hits) == rows and len({_text_key(hit) for hit in result.hits}) < limit:
        result = services.index.search(scope, question, rows=WEIGHTS.rerank_depth, explain=explain)
    return replace(result, hits=order_hits(result, result.snapshot.view(scope).names))


def _nothing_to_search(snapshot: ScopeSnapshot, scope: Scope) -> Status | None:
    """Return why no document can be searched; None if one can."""
    records = snapshot.view(scope).records
    if not records:
        return "nothing_given"
    if any(record.active for record in records):
        return None
    return "still_reading" if any(record.job for record in records) else "nothing_read"


def _judge(services: Services, scope: Scope, result: SearchResult, limit: int) -> Answer:
    """Decide, by the share of the question that the best passage holds, whether the passages answer it."""
    question, hits = result.question, result.hits
    if question.is_only_function_words and not hits:
        return _answer_without_passages(result.snapshot, scope, "no_content_words")
    names = result.snapshot.view(scope).names
    confidence = _confidence(result, names)
    holds_every_word = bool(hits) and all(held_words(question, hits[0]))
    holds_an_identifier = holds_every_word and _holds_an_identifier(question, hits[0])
    is_refused = (
        confidence < REFUSAL_LIMITS.refuse_below
        and not holds_every_word
        and not any(_holds_rarest_word(question, hit) for hit in hits[:limit])
    )
    is_doubtful = confidence < REFUSAL_LIMITS.weak_below and not holds_an_identifier
    passages = _distinct_passages(services, result, limit)
    named = name_words(hits[0], names) if hits else frozenset[str]()
    missing = [term.word for term in question.terms if not term.is_present and not is_among(term.word, named)]
    return replace(
        _answer_without_passages(result.snapshot, scope, "none_holds_it" if is_refused else "found"),
        weak=is_doubtful and not is_refused,
        passages=() if is_refused else passages,
        nearest=passages[:NEAREST_PASSAGES] if is_refused else (),
        missing_words=tuple(word.as_written for word in missing),
        read_as=dict(result.read_as),
        language=_foreign_language(question, result.snapshot.view(scope)),
        near_words=_near_words(services, scope, result.snapshot, missing, is_doubtful=is_doubtful),
    )


def _foreign_language(question: WeightedQuestion, view: ScopeView) -> str | None:
    """Return the language of the question if no searched document is in it."""
    return None if question.language in view.languages else question.language


def _confidence(result: SearchResult, names: DocumentNames) -> float:
    """Return how sure it is that the best passage answers; words that only name its document count neither way."""
    if not result.hits:
        return 0.0
    question, best = result.question, result.hits[0]
    named = name_words(best, names)
    words = zip(question.terms, held_words(question, best), strict=True)
    asked = tuple(term for term, is_held in words if is_held or not is_among(term.word, named))
    in_the_passage = best.score - name_bonus(question, best, names)
    return scoring.confidence(in_the_passage, replace(question, terms=asked or question.terms))


def _holds_rarest_word(question: WeightedQuestion, hit: Hit) -> bool:
    """Whether a passage holds the rarest word of the question, a word that is rare in English and in the scope too."""
    rarest = max(range(len(question.terms)), key=lambda at: question.terms[at].idf, default=None)
    if rarest is None:
        return False
    term = question.terms[rarest]
    is_rare = term.idf >= RARE_SHARE * question.max_idf and languages.is_rare(term.word.joined_form, term.word.language)
    return is_rare and term.word.literal_form.isalpha() and hit.counts[rarest].holds(term.word)


def _holds_an_identifier(question: WeightedQuestion, hit: Hit) -> bool:
    """Whether a passage holds an identifier of the question to the letter, which hardly happens by chance."""
    terms = zip(question.terms, hit.counts, strict=True)
    return any(term.word.is_compound and counts.literal for term, counts in terms)


def _answer_without_passages(snapshot: ScopeSnapshot, scope: Scope, status: Status) -> Answer:
    """Return an answer that lists what was searched, what is being read, and what could not be read."""
    records = snapshot.view(scope).records
    return Answer(
        status=status,
        weak=False,
        question="",
        shortened=False,
        unread=tuple(part for record in records for part in _unsearched_parts(record)),
        reading=tuple(record.path for record in records if record.job),
        searched=tuple(record.path for record in records if record.active),
    )


def _unsearched_parts(record: Record) -> Iterable[UnsearchedPart]:
    """Yield the parts of a document that could not be read and may hold the answer."""
    if record.active:
        for part in record.active.unread:
            yield UnsearchedPart(document=record.path, where=part.where, code=part.code, message=part.message)
    elif record.why and record.why.code != "empty":
        yield UnsearchedPart(document=record.path, where=None, code=record.why.code, message=record.why.message)


def _near_words(
    services: Services, scope: Scope, snapshot: ScopeSnapshot, missing: Sequence[Word], *, is_doubtful: bool
) -> dict[str, tuple[str, ...]]:
    """Return words near the missing ones; in a sure answer only near those that are rare."""
    looked_up = [
        word.as_written for word in missing if is_doubtful or languages.is_rare(word.joined_form, word.language)
    ]
    near_words = {
        word: services.index.near_words(scope, snapshot, word) for word in looked_up[:MAX_WORDS_WITH_NEAR_WORDS]
    }
    return {word: near for word, near in near_words.items() if near}


def _distinct_passages(services: Services, result: SearchResult, limit: int) -> tuple[FoundPassage, ...]:
    """Return the best passages, each text once, with the other places that have the same text."""
    groups: dict[str, list[Hit]] = {}
    for hit in result.hits:
        groups.setdefault(_text_key(hit), []).append(hit)
    best = list(groups.values())[:limit]
    return tuple(_found_passage(services, result, hits, rank) for rank, hits in enumerate(best, 1))


def _text_key(hit: Hit) -> str:
    """Return what passages have in common that differ in nothing but their spaces and numbers."""
    return _NUMBER.sub("0", _shared_text(hit))


def _shared_text(hit: Hit) -> str:
    """Return what passages with the same text have in common: their heading and words, however they are spaced."""
    content = hit.content
    shared = " ".join((*content.where.heading[-1:], content.context or "", content.text))
    return "".join(shared.casefold().split())


_NUMBER = re.compile(r"\d(?:[\d.,]*\d)?")


def _found_passage(services: Services, result: SearchResult, hits: Sequence[Hit], rank: int) -> FoundPassage:
    (hit, *others), names = hits, result.snapshot.names
    passage = listing.to_passage(hit.record, hit.number, hit.content, names)
    words = [term.word.as_written for term in result.question.terms]
    pairs = list(zip(words, held_words(result.question, hit), strict=True))
    return FoundPassage(
        **asdict(passage),
        rank=rank,
        score=hit.score,
        matched=tuple(word for word, is_held in pairs if is_held),
        missing=tuple(word for word, is_held in pairs if not is_held),
        answering=answering_spans(passage.text, result.question),
        original=original_state(services.home, hit.record),
        also=tuple(_duplicate(other, hit, names) for other in others),
        explanation=_explanation(result, hit),
    )


def _duplicate(hit: Hit, shown: Hit, names: DocumentNames) -> Duplicate:
    path, where = hit.record.path, hit.content.where
    exact = _shared_text(hit) == _shared_text(shown)
    return Duplicate(document=path, where=where, citation=names.citation(path, where), exact=exact)


def _explanation(result: SearchResult, hit: Hit) -> tuple[ScorePart, ...] | None:
    """Return the parts of a score, each word's and each bonus; None if no explanation was asked for."""
    if hit.bonuses is None:
        return None
    words = [
        ScorePart(term.word.as_written, scoring.term_score(term, counts, hit.k))
        for term, counts in zip(result.question.terms, hit.counts, strict=True)
        if term.is_searched
    ]
    return (*words, *(ScorePart(name, value) for name, value in hit.bonuses.items()))

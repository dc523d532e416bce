"""Answering a question: the passages that answer it best, or a plain word that none holds the answer, and why."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from contents_service.citations import DocumentNames
from contents_service.documents import listing
from contents_service.documents.freshness import original_state
from contents_service.documents.services import Services
from contents_service.index.protocol import Hit, SearchResult
from contents_service.index.scope_snapshot import ScopeSnapshot
from contents_service.metrics import SEARCH_SECONDS, SEARCHES
from contents_service.model import Answer, Duplicate, FoundPassage, Record, Scope, ScorePart, Status, UnsearchedPart
from contents_service.relevance import scoring
from contents_service.relevance.scoring import WeightedQuestion
from contents_service.relevance.terms import Question, parse_question

SPARE_HITS = 14
"""More hits than were asked for are fetched, since the same text in several places is shown once."""
NEAREST_SHOWN = 3
"""How many of the nearest passages are named where none holds the answer."""
WORDS_WITH_NEAR_ONES = 4
"""Missing words for which near ones are looked up, so that a search stays bounded."""


def search(services: Services, scope: Scope, question: str, *, limit: int = 6, explain: bool = False) -> Answer:
    """Find what answers a question among the documents of a scope, at most `limit` passages, best first."""
    began = time.perf_counter()
    asked = shortened(question, services.settings.question_characters)
    answer = _answered(services, scope, parse_question(asked), limit, explain=explain)
    took = time.perf_counter() - began
    SEARCHES.labels(status=answer.status, weak=str(answer.weak).lower()).inc()
    SEARCH_SECONDS.observe(took)
    return _told(answer, asked, shortened=len(asked) < len(question), took_ms=round(took * 1000, 1))


def shortened(question: str, characters: int) -> str:
    """A question cut, if it is too long, after a whole word where there is one near."""
    if len(question) <= characters:
        return question
    cut = question[:characters]
    return cut.rsplit(None, 1)[0] if " " in cut[characters // 2 :] else cut


def _told(answer: Answer, question: str, *, shortened: bool, took_ms: float) -> Answer:
    return replace(answer, question=question, shortened=shortened, took_ms=took_ms)


def _answered(services: Services, scope: Scope, question: Question, limit: int, *, explain: bool) -> Answer:
    if not question.words:
        holdings = services.index.scope_snapshot(scope)
        return _account(holdings, scope, _status_without_search(holdings, scope) or "no_content_words")
    found = services.index.search(scope, question, rows=limit + SPARE_HITS, explain=explain)
    status = _status_without_search(found.snapshot, scope)
    if status:
        return _account(found.snapshot, scope, status)
    return _judged(services, scope, found, limit)


def _status_without_search(holdings: ScopeSnapshot, scope: Scope) -> Status | None:
    """Why nothing can be found, where there is nothing to search."""
    records = holdings.view(scope).records
    if not records:
        return "nothing_given"
    if any(record.active for record in records):
        return None
    return "still_reading" if any(record.job for record in records) else "nothing_read"


def _judged(services: Services, scope: Scope, found: SearchResult, limit: int) -> Answer:
    """Tell what answers from what merely shares a word, by the share of the question that the best passage holds."""
    best = found.hits[0].score if found.hits else 0.0
    confidence = scoring.confidence(best, found.question)
    whole = bool(found.hits) and all(_holds_each(found.question, found.hits[0]))
    shown = _shown(services, found, limit)
    missing = tuple(word.word.as_written for word in found.question.terms if not word.is_present)
    weak = confidence < scoring.REFUSAL_LIMITS.weak_below and not (
        whole and _holds_a_name(found.question, found.hits[0])
    )
    none = confidence < scoring.REFUSAL_LIMITS.refuse_below and not whole
    answer = _account(found.snapshot, scope, "none_holds_it" if none else "found")
    return replace(
        answer,
        weak=weak and not none,
        passages=() if none else shown,
        nearest=shown[:NEAREST_SHOWN] if none else (),
        missing_words=missing,
        near_words=_near(services, scope, found.snapshot, missing) if weak else {},
    )


def _holds_each(weighed: WeightedQuestion, hit: Hit) -> Iterable[bool]:
    """Whether a passage holds each word of the question."""
    return (counts.holds(word.word) for word, counts in zip(weighed.terms, hit.counts, strict=True))


def _holds_a_name(weighed: WeightedQuestion, hit: Hit) -> bool:
    """Whether a passage holds an identifier of the question to the letter, which it hardly does by chance."""
    words = zip(weighed.terms, hit.counts, strict=True)
    return any(word.word.is_compound and counts.literal for word, counts in words)


def _account(holdings: ScopeSnapshot, scope: Scope, status: Status) -> Answer:
    """What was searched, what is still being read, and what could not be read and may hold the answer."""
    records = holdings.view(scope).records
    return Answer(
        status=status,
        weak=False,
        question="",
        shortened=False,
        unread=tuple(part for record in records for part in _unread(record)),
        reading=tuple(record.path for record in records if record.job),
        searched=tuple(record.path for record in records if record.active),
    )


def _unread(record: Record) -> Iterable[UnsearchedPart]:
    if record.active:
        for part in record.active.unread:
            yield UnsearchedPart(document=record.path, where=part.where, code=part.code, message=part.message)
    elif record.why and record.why.code != "empty":
        yield UnsearchedPart(document=record.path, where=None, code=record.why.code, message=record.why.message)


def _near(
    services: Services, scope: Scope, holdings: ScopeSnapshot, missing: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    looked_up = {word: services.index.near_words(scope, holdings, word) for word in missing[:WORDS_WITH_NEAR_ONES]}
    return {word: near for word, near in looked_up.items() if near}


def _shown(services: Services, found: SearchResult, limit: int) -> tuple[FoundPassage, ...]:
    """The best passages, each text once, with the other places where it stands."""
    groups: dict[str, list[Hit]] = {}
    for hit in found.hits:
        groups.setdefault(_same_text(hit), []).append(hit)
    best = list(groups.values())[:limit]
    return tuple(_passage(services, found, hits, rank) for rank, hits in enumerate(best, 1))


def _same_text(hit: Hit) -> str:
    """What two passages share that are shown as one: their words, whatever the spaces, and their heading."""
    content = hit.content
    shared = " ".join((*content.where.heading[-1:], content.context or "", content.text))
    return shared.casefold().translate(_SPACES)


_SPACES = dict.fromkeys(map(ord, " \t\n\r\u00a0"))


def _passage(services: Services, found: SearchResult, hits: Sequence[Hit], rank: int) -> FoundPassage:
    (hit, *others), names = hits, found.snapshot.names
    passage = listing.passage_of(hit.record, hit.number, hit.content, names)
    words = list(zip(found.question.terms, _holds_each(found.question, hit), strict=True))
    return FoundPassage(
        id=passage.id,
        document=passage.document,
        number=passage.number,
        text=passage.text,
        context=passage.context,
        where=passage.where,
        citation=passage.citation,
        version=passage.version,
        rank=rank,
        score=hit.score,
        matched=tuple(weighed.word.as_written for weighed, held in words if held),
        missing=tuple(weighed.word.as_written for weighed, held in words if not held),
        original=original_state(services.home, hit.record),
        also=tuple(_also(other, names) for other in others),
        explanation=_explanation(found, hit),
    )


def _also(hit: Hit, names: DocumentNames) -> Duplicate:
    path, where = hit.record.path, hit.content.where
    return Duplicate(document=path, where=where, citation=names.citation(path, where))


def _explanation(found: SearchResult, hit: Hit) -> tuple[ScorePart, ...] | None:
    """The parts of a score, where they were asked for: each word's, and the three shares of the whole."""
    if hit.bonuses is None:
        return None
    words = [
        ScorePart(weighed.word.as_written, scoring.term_score(weighed, counts, hit.k))
        for weighed, counts in zip(found.question.terms, hit.counts, strict=True)
        if weighed.is_present
    ]
    return (*words, *(ScorePart(name, value) for name, value in hit.bonuses.items()))

"""Searching in Solr: count the question's words in the scope, then score its passages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from contents_service.errors import Busy
from contents_service.index.indexed_text import indexed_text
from contents_service.index.protocol import Hit, SearchResult
from contents_service.index.scope_snapshot import ScopeSnapshot, ScopeView
from contents_service.model import Record, Scope
from contents_service.relevance.question import Question, parse_question
from contents_service.relevance.scoring import Statistics, WeightedQuestion, limit_question, weigh_question
from contents_service.relevance.spelling import near_words
from contents_service.relevance.spelling.respelling import respell
from contents_service.relevance.spelling.variants import ways_to_part
from contents_service.relevance.weights import WEIGHTS
from contents_service.solr.client import SolrClient
from contents_service.solr.count_request import count_request, read_statistics
from contents_service.solr.documents import read_passage_documents
from contents_service.solr.keys import scope_key
from contents_service.solr.query_syntax import Params, within_view
from contents_service.solr.score_request import read_hits, score_request
from contents_service.solr.snapshots import SnapshotCache, read_version

MAX_ATTEMPTS = 6
"""Attempts at a search, which starts over if its scope changes meanwhile."""
NEAR_TEXTS: Params = {"rows": 10, "fl": "json", "sort": "score desc,id asc"}
"""The passages in which a near word is looked for."""


class Searcher:
    """Searches the passages of a scope."""

    def __init__(self, solr: SolrClient, snapshots: SnapshotCache) -> None:
        self._solr = solr
        self._snapshots = snapshots

    def search(self, scope: Scope, question: str, *, rows: int, explain: bool) -> SearchResult:
        """Return the passages of the scope that hold the question's words, best first; none if no word counts."""
        snapshot, read_as = self._snapshots.remembered(scope) or self._snapshots.current(scope), None
        parsed = _parse(question, snapshot.view(scope))
        for _ in range(MAX_ATTEMPTS):
            view = snapshot.view(scope)
            limits = within_view(scope, view)
            facets = self._count(parsed, scope, limits)
            current = self._snapshots.at_version(scope, read_version(facets["records"]))
            if current.version != snapshot.version:
                snapshot, read_as = current, None
                parsed = _parse(question, snapshot.view(scope))
                continue
            statistics = read_statistics(parsed, facets)
            if read_as is None:
                parsed, read_as = respell(
                    parsed,
                    statistics,
                    count=partial(self._count_words, scope, limits),
                    near_words=partial(self.near_words, scope, snapshot),
                )
                if read_as:
                    continue
            weighted = weigh_question(parsed, statistics)
            request = {**score_request(weighted, explain=explain), **limits}
            hits = self._best_hits(weighted, view.active, request, rows)
            return SearchResult(
                hits=hits, question=weighted, snapshot=snapshot, passages=facets["count"], read_as=read_as
            )
        raise Busy("What this application knows is changing faster than it can be searched. Try again in a moment.")

    def _count_words(self, scope: Scope, limits: Params, question: Question) -> Statistics:
        return read_statistics(question, self._count(question, scope, limits))

    def _count(self, question: Question, scope: Scope, limits: Params) -> Mapping[str, Any]:
        facets: Mapping[str, Any] = self._solr.query({**count_request(question, scope_key(scope)), **limits})["facets"]
        return facets

    def _best_hits(
        self, question: WeightedQuestion, active: Mapping[str, Record], request: Params, rows: int
    ) -> tuple[Hit, ...]:
        """Return the best passages; among those with equal scores, always the same ones.

        Solr orders reranked passages of equal score by their place in the index, which other scopes change. Where equal
        scores are on both sides of the cut, all reranked passages are fetched, and cut here by their ids.
        """
        if not (question.candidate_terms or question.quotations):
            return ()
        hits = read_hits(question, active, self._solr.query({**request, "rows": rows + 1}))
        if len(hits) > rows and hits[rows - 1].score == hits[rows].score:
            hits = read_hits(question, active, self._solr.query({**request, "rows": WEIGHTS.rerank_depth}))
        return tuple(hits[:rows])

    def near_words(self, scope: Scope, snapshot: ScopeSnapshot, word: str) -> tuple[str, ...]:
        """Return words of the scope that are spelt nearly like one that it does not hold."""
        word = word.casefold()
        if not near_words.may_have_near_words(word):
            return ()
        limits = within_view(scope, snapshot.view(scope))
        for query in _near_word_queries(word):
            passages = read_passage_documents(self._solr.query({"q": query, **NEAR_TEXTS, **limits}))
            near = near_words.nearest_words(word, (indexed_text(passage.decode()) for passage in passages))
            if near:
                return near
        return ()


def _parse(question: str, view: ScopeView) -> Question:
    return limit_question(parse_question(question, view.languages[0]))


def _near_word_queries(word: str) -> Iterable[str]:
    """Return queries for passages with a near word; each is sent only if the one before finds nothing near enough."""
    two_words = " ".join(f'body:"{words}"^=2' for words in ways_to_part(word))
    one_error, ending = near_words.misspelling_pattern(word), near_words.other_ending_pattern(word)
    yield f"exact:/{one_error}/^=3 {two_words} exact:/{ending}/^=1"
    if len(word) >= near_words.MIN_LETTERS_FOR_TWO_ERRORS:
        yield f"exact:/{near_words.beginning_pattern(word)}/^=1"

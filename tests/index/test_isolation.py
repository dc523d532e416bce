"""What others store moves nothing: 200 result lists are the same to the last digit, whatever comes and goes beside."""

from __future__ import annotations

import random

import pytest
import wordfreq
from helpers.factories import make_reading, new_app_id, write_reading
from msgspec.structs import replace

from contents_service.model import Scope
from contents_service.relevance.terms import parse_question
from contents_service.solr.index import SolrIndex

pytestmark = [pytest.mark.solr, pytest.mark.timeout(300)]

QUESTIONS, OWN, FOREIGN, A_DOCUMENT = 200, 300, 20_000, 1_000
Ranked = list[tuple[str, float]]


def some_words(drawn: random.Random, count: int) -> str:
    return " ".join(drawn.choices(WORDS, WEIGHTS, k=count))


WORDS = [word for word in wordfreq.top_n_list("en", 6_000, wordlist="small") if word.isalpha()]
WEIGHTS = [1 / place for place in range(1, len(WORDS) + 1)]


@pytest.mark.parametrize("where", ["solr_url", pytest.param("cloud_url", marks=pytest.mark.torture)])
def test_no_foreign_passage_moves_a_score_by_a_digit(where: str, request: pytest.FixtureRequest) -> None:
    drawn = random.Random(20)
    urls = request.getfixturevalue(where).split(",")
    index, scope, foreign = SolrIndex.at(urls), Scope(new_app_id(), "eric"), Scope(new_app_id(), "ana")
    write_reading(index, scope, "eric/own.txt", make_reading(*(some_words(drawn, 60) for _ in range(OWN))))
    index.commit()
    questions = [some_words(drawn, 7) for _ in range(QUESTIONS)]

    def ranked() -> list[Ranked]:
        found = [index.search(scope, parse_question(question), rows=10, explain=False) for question in questions]
        return [[(hit.id, hit.score) for hit in each.hits] for each in found]

    alone = ranked()
    assert sum(bool(hits) for hits in alone) > 0.9 * QUESTIONS
    records = [
        write_reading(
            index, foreign, f"ana/{number}.txt", make_reading(*(some_words(drawn, 12) for _ in range(A_DOCUMENT)))
        )
        for number in range(FOREIGN // A_DOCUMENT)
    ]
    assert ranked() == alone  # before the commit
    index.commit()
    assert ranked() == alone
    for record in records:
        assert record.active
        index.delete_passages(record, [record.active.reading])
        kept = index.get(foreign, record.id)
        assert kept
        index.put(replace(record, removed=True, active=None), kept.version)
    index.commit()
    assert ranked() == alone

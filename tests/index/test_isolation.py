"""Other scopes change nothing: 200 result lists stay the same to the last digit while foreign passages come and go."""

from __future__ import annotations

from random import Random

import pytest
import wordfreq
from helpers.factories import make_reading, new_app_id, write_reading
from msgspec.structs import replace

from contents_service.model import Scope
from contents_service.solr.index import SolrIndex

pytestmark = [pytest.mark.solr, pytest.mark.timeout(900)]

QUESTIONS, OWN_PASSAGES, FOREIGN_PASSAGES, PASSAGES_PER_DOCUMENT = 200, 300, 20_000, 1_000
Ranked = list[tuple[str, float]]


def random_words(random: Random, count: int) -> str:
    return " ".join(random.choices(WORDS, WEIGHTS, k=count))


WORDS = [word for word in wordfreq.top_n_list("en", 6_000, wordlist="small") if word.isalpha()]
WEIGHTS = [1 / place for place in range(1, len(WORDS) + 1)]


@pytest.mark.parametrize("url_fixture", ["solr_url", pytest.param("cloud_url", marks=pytest.mark.torture)])
def test_foreign_passages_change_no_score(url_fixture: str, request: pytest.FixtureRequest) -> None:
    random = Random(20)
    urls = request.getfixturevalue(url_fixture).split(",")
    index, scope, foreign = SolrIndex.at(urls), Scope(new_app_id(), "eric"), Scope(new_app_id(), "ana")
    write_reading(index, scope, "eric/own.txt", make_reading(*(random_words(random, 60) for _ in range(OWN_PASSAGES))))
    index.commit()
    questions = [random_words(random, 7) for _ in range(QUESTIONS)]

    def rankings() -> list[Ranked]:
        found = [index.search(scope, question, rows=10, explain=False) for question in questions]
        return [[(hit.id, hit.score) for hit in each.hits] for each in found]

    before = rankings()
    assert sum(bool(hits) for hits in before) > 0.9 * QUESTIONS
    records = [
        write_reading(
            index,
            foreign,
            f"ana/{number}.txt",
            make_reading(*(random_words(random, 12) for _ in range(PASSAGES_PER_DOCUMENT))),
        )
        for number in range(FOREIGN_PASSAGES // PASSAGES_PER_DOCUMENT)
    ]
    assert rankings() == before  # before the commit
    index.commit()
    assert rankings() == before
    for record in records:
        assert record.active
        index.delete_passages(record, [record.active.reading])
        current = index.get(foreign, record.id)
        assert current
        index.put(replace(record, removed=True, active=None), current.version)
    index.commit()
    assert rankings() == before

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

QUESTIONS, OWN_PASSAGES, FOREIGN_PASSAGES, PASSAGES_PER_DOCUMENT, MISSPELT_WORDS = 200, 300, 20_000, 1_000, 40


def words_of(language: str) -> list[str]:
    return [word for word in wordfreq.top_n_list(language, 6_000, wordlist="small") if word.isalpha()]


WORDS = {language: words_of(language) for language in ("en", "de")}


def random_words(random: Random, count: int, language: str = "en") -> str:
    words = WORDS[language]
    return " ".join(random.choices(words, [1 / rank for rank in range(1, len(words) + 1)], k=count))


def misspell(random: Random, word: str) -> str:
    """Return a word with two neighbouring letters swapped."""
    at = random.randrange(1, len(word) - 1)
    return f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}"


@pytest.mark.parametrize("url_fixture", ["solr_url", pytest.param("cloud_url", marks=pytest.mark.torture)])
def test_foreign_passages_change_no_score_no_spelling_and_no_near_word(
    url_fixture: str, request: pytest.FixtureRequest
) -> None:
    random = Random(20)
    urls = request.getfixturevalue(url_fixture).split(",")
    index, scope, foreign = SolrIndex.at(urls), Scope(new_app_id(), "eric"), Scope(new_app_id(), "ana")
    for language in WORDS:
        texts = (random_words(random, 60, language) for _ in range(OWN_PASSAGES // 2))
        write_reading(index, scope, f"eric/own-{language}.txt", make_reading(*texts))
    index.commit()
    misspelt = [
        misspell(random, random.choice([word for word in WORDS["en"] if len(word) > 6])) for _ in range(MISSPELT_WORDS)
    ]
    questions = [random_words(random, 7, language) for language in WORDS for _ in range(QUESTIONS // 2)]
    questions += [f"{random_words(random, 3)} {word}" for word in misspelt]

    def everything() -> list[tuple[object, ...]]:
        """Return all that a caller is told: the hits, what words weigh, what was read as what, and near words."""
        found = [index.search(scope, question, rows=10, explain=False) for question in questions]
        snapshot = index.scope_snapshot(scope)
        answers: list[tuple[object, ...]] = [
            (
                [(hit.id, hit.score) for hit in each.hits],
                [(term.word.literal_form, term.idf) for term in each.question.terms],
                each.question.language,
                each.read_as,
            )
            for each in found
        ]
        return [*answers, *((word, index.near_words(scope, snapshot, word)) for word in misspelt)]

    before = everything()
    assert sum(bool(hits) for hits, *_ in before) > 0.9 * QUESTIONS
    assert {language for _, _, language, _ in before[: len(questions)]} == set(WORDS)
    assert any(read_as for *_, read_as in before[: len(questions)])
    assert any(near for _, near in before[len(questions) :])
    records = [
        write_reading(
            index,
            foreign,
            f"ana/{number}.txt",
            make_reading(
                *(
                    f"{random_words(random, 8)} {random_words(random, 4, 'de')} {random.choice(misspelt)}"
                    for _ in range(PASSAGES_PER_DOCUMENT)
                )
            ),
        )
        for number in range(FOREIGN_PASSAGES // PASSAGES_PER_DOCUMENT)
    ]
    assert everything() == before  # before the commit
    index.commit()
    assert everything() == before
    for record in records:
        assert record.active
        index.delete_passages(record, [record.active.reading])
        current = index.get(foreign, record.id)
        assert current
        index.put(replace(record, removed=True, active=None), current.version)
    index.commit()
    assert everything() == before

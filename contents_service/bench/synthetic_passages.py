"""Passages of words drawn as English draws them, to fill a core with as many as are wanted."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import accumulate

import wordfreq

from contents_service.documents.reading.outcomes import active_reading, with_active_reading
from contents_service.documents.records import new_reading_id
from contents_service.index.protocol import Index, document_id
from contents_service.model import Fingerprint, PassageContent, Reading, Record, Scope, location

VOCABULARY = 50_000
PASSAGE_WORDS = 150
A_DOCUMENT = 500
"""Passages of one document, unless it is said otherwise: as many as one update request takes. Nothing is committed
before all are written."""
WRITERS = 2
"""Documents that are on their way to the index while the next is made up."""
NOW = "2026-01-01T00:00:00.000Z"


class EnglishSampler:
    """Words with the frequencies of English, always the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self._drawn = random.Random(seed)  # noqa: S311 — words are no secret
        self._words = wordfreq.top_n_list("en", VOCABULARY, wordlist="best")
        weights = (1 / (rank + 2.7) for rank in range(len(self._words)))  # Zipf's law, as Mandelbrot has it
        self._weights = list(accumulate(weights))

    def text(self, words: int) -> str:
        """So many words."""
        return " ".join(self._drawn.choices(self._words, cum_weights=self._weights, k=words))

    def question(self) -> str:
        """Five words, none of the most common, which say nothing in a question."""
        return " ".join(self._drawn.sample(self._words[200:20_000], 5))


def fill(
    index: Index,
    scope: Scope,
    passages: int,
    english: EnglishSampler,
    *,
    each: int = A_DOCUMENT,
    told: Callable[[int], None] = lambda _: None,
) -> list[str]:
    """Write documents of `each` passages with so many in all, commit, and return their paths."""
    paths = []
    with ThreadPoolExecutor(WRITERS) as pool:
        writing: deque[Future[None]] = deque()
        for number, count in enumerate(_documents(passages, each)):
            paths.append(f"{scope.giver}/{number}.txt")
            writing.append(pool.submit(_write, index, scope, paths[-1], _reading(count, english)))
            if len(writing) > WRITERS:
                writing.popleft().result()
            told(count)
        for written in writing:
            written.result()
    index.commit()
    return paths


def _documents(passages: int, each: int) -> Iterator[int]:
    whole, rest = divmod(passages, each)
    yield from [each] * whole
    if rest:
        yield rest


def _reading(passages: int, english: EnglishSampler) -> Reading:
    drafts = [
        PassageContent(text=english.text(PASSAGE_WORDS), where=location(lines=(line, line)))
        for line in range(1, passages + 1)
    ]
    return Reading(format="text", passages=tuple(drafts), title=english.text(3))


def _write(index: Index, scope: Scope, path: str, reading: Reading) -> None:
    file = Fingerprint(bytes=1, sha256="0" * 64, modified_ns=1)
    record = Record(id=document_id(scope, path), app=scope.app, giver=scope.giver, path=path, given_at=NOW, file=file)
    held = active_reading(reading, new_reading_id(record.id), file, NOW)
    index.write_passages(record, held.reading, reading)
    index.put(with_active_reading(record, held), None)

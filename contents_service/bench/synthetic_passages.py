"""Passages of random words with the frequencies of English, to fill a core to any size."""

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
PASSAGES_PER_DOCUMENT = 500
"""Passages of one document by default, as many as fit in one update request."""
WRITERS = 2
"""Documents that are being written to the index while the next is generated."""
NOW = "2026-01-01T00:00:00.000Z"


class EnglishSampler:
    """Draws random words with the frequencies of English; the same seed gives the same words."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 — not used for secrets
        self._words = wordfreq.top_n_list("en", VOCABULARY, wordlist="best")
        weights = (1 / (rank + 2.7) for rank in range(len(self._words)))  # the Zipf–Mandelbrot law
        self._weights = list(accumulate(weights))

    def text(self, words: int) -> str:
        """Return a text with this many words."""
        return " ".join(self._random.choices(self._words, cum_weights=self._weights, k=words))

    def question(self) -> str:
        """Return five words, none of which are among the most common."""
        return " ".join(self._random.sample(self._words[200:20_000], 5))


def fill(
    index: Index,
    scope: Scope,
    passages: int,
    english: EnglishSampler,
    *,
    per_document: int = PASSAGES_PER_DOCUMENT,
    on_progress: Callable[[int], None] = lambda _: None,
) -> list[str]:
    """Write passages in documents of `per_document` each, commit once at the end, and return the paths."""
    paths = []
    with ThreadPoolExecutor(WRITERS) as pool:
        writing: deque[Future[None]] = deque()
        for number, count in enumerate(_passage_counts(passages, per_document)):
            paths.append(f"{scope.giver}/{number}.txt")
            writing.append(pool.submit(_write, index, scope, paths[-1], _reading(count, english)))
            if len(writing) > WRITERS:
                writing.popleft().result()
            on_progress(count)
        for written in writing:
            written.result()
    index.commit()
    return paths


def _passage_counts(passages: int, per_document: int) -> Iterator[int]:
    whole, rest = divmod(passages, per_document)
    yield from [per_document] * whole
    if rest:
        yield rest


def _reading(passages: int, english: EnglishSampler) -> Reading:
    contents = [
        PassageContent(text=english.text(PASSAGE_WORDS), where=location(lines=(line, line)))
        for line in range(1, passages + 1)
    ]
    return Reading(format="text", passages=tuple(contents), title=english.text(3))


def _write(index: Index, scope: Scope, path: str, reading: Reading) -> None:
    file = Fingerprint(bytes=1, sha256="0" * 64, modified_ns=1)
    record = Record(id=document_id(scope, path), app=scope.app, giver=scope.giver, path=path, given_at=NOW, file=file)
    active = active_reading(reading, new_reading_id(record.id), file, NOW)
    index.write_passages(record, active.reading, reading)
    index.put(with_active_reading(record, active), None)

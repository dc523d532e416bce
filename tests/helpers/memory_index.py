"""An index in memory; `test_index_promises.py` tests that it behaves like the real one.

Its terms and scores are those of `relevance/terms.py` and `relevance/scoring.py`, not of Solr's analysis.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from math import inf

from contents_service.index.indexed_text import IndexedPassage, indexed_passages
from contents_service.index.protocol import Hit, PendingReadings, SearchResult, Totals, Usage, WriteConflict
from contents_service.index.scope_snapshot import ScopeSnapshot, VersionedRecord
from contents_service.model import OutlineEntry, PassageContent, Reading, Record, Scope, Selection
from contents_service.relevance import scoring
from contents_service.relevance.question import Question, parse_question
from contents_service.relevance.scoring import Statistics, TermCounts, WeightedQuestion
from contents_service.relevance.spelling import near_words
from contents_service.relevance.spelling.respelling import respell
from contents_service.relevance.terms import Word, split_words, stem
from contents_service.relevance.weights import WEIGHTS

Key = tuple[str, str]


class MemoryIndex:
    """Records and passages in dictionaries. As in Solr, searches see only what is committed."""

    def __init__(self) -> None:
        self._written: dict[str, VersionedRecord] = {}
        self._committed: dict[str, VersionedRecord] = {}
        self._readings: dict[str, tuple[Record, Reading]] = {}
        self._committed_readings: dict[str, tuple[Record, Reading]] = {}
        self._versions = count(1)
        self._unpurged: list[Record] = []
        self._purge_claimed_until = 0.0

    def is_ready(self) -> bool:
        return True

    def get(self, scope: Scope, document: str) -> VersionedRecord | None:
        versioned = self._written.get(document)
        if (
            versioned is None
            or _key(versioned.record) != (scope.app, scope.giver)
            or not scope.covers(versioned.record.path)
        ):
            return None
        return versioned

    def put(self, record: Record, version: int | None) -> None:
        self._put(record, version)

    def can_import_copies(self) -> bool:
        return True

    def import_copy(self, record: Record, version: int | None, of: int) -> None:
        self._put(record, version, of)

    def _put(self, record: Record, version: int | None, copied_version: int | None = None) -> None:
        versioned = self._written.get(record.id)
        if (versioned.version if versioned else None) != version:
            raise WriteConflict
        self._written[record.id] = VersionedRecord(record, next(self._versions), copied_version)

    def commit(self) -> None:
        self._committed = dict(self._written)
        self._committed_readings = dict(self._readings)

    def refresh(self) -> None:
        self.commit()

    def scope_snapshot(self, scope: Scope) -> ScopeSnapshot:
        versioned = {
            id_: versioned
            for id_, versioned in self._committed.items()
            if _key(versioned.record) == (scope.app, scope.giver)
        }
        newest = max((each.version for each in versioned.values()), default=0)
        return ScopeSnapshot(f"{len(versioned)}-{newest}", versioned)

    def usage(self, scope: Scope) -> Usage:
        given = [versioned.record for versioned in self._committed.values() if versioned.record.giver == scope.giver]
        present = [record for record in given if not record.removed]
        return Usage(in_app=_usage([record for record in present if record.app == scope.app]), in_all=_usage(present))

    def due_records(self, now: float, latest: float = inf) -> Sequence[VersionedRecord]:
        waiting = [
            versioned for versioned in self._committed.values() if versioned.record.job and not versioned.record.removed
        ]
        free = [
            versioned.record
            for versioned in waiting
            if versioned.record.job and not now <= versioned.record.job.lease_until <= latest
        ]
        counts: Counter[str] = Counter()
        turns = []
        for record in sorted(free, key=lambda record: (record.job.since if record.job else "", record.id)):
            turns.append((counts[record.giver], record.id, record))
            counts[record.giver] += 1
        return [self._committed[record.id] for _, _, record in sorted(turns, key=lambda turn: turn[:2])]

    def pending_readings(self) -> PendingReadings:
        jobs = [
            versioned.record.job
            for versioned in self._committed.values()
            if versioned.record.job and not versioned.record.removed
        ]
        return PendingReadings(len(jobs), min((job.since for job in jobs if job), default=None))

    def write_passages(self, record: Record, reading_id: str, reading: Reading) -> None:
        self._readings[reading_id] = (record, reading)

    def delete_passages(self, record: Record, readings: Sequence[str]) -> None:
        for reading in readings:
            deleted = self._readings.pop(reading, None)
            self._committed_readings.pop(reading, None)
            self._unpurged += [deleted[0]] * len(deleted[1].passages) if deleted else []

    def delete_record(self, record: Record, version: int) -> None:
        versioned = self._written.get(record.id)
        if versioned is None or versioned.version != version:
            raise WriteConflict
        del self._written[record.id]

    def retired_records(self) -> Sequence[Record]:
        return [
            versioned.record
            for versioned in self._committed.values()
            if versioned.record.retired or versioned.record.removed
        ]

    def claim_purge(self, now: float, period_s: float) -> bool:
        if now < self._purge_claimed_until <= now + period_s:
            return False
        self._purge_claimed_until = now + period_s
        return True

    def purge(self) -> int:
        orphaned = [reading for reading, (record, _) in self._readings.items() if record.id not in self._written]
        for reading in orphaned:
            self.delete_passages(self._readings[reading][0], [reading])
        deleted, self._unpurged = len(self._unpurged), []
        return deleted

    def select_records(self, selection: Selection) -> Iterator[VersionedRecord]:
        for document in sorted(self._committed):
            versioned = self._committed.get(document)
            if versioned and selection.covers(*_key(versioned.record)):
                yield versioned

    def count_traces(self, scopes: Collection[Scope]) -> int:
        stored = [versioned.record for versioned in self._committed.values()] + self._unpurged
        return sum(_key(record) in {(scope.app, scope.giver) for scope in scopes} for record in stored)

    def outdated_records(self, reader_version: int) -> Sequence[Record]:
        read = [
            versioned.record
            for versioned in self._committed.values()
            if versioned.record.active and not versioned.record.job
        ]
        return [record for record in read if record.active and record.active.reader_version < reader_version]

    def outline(self, scope: Scope, record: Record) -> tuple[OutlineEntry, ...]:
        reading = self._reading(scope, record)
        return reading.outline if reading else ()

    def passages(self, scope: Scope, record: Record, *, after: int, limit: int) -> Sequence[tuple[int, PassageContent]]:
        reading = self._reading(scope, record)
        numbered = list(enumerate(reading.passages, 1)) if reading else []
        return [(number, content) for number, content in numbered if number > after][:limit]

    def _reading(self, scope: Scope, record: Record) -> Reading | None:
        if record.active is None or _key(record) != (scope.app, scope.giver):
            return None
        versioned = self._committed_readings.get(record.active.reading)
        return versioned[1] if versioned else None

    def search(self, scope: Scope, question: str, *, rows: int, explain: bool) -> SearchResult:
        snapshot = self.scope_snapshot(scope)
        view = snapshot.view(scope)
        assert not view.active.keys() & set(view.hidden)
        passages = list(self._passages(view.active))
        parsed = scoring.limit_question(parse_question(question, view.languages[0]))
        parsed, read_as = respell(
            parsed,
            _statistics(parsed, passages),
            count=lambda words: _statistics(words, passages),
            near_words=lambda word: self.near_words(scope, snapshot, word),
        )
        counted = [(passage, [_counts(passage[3], word) for word in parsed.words]) for passage in passages]
        weighted = scoring.weigh_question(parsed, _statistics(parsed, passages))
        found = [(passage, counts) for passage, counts in counted if any(map(_contains_part, counts))]
        hits = [_hit(weighted, passage, counts, explain=explain) for passage, counts in found]
        best = sorted(hits, key=lambda hit: (-hit.score, hit.id))[:rows]
        return SearchResult(
            hits=tuple(best), question=weighted, snapshot=snapshot, passages=len(passages), read_as=read_as
        )

    def near_words(self, scope: Scope, snapshot: ScopeSnapshot, word: str) -> tuple[str, ...]:
        texts = (passage[2].text for passage in self._passages(snapshot.view(scope).active))
        return near_words.nearest_words(word.casefold(), texts) if near_words.may_have_near_words(word) else ()

    def _passages(self, active: Mapping[str, Record]) -> Iterable[tuple[Record, int, PassageContent, _Terms]]:
        for reading, record in active.items():
            versioned = self._committed_readings.get(reading)
            if versioned is None:
                continue
            for number, passage in enumerate(indexed_passages(record, versioned[1]), 1):
                yield record, number, passage.content, _Terms(passage)


def _usage(records: Sequence[Record]) -> Totals:
    return Totals(len(records), sum(record.active.passages for record in records if record.active))


class _Terms:
    def __init__(self, passage: IndexedPassage) -> None:
        words = split_words(passage.text)
        self.stems: Counter[str] = Counter()
        self.literal: Counter[str] = Counter()
        for word in words:
            self.stems.update({stem(part) for part in word.parts} | {stem(word.joined_form)})
            self.literal.update({word.literal_form, *word.parts})
        self.line = f" {' '.join(stem(part) for word in words for part in word.parts)} "
        self.keys = Counter(passage.values.split())
        self.k = scoring.saturation_point(passage.words)


def _counts(terms: _Terms, word: Word) -> TermCounts:
    if word.keys:
        return TermCounts(stemmed=sum(terms.keys[key] for key in word.keys), literal=0, parts=())
    if word.own_key:
        by_english_stem = terms.stems[stem(word.joined_form)]
        return TermCounts(stemmed=max(by_english_stem, terms.keys[word.own_key]), literal=0, parts=())
    parts = tuple(terms.stems[stem(part)] for part in word.parts) if word.is_compound else ()
    literal = terms.literal[word.literal_form] if word.is_compound else 0
    stemmed = 0 if word.is_compound and len(word.parts) == 1 else terms.stems[stem(word.joined_form)]
    adjacent = len(word.parts) > 1 and f" {' '.join(map(stem, word.parts))} " in terms.line
    stemmed += sum(terms.literal[form] for form in word.irregular_forms)
    forms = sum(terms.literal[form] for form in word.forms) if word.forms else None
    return TermCounts(stemmed=stemmed, literal=literal, parts=parts, adjacent=adjacent, forms=forms)


def _statistics(question: Question, passages: Sequence[tuple[Record, int, PassageContent, _Terms]]) -> Statistics:
    counted = [[_counts(passage[3], word) for word in question.words] for passage in passages]
    return Statistics(
        passages=len(passages),
        words=[sum(_contains(counts[at]) for counts in counted) for at in range(len(question.words))],
        forms=[
            sum(bool(counts[at].forms if word.forms else _contains(counts[at])) for counts in counted)
            for at, word in enumerate(question.words)
        ],
        parts={part: sum(stem(part) in passage[3].stems for passage in passages) for part in _parts(question)},
    )


def _contains(counts: TermCounts) -> bool:
    return bool(counts.literal or counts.stemmed or counts.adjacent)


def _contains_part(counts: TermCounts) -> bool:
    return bool(counts.stemmed or counts.literal or any(counts.parts))


def _parts(question: Question) -> list[str]:
    return list(dict.fromkeys(part for word in question.words if word.is_compound for part in word.parts))


def _hit(
    weighted: WeightedQuestion,
    passage: tuple[Record, int, PassageContent, _Terms],
    counts: list[TermCounts],
    *,
    explain: bool,
) -> Hit:
    record, number, content, terms = passage
    pairs = zip(weighted.terms, counts, strict=True)
    score = sum(scoring.term_score(term, term_counts, terms.k) for term, term_counts in pairs)
    literal = WEIGHTS.literal * sum(term.idf for term in weighted.terms if terms.literal[term.word.literal_form])
    reading = record.active.reading if record.active else ""
    return Hit(
        id=f"{reading}.{number}",
        record=record,
        reading=reading,
        number=number,
        content=content,
        score=score + literal,
        counts=tuple(counts),
        k=terms.k,
        bonuses={"words as written": literal} if explain else None,
    )


def _key(record: Record) -> Key:
    return record.app, record.giver

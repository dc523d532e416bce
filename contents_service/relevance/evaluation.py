"""Measures how well an application's own questions are answered: success, nDCG, and which are answered or refused.

The measures are those of `ir-measures` (the extra `eval`), with the gold locations of a question as its relevant
documents: a passage that overlaps one counts as that document, any other passage as one that is not relevant.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean

import ir_measures
from ir_measures import RR, Qrel, ScoredDoc, Success, nDCG
from msgspec import Struct, field

from contents_service.model import Span, Where

DEPTH = 6
"""Number of passages to request for each question."""
MEASURES = {"success@1": Success @ 1, f"success@{DEPTH}": Success @ DEPTH, f"nDCG@{DEPTH}": nDCG @ DEPTH, "MRR": RR}
RESAMPLES = 1_000
"""Number of bootstrap samples from which an interval is computed."""
SEED = 20
"""Seed of the bootstrap, so that the same answers give the same interval."""
GOLD_PREFIX = "gold-"
"""Prefix of the names that gold locations have for `ir-measures`."""


class GoldLocation(Struct, frozen=True, kw_only=True):
    """A place that holds the answer: lines of a text, or a page of a PDF."""

    document: str
    line_start: int | None = None
    line_end: int | None = None
    page: int | None = None


class EvaluationQuestion(Struct, frozen=True, kw_only=True):
    """A line of a file of questions; other fields in it are ignored."""

    question: str
    answerable: bool
    answer_location: tuple[GoldLocation, ...] = ()
    kind: str = ""


class Place(Struct, frozen=True):
    """A document and a place in it."""

    document: str
    where: Where


class EvaluatedPassage(Struct, frozen=True, kw_only=True):
    """A passage of an answer, and the other places whose text is the same or differs only in numbers."""

    document: str
    where: Where
    also: tuple[Place, ...] = ()


class EvaluatedAnswer(Struct, frozen=True, kw_only=True):
    """The service's answer to a question."""

    status: str
    weak: bool
    passages: tuple[EvaluatedPassage, ...]

    @property
    def is_found(self) -> bool:
        """Whether the question was answered, not refused."""
        return self.status == "found"

    @property
    def is_doubtful(self) -> bool:
        """Whether the question was refused, or its answer is weak."""
        return self.weak or not self.is_found


class Figure(Struct, frozen=True):
    """The mean of a measure with its 95 % interval, and the number of questions that it was measured on."""

    value: float
    low: float
    high: float
    questions: int = field(name="of")


class Miss(Struct, frozen=True, kw_only=True):
    """A question whose answer was not among the passages found.

    It says where the answer is, and the first passage found, or the answer's status if there was none.
    """

    question: str
    expected: tuple[str, ...] = field(name="wanted")
    found_first: str = field(name="came")


class Report(Struct, frozen=True, kw_only=True):
    """The figures of an evaluation by name, and the questions whose answer was not found."""

    figures: Mapping[str, Figure]
    misses: tuple[Miss, ...]


def evaluate(
    questions: Sequence[EvaluationQuestion],
    ask: Callable[[str], EvaluatedAnswer],
    *,
    on_progress: Callable[[int], None] = lambda _: None,
) -> Report:
    """Ask every question and measure the answers."""
    answers = []
    for count, question in enumerate(questions, 1):
        answers.append(ask(question.question))
        on_progress(count)
    answered = list(zip(questions, answers, strict=True))
    answerable = [(question, answer) for question, answer in answered if question.answerable]
    unanswerable = [answer for question, answer in answered if not question.answerable]
    figures = {
        **(_ranking_figures(answerable) if answerable else {}),
        "answered": _figure([answer.is_found for _, answer in answerable]),
        "answered, not weak": _figure([not answer.is_doubtful for _, answer in answerable]),
        "refused": _figure([not answer.is_found for answer in unanswerable]),
        "refused or weak": _figure([answer.is_doubtful for answer in unanswerable]),
    }
    misses = [_miss(question, answer) for question, answer in answerable if not _finds_gold(question, answer)]
    return Report(figures={name: figure for name, figure in figures.items() if figure.questions}, misses=tuple(misses))


def _ranking_figures(answerable: Sequence[tuple[EvaluationQuestion, EvaluatedAnswer]]) -> dict[str, Figure]:
    qrels, run = [], []
    for number, (question, answer) in enumerate(answerable):
        qrels += [
            Qrel(str(number), f"{GOLD_PREFIX}{index}", 1) for index in range(max(1, len(question.answer_location)))
        ]
        run += [ScoredDoc(str(number), name, -rank) for rank, name in enumerate(_ranked_names(question, answer))]
    values: dict[str, list[float]] = {name: [] for name in MEASURES}
    names = {str(measure): name for name, measure in MEASURES.items()}
    for metric in ir_measures.iter_calc(list(MEASURES.values()), qrels, run):
        values[names[str(metric.measure)]].append(metric.value)
    return {name: _figure(measured) for name, measured in values.items()}


def _ranked_names(question: EvaluationQuestion, answer: EvaluatedAnswer) -> list[str]:
    """Return a name for each passage, best first.

    It is that of a gold location that the passage overlaps and no better passage has taken, else a name of its own.
    """
    names: list[str] = []
    for rank, passage in enumerate(answer.passages):
        overlapped = [
            f"{GOLD_PREFIX}{index}" for index, gold in enumerate(question.answer_location) if _overlaps(passage, gold)
        ]
        names.append(next((name for name in overlapped if name not in names), f"other-{rank}"))
    return names


def _finds_gold(question: EvaluationQuestion, answer: EvaluatedAnswer) -> bool:
    return any(name.startswith(GOLD_PREFIX) for name in _ranked_names(question, answer))


def _overlaps(passage: EvaluatedPassage, gold: GoldLocation) -> bool:
    places = (Place(passage.document, passage.where), *passage.also)
    return any(
        _is_same_document(place.document, gold.document) and _overlaps_where(place.where, gold) for place in places
    )


def _is_same_document(path: str, gold_path: str) -> bool:
    """Whether two paths may name the same document: one ends with the other, in whole path components."""
    return f"/{gold_path}".endswith(f"/{path}") or f"/{path}".endswith(f"/{gold_path}")


def _overlaps_where(where: Where, gold: GoldLocation) -> bool:
    if gold.page is not None:
        return where.pages is not None and _spans_overlap(where.pages, (gold.page, gold.page))
    if gold.line_start is None or where.lines is None:
        return False
    return _spans_overlap(where.lines, (gold.line_start, gold.line_end or gold.line_start))


def _spans_overlap(left: Span, right: Span) -> bool:
    return left[0] <= right[1] and right[0] <= left[1]


def _figure(values: Iterable[float]) -> Figure:
    generator = random.Random(SEED)  # noqa: S311 — a resample is no secret
    values = list(values)
    if not values:
        return Figure(0.0, 0.0, 0.0, 0)
    means = sorted(fmean(generator.choices(values, k=len(values))) for _ in range(RESAMPLES))
    return Figure(fmean(values), means[int(RESAMPLES * 0.025)], means[int(RESAMPLES * 0.975)], len(values))


def _miss(question: EvaluationQuestion, answer: EvaluatedAnswer) -> Miss:
    first = answer.passages[0] if answer.passages else None
    return Miss(
        question=question.question,
        expected=tuple(map(_describe, question.answer_location)),
        found_first=f"{first.document}, {first.where.text}" if first else answer.status,
    )


def _describe(gold: GoldLocation) -> str:
    place = f"page {gold.page}" if gold.page is not None else f"lines {gold.line_start}–{gold.line_end}"
    return f"{gold.document}, {place}"

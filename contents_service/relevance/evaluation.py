"""How well an application's own questions are answered: success, nDCG, what is kept and what is refused.

The measures are `ir-measures`' (the extra `eval`). A question's places are its relevant documents there: a passage that
overlaps one stands for it, any other passage is one that is not relevant.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean

import ir_measures
from ir_measures import RR, Qrel, ScoredDoc, Success, nDCG
from msgspec import Struct

from contents_service.model import Span, Where

DEPTH = 6
MEASURES = {"success@1": Success @ 1, f"success@{DEPTH}": Success @ DEPTH, f"nDCG@{DEPTH}": nDCG @ DEPTH, "MRR": RR}
RESAMPLES, SEED = 1_000, 20
"""Of the bootstrap that gives the intervals."""


class Gold(Struct, frozen=True, kw_only=True):
    """A place that holds the answer: lines of a text, or a page of a PDF."""

    document: str
    line_start: int | None = None
    line_end: int | None = None
    page: int | None = None


class Question(Struct, frozen=True, kw_only=True):
    """A line of a file of questions; other fields are passed over."""

    question: str
    answerable: bool
    answer_location: tuple[Gold, ...] = ()
    kind: str = ""


class Place(Struct, frozen=True):
    """Where a passage that was found stands."""

    document: str
    where: Where


class Found(Struct, frozen=True, kw_only=True):
    """A passage of an answer, and the other places where its text stands."""

    document: str
    where: Where
    also: tuple[Place, ...] = ()


class Answered(Struct, frozen=True, kw_only=True):
    """What the service said to a question."""

    status: str
    weak: bool
    passages: tuple[Found, ...]


class Figure(Struct, frozen=True):
    """A share, the ends of its 95 % interval, and of how many questions it is."""

    value: float
    low: float
    high: float
    of: int


class Miss(Struct, frozen=True, kw_only=True):
    """A question whose passage did not come, where that stands, and what came first instead."""

    question: str
    wanted: tuple[str, ...]
    came: str


class Report(Struct, frozen=True, kw_only=True):
    """All that was measured."""

    figures: Mapping[str, Figure]
    misses: tuple[Miss, ...]


def evaluate(
    questions: Sequence[Question],
    ask: Callable[[str], Answered],
    *,
    on_progress: Callable[[int], None] = lambda _: None,
) -> Report:
    """Ask every question and measure the answers."""
    answers = []
    for count, question in enumerate(questions, 1):
        answers.append(ask(question.question))
        on_progress(count)
    both = list(zip(questions, answers, strict=True))
    answerable = [(question, answer) for question, answer in both if question.answerable]
    others = [answer for question, answer in both if not question.answerable]
    figures = {
        **(_ranked(answerable) if answerable else {}),
        "kept": _figure([answer.status == "found" for _, answer in answerable]),
        "kept surely": _figure([answer.status == "found" and not answer.weak for _, answer in answerable]),
        "refused": _figure([answer.status != "found" for answer in others]),
        "not surely found": _figure([answer.status != "found" or answer.weak for answer in others]),
    }
    missed = [_miss(question, answer) for question, answer in answerable if not _places_found(question, answer)]
    return Report(figures={name: figure for name, figure in figures.items() if figure.of}, misses=tuple(missed))


def _ranked(answered: Sequence[tuple[Question, Answered]]) -> dict[str, Figure]:
    qrels, run = [], []
    for number, (question, answer) in enumerate(answered):
        qrels += [Qrel(str(number), f"gold-{at}", 1) for at in range(max(1, len(question.answer_location)))]
        run += [ScoredDoc(str(number), name, -rank) for rank, name in enumerate(_names(question, answer))]
    by_question: dict[str, list[float]] = {name: [] for name in MEASURES}
    names = {str(measure): name for name, measure in MEASURES.items()}
    for metric in ir_measures.iter_calc(list(MEASURES.values()), qrels, run):
        by_question[names[str(metric.measure)]].append(metric.value)
    return {name: _figure(values) for name, values in by_question.items()}


def _names(question: Question, answer: Answered) -> list[str]:
    """Each passage as the first place that it holds and none before it held, or as one that holds none."""
    names: list[str] = []
    for rank, passage in enumerate(answer.passages):
        held = [f"gold-{at}" for at, gold in enumerate(question.answer_location) if _holds(passage, gold)]
        names.append(next((name for name in held if name not in names), f"other-{rank}"))
    return names


def _places_found(question: Question, answer: Answered) -> list[str]:
    return [name for name in _names(question, answer) if name.startswith("gold")]


def _holds(passage: Found, gold: Gold) -> bool:
    places = (Place(passage.document, passage.where), *passage.also)
    return any(_same_document(place.document, gold.document) and _overlaps(place.where, gold) for place in places)


def _same_document(path: str, named: str) -> bool:
    """Whether a path is the document that a question names: one is the end of the other, from a folder on."""
    return f"/{named}".endswith(f"/{path}") or f"/{path}".endswith(f"/{named}") or _without_root(named) == path


def _without_root(named: str) -> str:
    return named.partition("/")[2]


def _overlaps(where: Where, gold: Gold) -> bool:
    if gold.page is not None:
        return where.pages is not None and _share(where.pages, (gold.page, gold.page))
    if gold.line_start is None or where.lines is None:
        return False
    return _share(where.lines, (gold.line_start, gold.line_end or gold.line_start))


def _share(left: Span, right: Span) -> bool:
    return left[0] <= right[1] and right[0] <= left[1]


def _figure(values: Iterable[float]) -> Figure:
    drawn = random.Random(SEED)  # noqa: S311 — a resample is no secret
    values = list(values)
    if not values:
        return Figure(0.0, 0.0, 0.0, 0)
    means = sorted(fmean(drawn.choices(values, k=len(values))) for _ in range(RESAMPLES))
    return Figure(fmean(values), means[int(RESAMPLES * 0.025)], means[int(RESAMPLES * 0.975)], len(values))


def _miss(question: Question, answer: Answered) -> Miss:
    wanted = tuple(_said(gold) for gold in question.answer_location)
    first = answer.passages[0] if answer.passages else None
    return Miss(
        question=question.question,
        wanted=wanted,
        came=f"{first.document}, {first.where.text}" if first else answer.status,
    )


def _said(gold: Gold) -> str:
    place = f"page {gold.page}" if gold.page is not None else f"lines {gold.line_start}–{gold.line_end}"
    return f"{gold.document}, {place}"

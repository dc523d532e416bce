"""The figures and the misses of an evaluation."""

from __future__ import annotations

import pytest

from contents_service.model import location
from contents_service.relevance.evaluation import (
    EvaluatedAnswer,
    EvaluatedPassage,
    EvaluationQuestion,
    GoldLocation,
    evaluate,
)


def question(text: str, *lines: tuple[int, int], answerable: bool = True) -> EvaluationQuestion:
    golds = tuple(GoldLocation(document="home/eric/a.md", line_start=first, line_end=last) for first, last in lines)
    return EvaluationQuestion(question=text, answerable=answerable, answer_location=golds)


def found(*lines: tuple[int, int], weak: bool = False) -> EvaluatedAnswer:
    passages = tuple(EvaluatedPassage(document="eric/a.md", where=location(lines=span)) for span in lines)
    return EvaluatedAnswer(status="found" if lines else "none_holds_it", weak=weak, passages=passages)


ANSWERS = {
    "first": found((1, 3), (9, 9)),
    "second": found((9, 9), (4, 6)),
    "missed": found((9, 9), (8, 8), weak=True),
    "refused": found(),
    "wrongly answered": found((1, 1)),
}
QUESTIONS = [
    question("first", (2, 2)),
    question("second", (6, 7)),
    question("missed", (20, 21)),
    question("refused", answerable=False),
    question("wrongly answered", answerable=False),
]


def test_an_evaluation_counts_successes_and_refusals() -> None:
    figures = evaluate(QUESTIONS, ANSWERS.__getitem__).figures
    assert figures["success@1"].value == pytest.approx(1 / 3)
    assert figures["success@6"].value == pytest.approx(2 / 3)
    assert figures["nDCG@6"].value == pytest.approx((1 + 0.6309) / 3, abs=1e-3)
    assert figures["answered"].value == 1.0
    assert figures["answered, not weak"].value == pytest.approx(2 / 3)
    assert (figures["refused"].value, figures["refused or weak"].value) == (0.5, 0.5)
    assert figures["success@1"].low <= figures["success@1"].value <= figures["success@1"].high


def test_an_evaluation_lists_missed_passages_and_what_was_found_instead() -> None:
    (miss,) = evaluate(QUESTIONS, ANSWERS.__getitem__).misses
    assert (miss.question, miss.expected, miss.found_first) == (
        "missed",
        ("home/eric/a.md, lines 20–21",),
        "eric/a.md, line 9",
    )

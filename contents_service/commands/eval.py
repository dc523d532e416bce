"""`contents eval`: measures how well an application answers your questions, and compares with the last time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from contents_service.commands.support.client import Client, with_client_options
from contents_service.errors import ContentsError
from contents_service.settings import settings_from

if TYPE_CHECKING:
    from contents_service.relevance.evaluation import EvaluatedAnswer, EvaluationQuestion, Report

SHOWN_MISSES = 20
"""The number of misses listed by default."""
PROGRESS_EVERY = 100
"""The number of questions between two progress reports."""


class PackageMissing(ContentsError):
    """An optional package that a command needs is not installed."""


@click.command()
@click.argument("questions", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--misses", default=SHOWN_MISSES, show_default=True, help="How many misses to list.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON, for a script.")
@with_client_options
def evaluate(client: Client, questions: Path, *, misses: int, as_json: bool) -> None:
    """Ask the questions in a file (a JSON object a line: question, answerable, answer_location) and rate the answers.

    The report says how often the right passage came first and among the first six, nDCG, and how many questions were
    rightly answered or refused, each with a 95 % interval. It also lists the misses and compares with the last time.
    """
    try:
        from contents_service.relevance import evaluation
    except ImportError as error:
        raise PackageMissing(
            "ir-measures is not installed. Install this checkout with the extra: pip install '.[eval]'"
        ) from error
    parsed = [
        msgspec.json.decode(line, type=evaluation.EvaluationQuestion)
        for line in questions.read_text(encoding="utf-8").split("\n")
        if line.strip()
    ]
    report = _evaluate(client, parsed)
    last_report = settings_from().data / "evaluations" / f"{client.app}-{questions.stem}.json"
    previous = msgspec.json.decode(last_report.read_bytes(), type=evaluation.Report) if last_report.is_file() else None
    last_report.parent.mkdir(parents=True, exist_ok=True)
    last_report.write_bytes(msgspec.json.encode(report))
    click.echo(msgspec.json.encode(report).decode() if as_json else "\n".join(_table(report, previous, misses)))


def _evaluate(client: Client, questions: list[EvaluationQuestion]) -> Report:
    from contents_service.relevance import evaluation

    paths = list(client.call("GET", "/contents")["contents"])

    def ask(question: str) -> EvaluatedAnswer:
        body = {"question": question, "documents": paths, "limit": evaluation.DEPTH}
        return msgspec.convert(client.call("POST", "/passages", json=body), type=evaluation.EvaluatedAnswer)

    def print_progress(count: int) -> None:
        if count % PROGRESS_EVERY == 0 or count == len(questions):
            click.echo(f"Asked {count:,} of {len(questions):,} questions", err=True)

    return evaluation.evaluate(questions, ask, on_progress=print_progress)


def _table(report: Report, previous: Report | None, misses: int) -> list[str]:
    lines = [f"{'':<18}{'':>7}  95 % interval   of{'':>6}{'last time' if previous else ''}"]
    for name, figure in report.figures.items():
        last = previous.figures.get(name) if previous else None
        change = f"{last.value:10.3f}  {figure.value - last.value:+.3f}" if last else ""
        lines.append(
            f"{name:<18}{figure.value:7.3f}  {figure.low:.3f} – {figure.high:.3f}  {figure.questions:5}{change}"
        )
    lines += [f"\n{len(report.misses)} missed:"] if report.misses else []
    for miss in report.misses[:misses]:
        lines += [f"  {miss.question}", f"    expected {'; '.join(miss.expected)}", f"    found    {miss.found_first}"]
    return lines

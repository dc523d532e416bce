"""`contents eval`: your own questions against your own application, and how that compares with the last time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from contents_service.commands.client import Client, with_client_options
from contents_service.errors import ContentsError
from contents_service.settings import settings_from

if TYPE_CHECKING:
    from contents_service.relevance.evaluation import Answered, Question, Report

SHOWN_MISSES, TELL_EVERY = 20, 100


class PackageMissing(ContentsError):
    """An extra that a command needs is not installed."""


@click.command()
@click.argument("questions", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--misses", default=SHOWN_MISSES, show_default=True, help="How many misses to list.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON, for a script.")
@with_client_options
def evaluate(client: Client, questions: Path, *, misses: int, as_json: bool) -> None:
    """Ask the questions of a file (JSON, one a line: question, answerable, answer_location) and measure the answers.

    Says how often the right passage came first and among six, nDCG, what was kept and what refused, each with its 95 %
    interval, what came instead where it did not, and what changed since the last time.
    """
    try:
        from contents_service.relevance import evaluation
    except ImportError as error:
        raise PackageMissing(
            "ir-measures is not installed. Install this checkout with the extra: pip install '.[eval]'"
        ) from error
    asked = [
        msgspec.json.decode(line, type=evaluation.Question)
        for line in questions.read_text(encoding="utf-8").split("\n")
        if line.strip()
    ]
    report = _report(client, asked)
    memory = settings_from().data / "evaluations" / f"{client.app}-{questions.stem}.json"
    before = msgspec.json.decode(memory.read_bytes(), type=evaluation.Report) if memory.is_file() else None
    memory.parent.mkdir(parents=True, exist_ok=True)
    memory.write_bytes(msgspec.json.encode(report))
    click.echo(msgspec.json.encode(report).decode() if as_json else "\n".join(_lines(report, before, misses)))


def _report(client: Client, asked: list[Question]) -> Report:
    from contents_service.relevance import evaluation

    named = list(client.call("GET", "/contents")["contents"])

    def ask(question: str) -> Answered:
        said = {"question": question, "documents": named, "limit": evaluation.DEPTH}
        return msgspec.convert(client.call("POST", "/passages", json=said), type=evaluation.Answered)

    def told(count: int) -> None:
        if count % TELL_EVERY == 0 or count == len(asked):
            click.echo(f"Asked {count:,} of {len(asked):,} questions", err=True)

    return evaluation.evaluate(asked, ask, told=told)


def _lines(report: Report, before: Report | None, misses: int) -> list[str]:
    lines = [f"{'':<18}{'':>7}  95 % interval   of{'':>6}{'last time' if before else ''}"]
    for name, figure in report.figures.items():
        last = before.figures.get(name) if before else None
        change = f"{last.value:10.3f}  {figure.value - last.value:+.3f}" if last else ""
        lines.append(f"{name:<18}{figure.value:7.3f}  {figure.low:.3f} – {figure.high:.3f}  {figure.of:5}{change}")
    lines += [f"\n{len(report.misses)} missed:"] if report.misses else []
    for miss in report.misses[:misses]:
        lines += [f"  {miss.question}", f"    wanted {'; '.join(miss.wanted)}", f"    came   {miss.came}"]
    return lines

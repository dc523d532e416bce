"""`contents bench`: how fast it is, as ratios measured side by side in one run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

EXAMPLES = Path("examples/home/eric")
QUESTIONS = Path("examples/questions.jsonl")

folder_argument = click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), default=EXAMPLES
)


@click.group(invoke_without_command=True)
@click.pass_context
def bench(context: click.Context) -> None:
    """Measure searching, giving and reading; each alone by its name, over a folder of yours if you like.

    Everything is started on free ports over a folder that is thrown away; a service that runs is left alone.
    """
    if context.invoked_subcommand is None:
        context.invoke(read, folder=EXAMPLES)
        context.invoke(search, folder=EXAMPLES, questions=QUESTIONS)


@bench.command()
@folder_argument
def read(folder: Path) -> None:
    """Reading, against the bare parser of each format on the same bytes."""
    from contents_service.bench.read import compare_readings

    for comparison in compare_readings(folder):
        _say(comparison.lines())


@bench.command()
@folder_argument
@click.option(
    "--questions",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    default=QUESTIONS,
    help="A question a line, as JSON with `question`.",
)
def search(folder: Path, questions: Path) -> None:
    """Searching through the service, against its bare Solr requests; and the time from giving to found."""
    from contents_service.bench.give import give_all, given_to_found
    from contents_service.bench.measured import Comparison
    from contents_service.bench.running import running_service
    from contents_service.bench.search import compare_searches

    asked = [json.loads(line)["question"] for line in questions.read_text(encoding="utf-8").splitlines() if line]
    with running_service() as running:
        _copy(folder, running.home)
        click.echo("Reading the folder…", err=True)
        paths = give_all(running, folder)
        _say(compare_searches(running, paths, asked).lines())
        _say(Comparison("From giving to found, a small document", given_to_found(running)).lines())


def _copy(folder: Path, home: Path) -> None:
    import shutil

    shutil.copytree(folder, home, dirs_exist_ok=True)


def _say(lines: Sequence[str]) -> None:
    click.echo("\n".join(lines) + "\n")

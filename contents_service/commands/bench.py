"""`contents bench`: how fast it is, as ratios measured side by side in one run."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from functools import partial
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
        context.invoke(read, folders=(), service=True)
        context.invoke(search, folder=EXAMPLES, questions=QUESTIONS)


@bench.command()
@click.argument("folders", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--service/--no-service", default=True, help="Whether to give the files to a whole service too.")
def read(folders: tuple[Path, ...], *, service: bool) -> None:
    """Reading, against the bare parser of each format on the same bytes; memory; and a folder from given to found."""
    from contents_service.bench.memory import memory_lines
    from contents_service.bench.read import compare_readings

    for folder in folders or (EXAMPLES,):
        files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
        click.echo(f"Reading {folder}…", err=True)
        for name, each in compare_readings(files).items():
            _say(list(each.lines(name)))
        _say(list(memory_lines(files)))
        if service:
            _say(list(_given_to_found(folder, files)))


def _given_to_found(folder: Path, files: Sequence[Path]) -> Iterator[str]:
    from contents_service.bench.give import give_all
    from contents_service.bench.read import parsed_bare
    from contents_service.bench.running import running_service

    with running_service() as running:
        _copy(folder, running.home)
        bare = parsed_bare(files)
        began = time.perf_counter()
        give_all(running, running.home)
        taken = time.perf_counter() - began
    yield f"From given to found, all {len(files):,} files, one child each"
    yield f"  {bare:.2f} s parsed bare, {taken:.2f} s given to found: {taken / bare:.1f} times"


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
        paths = give_all(running, running.home)
        _say(compare_searches(running, paths, asked).lines())
        _say(Comparison("From giving to found, a small document", given_to_found(running)).lines())


@bench.command()
@click.option("--passages", "steps", type=int, multiple=True, default=(10_000, 200_000), show_default=True)
def scale(steps: tuple[int, ...]) -> None:
    """Searches of a small and a large scope as the core grows, against Solr's own ranking; takes some minutes."""
    import tempfile

    from contents_service.bench.scale import Core
    from contents_service.settings import settings_from
    from contents_service.solr.jars import JarCache
    from contents_service.solr.node import SolrNode

    with tempfile.TemporaryDirectory(prefix="contents-bench-") as folder:
        node = SolrNode(Path(folder), jars=JarCache.of(settings_from())).start()
        try:
            core = Core(node.url, partial(click.echo, err=True))
            for passages in sorted(steps):
                core.grow_to(passages)
                for comparison in core.comparisons():
                    _say(comparison.lines())
        finally:
            node.stop()


def _copy(folder: Path, home: Path) -> None:
    import shutil

    shutil.copytree(folder, home, dirs_exist_ok=True)


def _say(lines: Sequence[str]) -> None:
    click.echo("\n".join(lines) + "\n")

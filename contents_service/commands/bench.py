"""`contents bench`: how fast it is, as ratios measured side by side in one run."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

EXAMPLES = Path("examples/home/eric")
QUESTIONS = Path("examples/questions.jsonl")

folder_argument = click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), default=EXAMPLES
)


questions_option = click.option(
    "--questions",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    default=QUESTIONS,
    help="A question a line, as JSON with `question`.",
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
    from contents_service.bench.read import time_bare_parsers
    from contents_service.bench.running_service import running_service

    with running_service() as running:
        _copy(folder, running.home)
        bare = time_bare_parsers(files)
        began = time.perf_counter()
        give_all(running, running.home)
        taken = time.perf_counter() - began
    yield f"From given to found, all {len(files):,} files, one child each"
    yield f"  {bare:.2f} s parsed bare, {taken:.2f} s given to found: {taken / bare:.1f} times"


@bench.command()
@folder_argument
@questions_option
def search(folder: Path, questions: Path) -> None:
    """Searching through the service, against its bare Solr requests; and the time from giving to found."""
    from contents_service.bench.comparison import Comparison
    from contents_service.bench.give import give_all, time_until_found
    from contents_service.bench.running_service import running_service
    from contents_service.bench.search import compare_searches

    asked = _questions(questions)
    with running_service() as running:
        _copy(folder, running.home)
        click.echo("Reading the folder…", err=True)
        paths = give_all(running, running.home)
        _say(compare_searches(running, paths, asked).lines())
        _say(Comparison("From giving to found, a small document", time_until_found(running)).lines())


@bench.command()
@folder_argument
@questions_option
@click.option("--read", "read_count", default=200, show_default=True, help="Documents that are read while 50 search.")
@click.option("--many", default=2_000, show_default=True, help="Documents among which another person's one is read.")
@click.option("--json", "as_json", is_flag=True, help="Print what was measured as JSON.")
def load(folder: Path, questions: Path, read_count: int, many: int, as_json: bool) -> None:
    """50 searchers while documents are read, more than can be carried, and one document among many; takes minutes."""
    from contents_service.bench.give import give_all
    from contents_service.bench.load import (
        GIVER,
        MANY,
        OTHER,
        LoadResult,
        compare_searches_while_reading,
        copy_files,
        measure_fairness,
        measure_overload,
    )
    from contents_service.bench.running_service import running_service

    asked = _questions(questions)
    with running_service() as running:
        _copy(folder, running.home)
        paths = give_all(running, running.home)
        to_read, crowd = copy_files(folder, running, GIVER, read_count), copy_files(folder, running, MANY, many)
        (one,) = copy_files(folder, running, OTHER, 1)
        click.echo("Searching while nothing is read, then while documents are…", err=True)
        while_read = compare_searches_while_reading(running, paths, asked, to_read)
        click.echo("Asking more than can be carried…", err=True)
        carried = measure_overload(running, paths, asked)
        click.echo("Reading one document among many…", err=True)
        measured = LoadResult(while_read, carried, measure_fairness(running, crowd, one))
    if as_json:
        click.echo(json.dumps(measured.summary()))
    else:
        _say(list(measured.lines()))


@bench.command()
def named() -> None:
    """A search of 2 large documents and of 2,000 small ones with as many passages, all named by the request."""
    from contents_service.bench.named_documents import compare_named
    from contents_service.bench.running_service import running_service

    with running_service() as running:
        for comparison in compare_named(running):
            _say(comparison.lines())


@bench.command()
@click.option("--passages", "steps", type=int, multiple=True, default=(10_000, 200_000), show_default=True)
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path), help="Draw the growth into this SVG file.")
def scale(steps: tuple[int, ...], picture: Path | None) -> None:
    """Searches of a small and a large scope in cores of several sizes, against Solr's own ranking; takes some minutes.

    Name a size as often as you like: --passages 10000 --passages 100000 --passages 1000000.
    """
    import tempfile

    from contents_service.bench.growth_chart import draw_chart
    from contents_service.bench.scale import Core, compare_growth
    from contents_service.settings import settings_from
    from contents_service.solr.server.jars import JarCache
    from contents_service.solr.server.node import SolrNode

    with tempfile.TemporaryDirectory(prefix="contents-bench-") as folder:
        node = SolrNode(Path(folder), jars=JarCache.of(settings_from())).start()
        try:
            cores = []
            for passages in sorted(steps):
                click.echo(f"Writing {passages:,} passages…", err=True)
                node.create_core(f"of-{passages}")
                cores.append(Core(node.url, f"of-{passages}", passages))
                cores[-1].fill()
            searches = compare_growth(cores)
            if picture:
                title = "A search of 500 passages, by how many the core has in all"
                picture.write_text(draw_chart(title, sorted(steps), searches), encoding="utf-8")
            for comparison in (*searches, *(each for core in cores for each in core.comparisons())):
                _say(comparison.lines())
        finally:
            node.stop()


def _questions(file: Path) -> list[str]:
    return [json.loads(line)["question"] for line in file.read_text(encoding="utf-8").splitlines() if line]


def _copy(folder: Path, home: Path) -> None:
    import shutil

    shutil.copytree(folder, home, dirs_exist_ok=True)


def _say(lines: Sequence[str]) -> None:
    click.echo("\n".join(lines) + "\n")

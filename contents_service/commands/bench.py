"""`contents bench`: measures speed as ratios, side by side in one run."""

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
    help="File with one question a line, as JSON with `question`.",
)


@click.group(invoke_without_command=True)
@click.pass_context
def bench(context: click.Context) -> None:
    """Measure searching, giving and reading, or one of them by its name, on the samples or a folder of your own.

    Everything runs on free ports with a temporary data folder, so a running service is not touched.
    """
    if context.invoked_subcommand is None:
        context.invoke(read, folders=(), service=True)
        context.invoke(search, folder=EXAMPLES, questions=QUESTIONS)


@bench.command()
@click.argument("folders", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--service/--no-service", default=True, help="Also measure giving the files to a whole service.")
def read(folders: tuple[Path, ...], *, service: bool) -> None:
    """Compare reading with the bare parser of each format; measure memory, and a folder from giving to finding."""
    from contents_service.bench.memory import memory_lines
    from contents_service.bench.read import compare_readings

    for folder in folders or (EXAMPLES,):
        files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
        click.echo(f"Reading {folder}…", err=True)
        for name, times in compare_readings(files).items():
            _print(list(times.lines(name)))
        _print(list(memory_lines(files)))
        if service:
            _print(list(_give_and_find(folder, files)))


def _give_and_find(folder: Path, files: Sequence[Path]) -> Iterator[str]:
    from contents_service.bench.giving_time import give_and_wait
    from contents_service.bench.read import time_bare_parsers
    from contents_service.bench.running_service import running_service

    with running_service() as running:
        _copy(folder, running.home)
        bare_s = time_bare_parsers(files)
        began = time.perf_counter()
        give_and_wait(running, running.home)
        taken_s = time.perf_counter() - began
    yield f"From giving to finding all {len(files):,} files, one child process each"
    yield f"  {bare_s:.2f} s with bare parsers, {taken_s:.2f} s from giving to finding: {taken_s / bare_s:.1f} times"


@bench.command()
@folder_argument
@questions_option
def search(folder: Path, questions: Path) -> None:
    """Compare searches through the service with its bare Solr requests; measure the time from giving to finding."""
    from contents_service.bench.comparison import Comparison
    from contents_service.bench.giving_time import give_and_wait, time_until_found
    from contents_service.bench.running_service import running_service
    from contents_service.bench.search import compare_searches

    texts = _read_questions(questions)
    with running_service() as running:
        _copy(folder, running.home)
        click.echo("Reading the folder…", err=True)
        paths = give_and_wait(running, running.home)
        _print(compare_searches(running, paths, texts).lines())
        _print(Comparison("From giving to finding a small document", time_until_found(running)).lines())


@bench.command()
@folder_argument
@questions_option
@click.option("--read", "read_count", default=200, show_default=True, help="Documents to read while 50 people search.")
@click.option("--many", default=2_000, show_default=True, help="Documents in the queue when another person gives one.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def load(folder: Path, questions: Path, read_count: int, many: int, as_json: bool) -> None:
    """Measure searches while documents are read, too many requests, and one document behind many; takes minutes."""
    from contents_service.bench.giving_time import give_and_wait
    from contents_service.bench.load import (
        BACKGROUND_GIVER,
        HEAVY_GIVER,
        LIGHT_GIVER,
        LoadResult,
        compare_searches_while_reading,
        copy_files,
        measure_fairness,
        measure_overload,
    )
    from contents_service.bench.running_service import running_service

    texts = _read_questions(questions)
    with running_service() as running:
        _copy(folder, running.home)
        paths = give_and_wait(running, running.home)
        to_read = copy_files(folder, running, BACKGROUND_GIVER, read_count)
        queued = copy_files(folder, running, HEAVY_GIVER, many)
        (one,) = copy_files(folder, running, LIGHT_GIVER, 1)
        click.echo("Searching while nothing is read, then while documents are read…", err=True)
        while_read = compare_searches_while_reading(running, paths, texts, to_read)
        click.echo("Sending more requests than can be handled…", err=True)
        overload = measure_overload(running, paths, texts)
        click.echo("Reading one document behind many…", err=True)
        result = LoadResult(while_read, overload, measure_fairness(running, queued, one))
    if as_json:
        click.echo(json.dumps(result.summary()))
    else:
        _print(list(result.lines()))


@bench.command()
def named() -> None:
    """Compare searches of 2 large documents and of 2,000 small ones with as many passages, all named in the request."""
    from contents_service.bench.named_documents import compare_named
    from contents_service.bench.running_service import running_service

    with running_service() as running:
        for comparison in compare_named(running):
            _print(comparison.lines())


@bench.command()
@click.option("--passages", "steps", type=int, multiple=True, default=(10_000, 200_000), show_default=True)
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path), help="Draw the growth in this SVG file.")
def scale(steps: tuple[int, ...], picture: Path | None) -> None:
    """Compare searches in cores of several sizes with Solr's own ranking; takes some minutes.

    Give as many sizes as you like: --passages 10000 --passages 100000 --passages 1000000.
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
                title = "A search of 500 passages, by the number of passages in the core"
                picture.write_text(draw_chart(title, sorted(steps), searches), encoding="utf-8")
            for comparison in (*searches, *(one for core in cores for one in core.comparisons())):
                _print(comparison.lines())
        finally:
            node.stop()


def _read_questions(file: Path) -> list[str]:
    return [json.loads(line)["question"] for line in file.read_text(encoding="utf-8").splitlines() if line]


def _copy(folder: Path, home: Path) -> None:
    import shutil

    shutil.copytree(folder, home, dirs_exist_ok=True)


def _print(lines: Sequence[str]) -> None:
    click.echo("\n".join(lines) + "\n")

"""`make compare-readers`: compare our passages with those of LangChain, LlamaIndex and Haystack."""

from __future__ import annotations

import logging
import time
import warnings
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import get_args

import click

from compare.chunks import InputFile, Reader
from compare.ground_truth import GroundTruth, find_ground_truth
from compare.isolation import run_in_child
from compare.readers import haystack, langchain, llama_index, ours
from compare.score import Score, failed_score, score
from contents_service.limits import Limits
from contents_service.model import Format, Reading
from contents_service.parsing.sandbox.sandbox import Sandbox

READERS: Mapping[str, Reader] = {
    "contents": ours.read,
    "LangChain": langchain.read,
    "LlamaIndex": llama_index.read,
    "Haystack": haystack.read,
}
_HEADER_LINE = (
    f"{'headings':>12}{'false headings':>16}{'with place':>12}{'place right':>13}"
    f"{'words lost':>12}{'tables cut':>12}{'failed':>8}{'seconds':>9}"
)

_WARM_UP_TEXT = b"# Some words\n\nto begin with.\n"

Scores = Mapping[str, dict[str, Score]]
"""Scores by format, then by reader."""


@click.command()
@click.argument("folders", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
def compare(folders: tuple[Path, ...]) -> None:
    """Read every file of FOLDERS (by default the examples) with each reader, and score it against the ground truth."""
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")  # the other libraries warn about formats they do not expect
    _warm_up()
    scores: dict[str, dict[str, Score]] = defaultdict(lambda: defaultdict(Score))
    overall: dict[str, Score] = defaultdict(Score)
    for file in _files(folders or (Path("examples/home/eric"),)):
        truth = find_ground_truth(file)
        for name, reader in READERS.items():
            scored = run_in_child(partial(_score, file, truth, reader)) or failed_score(truth)
            scores[file.format][name] += scored
            overall[name] += scored
    click.echo("\n".join(_lines({**scores, "all": overall})))


def _warm_up() -> None:
    """Have every reader load its modules and models, since the processes that are timed are forked from this one."""
    for format_name in get_args(Format):
        for reader in READERS.values():
            with suppress(Exception):
                reader(InputFile(Path("warm.txt"), format_name, _WARM_UP_TEXT))


def _files(folders: tuple[Path, ...]) -> Iterator[InputFile]:
    """Yield the files that our own reader accepts. Which files a reader accepts is not part of the comparison."""
    sandbox = Sandbox(Limits())
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.is_file()):
        data = path.read_bytes()
        outcome = sandbox.read(path.name, data, encoding=None, on_progress=lambda _: None)
        if isinstance(outcome, Reading):
            yield InputFile(path, outcome.format, data)
        else:
            click.echo(f"{path.name} was skipped: {outcome.why.message}", err=True)
    sandbox.close()


def _score(file: InputFile, truth: GroundTruth, reader: Reader) -> Score:
    """Score a reader on a file.

    It reads the file twice, and only the second run is timed, when everything is loaded.
    """
    try:
        reader(file)
        started = time.perf_counter()
        output = reader(file)
        seconds = time.perf_counter() - started
    except Exception as error:  # noqa: BLE001 — any failure of a reader on a file is counted
        click.echo(f"{reader.__module__.rpartition('.')[2]} failed on {file.path.name}: {error!r:.150}", err=True)
        return failed_score(truth)
    return score(file, truth, output, seconds)


def _lines(scores: Scores) -> Iterator[str]:
    for format_name, by_reader in scores.items():
        files = next(iter(by_reader.values())).files
        yield f"{format_name}, {files} file{'s' if files > 1 else ''}".ljust(22) + _HEADER_LINE
        yield from (f"  {name:<20}{_figures(each)}" for name, each in by_reader.items())


def _figures(score: Score) -> str:
    headings = f"{score.headings_found}/{score.headings}" if score.headings else "–"
    tables = f"{score.tables_cut}/{score.tables}" if score.tables else "–"
    lost = f"{score.words_lost / score.words:.2%}" if score.words else "–"
    return (
        f"{headings:>12}{score.headings_wrong:>16}{_share(score.placed, score.chunks):>12}"
        f"{_share(score.placed_right, score.chunks):>13}{lost:>12}{tables:>12}{score.failed:>8}{score.seconds:>9.2f}"
    )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "–"


if __name__ == "__main__":
    compare()

"""`make compare-readers`: our passages beside those of LangChain, LlamaIndex and Haystack, in figures."""

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

from compare.apart import apart
from compare.piece import File, Reader
from compare.readers import haystack, langchain, llama_index, ours
from compare.score import Score, failed, score
from compare.truth import Truth, truth_of
from contents_service.limits import Limits
from contents_service.model import Format, Reading
from contents_service.parsing.sandbox.parent import Sandbox

READERS: Mapping[str, Reader] = {
    "contents": ours.read,
    "LangChain": langchain.read,
    "LlamaIndex": llama_index.read,
    "Haystack": haystack.read,
}
_HEAD = (
    f"{'':<22}{'headings':>12}{'wrong':>7}{'placed':>9}{'right':>8}{'lost':>9}{'tables cut':>12}{'failed':>8}{'s':>9}"
)

_WARM = b"# Some words\n\nto begin with.\n"

Scores = Mapping[str, dict[str, Score]]
"""By format, then by reader."""


@click.command()
@click.argument("folders", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
def compare(folders: tuple[Path, ...]) -> None:
    """Read every file of FOLDERS with each reader (the examples by default) and hold it against what the file has."""
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")  # of others' libraries, on others' formats
    _warm_up()
    scores: dict[str, dict[str, Score]] = defaultdict(lambda: defaultdict(Score))
    overall: dict[str, Score] = defaultdict(Score)
    for file in _files(folders or (Path("examples/home/eric"),)):
        truth = truth_of(file)
        for name, reader in READERS.items():
            scored = apart(partial(_score, file, truth, reader)) or failed(truth)
            scores[file.format][name] += scored
            overall[name] += scored
    click.echo("\n".join(_lines({**scores, "all": overall})))


def _warm_up() -> None:
    """Have every reader load what it loads once: the processes that are timed are forked from this one."""
    for form in get_args(Format):
        for reader in READERS.values():
            with suppress(Exception):
                reader(File(Path("warm.txt"), form, _WARM))


def _files(folders: tuple[Path, ...]) -> Iterator[File]:
    """The files that are read at all; which those are is not what is compared here."""
    sandbox = Sandbox(Limits())
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.is_file()):
        data = path.read_bytes()
        outcome = sandbox.read(path.name, data, encoding=None, on_progress=lambda _: None)
        if isinstance(outcome, Reading):
            yield File(path, outcome.format, data)
        else:
            click.echo(f"{path.name} is left out: {outcome.why.code}", err=True)
    sandbox.close()


def _score(file: File, truth: Truth, reader: Reader) -> Score:
    """The score of a reader on a file; it is timed the second time, when all is loaded."""
    try:
        reader(file)
        begun = time.perf_counter()
        read = reader(file)
        seconds = time.perf_counter() - begun
    except Exception as error:  # noqa: BLE001 — whatever a reader raises on a file is what is counted here
        click.echo(f"{reader.__module__.rpartition('.')[2]} fails on {file.path.name}: {error!r:.150}", err=True)
        return failed(truth)
    return score(file, truth, read, seconds)


def _lines(scores: Scores) -> Iterator[str]:
    for form, by_reader in scores.items():
        files = next(iter(by_reader.values())).files
        yield f"{form}, {files} file{'s' if files > 1 else ''}".ljust(22) + _HEAD
        yield from (f"  {name:<20}{_figures(each)}" for name, each in by_reader.items())


def _figures(score: Score) -> str:
    headings = f"{score.headings_found}/{score.headings}" if score.headings else "–"
    tables = f"{score.tables_cut}/{score.tables}" if score.tables else "–"
    lost = f"{score.words_lost / score.words:.2%}" if score.words else "–"
    return (
        f"{headings:>12}{score.headings_wrong:>7}{_share(score.placed, score.pieces):>9}"
        f"{_share(score.placed_right, score.pieces):>8}{lost:>9}{tables:>12}{score.failed:>8}{score.seconds:>9.2f}"
    )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "–"


if __name__ == "__main__":
    compare()

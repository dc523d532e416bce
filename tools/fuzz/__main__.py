"""`make fuzz`: read mutated samples of every format in the real sandbox, for minutes."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from fuzz.inputs import inputs
from fuzz.report import Report
from fuzz.run import run
from fuzz.seeds import FOLDERS, load_seeds


@click.command()
@click.argument("folders", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--seconds", default=180.0, show_default=True, help="How long to run.")
@click.option("--inputs", "max_inputs", type=int, help="Stop after this many inputs.")
@click.option("--seed", default=1, show_default=True, help="Random seed: the same one gives the same inputs.")
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="Folder for inputs that show a fault.")
def fuzz(folders: tuple[Path, ...], seconds: float, max_inputs: int | None, seed: int, keep: Path | None) -> None:
    """Read mutated samples (of FOLDERS, by default of the tests and the examples) and report the outcomes.

    Every input must end with a state and, if it was not read, a reason. Anything else is a fault; the exit code is 1.
    """
    report = run(inputs(seed, load_seeds(folders or FOLDERS)), seconds=seconds, max_inputs=max_inputs)
    click.echo("\n".join(report.lines()))
    if keep:
        _save_faults(report, keep)
    sys.exit(1 if report.faults else 0)


def _save_faults(report: Report, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, (seed, _) in enumerate(report.faults):
        (folder / f"{number}-{seed.name}").write_bytes(seed.data)


if __name__ == "__main__":
    fuzz()

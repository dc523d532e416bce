"""`make fuzz`: damaged samples of every format through the real sandbox, for minutes."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from fuzz.account import Account
from fuzz.inputs import inputs
from fuzz.run import run
from fuzz.seeds import FOLDERS, seeds


@click.command()
@click.argument("folders", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--seconds", default=180.0, show_default=True, help="When to end.")
@click.option("--inputs", "most", type=int, help="End after so many inputs.")
@click.option("--seed", default=1, show_default=True, help="Another number, other inputs.")
@click.option(
    "--keep", type=click.Path(file_okay=False, path_type=Path), help="Where to keep inputs that show a fault."
)
def fuzz(folders: tuple[Path, ...], seconds: float, most: int | None, seed: int, keep: Path | None) -> None:
    """Read damaged samples (of FOLDERS, or of the tests and the examples) and say what became of them.

    Every input must end with a state and, if it was not read, a reason; what does not is a fault, and the exit code 1.
    """
    account = run(inputs(seed, seeds(folders or FOLDERS)), seconds=seconds, most=most)
    click.echo("\n".join(account.lines()))
    if keep:
        _keep(account, keep)
    sys.exit(1 if account.faulty else 0)


def _keep(account: Account, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, (seed, _) in enumerate(account.faulty):
        (folder / f"{number}-{seed.name}").write_bytes(seed.data)


if __name__ == "__main__":
    fuzz()

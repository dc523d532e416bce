"""`contents restore`: brings back the documents in a backup."""

from __future__ import annotations

import json
from typing import IO

import click

from contents_service.commands.support.counts import format_counts, format_document_count
from contents_service.commands.support.operator_index import open_index
from contents_service.maintenance.backup import Restored
from contents_service.maintenance.backup import restore as restore_backup
from contents_service.settings import settings_from


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--replace", is_flag=True, help="Also replace documents that exist already.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for a script.")
def restore(file: IO[bytes], *, replace: bool, as_json: bool) -> None:
    """Bring back the documents that `contents backup` copied into FILE. A damaged file restores nothing.

    Documents that exist already stay as they are. The index is the one at SOLR_URL, or else the one in the data folder,
    whether its service runs or not; it is created if there is none.
    """
    with open_index(settings_from(), create=True) as index:
        restored = restore_backup(index, file, _print_progress, replacing=replace)
    click.echo(json.dumps(_as_json(restored)) if as_json else _describe(restored))


def _print_progress(done: int, total: int) -> None:
    click.echo(f"Restored {done:,} of {format_document_count(total)}", err=True)


def _as_json(restored: Restored) -> dict[str, int]:
    return {"documents": restored.documents, "passages": restored.passages, "there": restored.already_there}


def _describe(restored: Restored) -> str:
    text = f"Restored {format_counts(restored.documents, restored.passages)}."
    if not restored.already_there:
        return text
    existing = format_document_count(restored.already_there)
    if restored.already_there == 1:
        return f"{text} {existing} existed already and was left alone; --replace replaces it."
    return f"{text} {existing} existed already and were left alone; --replace replaces them."

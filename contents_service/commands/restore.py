"""`contents restore`: what a backup holds, brought back."""

from __future__ import annotations

import json
from typing import IO

import click
from msgspec.structs import asdict

from contents_service.commands.count_messages import format_counts, format_document_count
from contents_service.commands.operator_index import open_index
from contents_service.maintenance.backup import Restored
from contents_service.maintenance.backup import restore as bring_back
from contents_service.settings import settings_from


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--replace", "replacing", is_flag=True, help="Bring back documents that are there already, too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for a script.")
def restore(file: IO[bytes], *, replacing: bool, as_json: bool) -> None:
    """Bring back what `contents backup` copied into FILE; nothing unless the whole file holds.

    Documents that are there already stay as they are. The index is the one at SOLR_URL, else the one in the data
    folder, whether its service runs or not; it is made if there is none.
    """
    with open_index(settings_from(), make=True) as index:
        restored = bring_back(index, file, _told, replacing=replacing)
    click.echo(json.dumps(asdict(restored)) if as_json else _said(restored))


def _told(done: int, of: int) -> None:
    click.echo(f"Restored {done:,} of {format_document_count(of)}", err=True)


def _said(restored: Restored) -> str:
    said = f"Restored {format_counts(restored.documents, restored.passages)}."
    if not restored.there:
        return said
    return f"{said} Left as they are: {format_document_count(restored.there)} that were there already (--replace)."

"""`contents backup`: copies all documents with their passages into one file."""

from __future__ import annotations

import json
from pathlib import Path

import click

from contents_service.commands.support.counts import format_counts, format_document_count
from contents_service.commands.support.operator_index import open_index
from contents_service.maintenance.backup import back_up
from contents_service.settings import settings_from


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for a script.")
def backup(file: Path, *, force: bool, as_json: bool) -> None:
    """Copy all documents with their passages into FILE, from which `contents restore` brings them back.

    The files in Home Folders are not copied. The index is the one at SOLR_URL, or else the one in the data folder,
    whether its service runs or not.
    """
    if file.exists() and not force:
        raise click.UsageError(f"{file} exists already. Name another file, or replace it with --force.")
    with open_index(settings_from()) as index:
        try:
            totals = back_up(index, file, lambda done: click.echo(f"Copied {format_document_count(done)}", err=True))
        except OSError as error:
            raise click.FileError(str(file), error.strerror) from None
    if as_json:
        click.echo(json.dumps({"documents": totals.documents, "passages": totals.passages}))
    else:
        click.echo(f"Backed up {format_counts(totals.documents, totals.passages)} in {file}.")

"""`contents forget`: deletes everything of an application or a person for good."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence

import click

from contents_service.commands.support.counts import format_counts, format_document_count
from contents_service.commands.support.operator_index import open_index
from contents_service.documents.purging import Forgotten, forget_all
from contents_service.errors import ContentsError
from contents_service.index.protocol import WholeIndex
from contents_service.model import ApplicationDocuments, PersonDocuments, Record
from contents_service.settings import Settings, settings_from
from contents_service.web.rendering.page_images import FOLDER as PAGE_IMAGES_FOLDER

ForgetSelection = ApplicationDocuments | PersonDocuments
"""The documents of one application, or those of one person."""


class PurgeIncomplete(ContentsError):
    """Some forgotten text is still in the index's files."""


@click.command()
@click.option("--app", help="Forget everything that this application was given, by anyone.")
@click.option("--person", help="Forget everything that this person gave, to any application.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for a script.")
def forget(app: str | None, person: str | None, *, yes: bool, as_json: bool) -> None:
    """Forget all documents of an application or a person, and purge them from the index's files at once.

    Documents that are still being read are forgotten too. Files in Home Folders stay. The index is the one at
    SOLR_URL, or else the one in the data folder, whether its service runs or not.
    """
    selection, settings = _selection(app, person), settings_from()
    with open_index(settings) as index:
        if not yes:
            records = [versioned.record for versioned in index.select_records(selection)]
            _confirm(selection, [record for record in records if not record.removed])
        forgotten = _forget(index, selection, settings)
    _print_result(selection, forgotten, as_json=as_json)
    if not forgotten.is_purged:
        raise PurgeIncomplete(
            "The index's files still hold some of the forgotten text, because a merge was under way or a SolrCloud "
            f"node is down. The readers of a running service purge it within {settings.forget_s:,.0f} s "
            "(CONTENTS_FORGET_S), or that long after the node is back. You need do nothing."
        )


def _selection(app: str | None, person: str | None) -> ForgetSelection:
    if app and not person:
        return ApplicationDocuments(app)
    if person and not app:
        return PersonDocuments(person)
    raise click.UsageError("Name whose documents to forget: --app APP or --person PERSON.")


def _confirm(selection: ForgetSelection, records: Sequence[Record]) -> None:
    passages = sum(record.active.passages for record in records if record.active)
    click.echo(
        f"{_describe(selection)}: {format_counts(len(records), passages)}. Files in Home Folders stay.", err=True
    )
    click.confirm("Forget them for good?", abort=True, err=True)


def _forget(index: WholeIndex, selection: ForgetSelection, settings: Settings) -> Forgotten:
    forgotten = forget_all(index, selection, _print_progress)
    shutil.rmtree(settings.data / PAGE_IMAGES_FOLDER, ignore_errors=True)  # others' images are rendered again
    return forgotten


def _print_progress(done: int, total: int) -> None:
    click.echo(f"Forgot {done:,} of {format_document_count(total)}", err=True)


def _print_result(selection: ForgetSelection, forgotten: Forgotten, *, as_json: bool) -> None:
    if as_json:
        result = {
            "documents": forgotten.documents,
            "passages": forgotten.passages,
            "gone_from_files": forgotten.is_purged,
        }
        click.echo(json.dumps(result))
        return
    counts = format_counts(forgotten.documents, forgotten.passages)
    click.echo(f"{_describe(selection)}: forgot {counts}. Files in Home Folders are untouched.")


def _describe(selection: ForgetSelection) -> str:
    return (
        f"Application {selection.app}" if isinstance(selection, ApplicationDocuments) else f"Person {selection.giver}"
    )

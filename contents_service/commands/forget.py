"""`contents forget`: deletes everything of an application or a person for good."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence

import click

from contents_service.commands.support.count_messages import format_counts
from contents_service.commands.support.operator_index import open_index
from contents_service.documents.purging import Forgotten, forget_all
from contents_service.errors import ContentsError
from contents_service.index.protocol import WholeIndex
from contents_service.model import ApplicationDocuments, PersonDocuments, Record
from contents_service.settings import Settings, settings_from
from contents_service.web.rendering.page_images import FOLDER as PICTURES

Owner = ApplicationDocuments | PersonDocuments
"""The documents of one application, or those of one person."""


class PurgeIncomplete(ContentsError):
    """The forgotten text has not left the index's files yet."""


@click.command()
@click.option("--app", help="Forget everything that this application was given, by anyone.")
@click.option("--person", help="Forget everything that this person gave, to any application.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for a script.")
def forget(app: str | None, person: str | None, *, yes: bool, as_json: bool) -> None:
    """Forget all documents of an application or a person, and purge them from the index's files at once.

    Documents that are still being read are forgotten, too. Files in Home Folders stay. The index is the one at
    SOLR_URL, or else the one in the data folder, whether its service runs or not.
    """
    owner, settings = _owner(app, person), settings_from()
    with open_index(settings) as index:
        if not yes:
            _confirm(
                owner, [versioned.record for versioned in index.select_records(owner) if not versioned.record.removed]
            )
        forgotten = _forget(index, owner, settings)
    _print(owner, forgotten, as_json=as_json)
    if not forgotten.gone_from_files:
        raise PurgeIncomplete(
            "The index's files still hold some of the forgotten text, because a merge was under way or a SolrCloud "
            f"node is down. The readers of a running service purge it within {settings.forget_s:,.0f} s "
            "(CONTENTS_FORGET_S), or as long after the node is back."
        )


def _owner(app: str | None, person: str | None) -> Owner:
    if app and not person:
        return ApplicationDocuments(app)
    if person and not app:
        return PersonDocuments(person)
    raise click.UsageError("Name whose documents to forget: --app APP or --person PERSON.")


def _confirm(owner: Owner, records: Sequence[Record]) -> None:
    passages = sum(record.active.passages for record in records if record.active)
    click.echo(f"{_title(owner)}: {format_counts(len(records), passages)}. Files in Home Folders stay.", err=True)
    click.confirm("Forget them for good?", abort=True, err=True)


def _forget(index: WholeIndex, owner: Owner, settings: Settings) -> Forgotten:
    forgotten = forget_all(index, owner, lambda done, of: click.echo(f"Forgot {done:,} of {of:,} documents", err=True))
    shutil.rmtree(settings.data / PICTURES, ignore_errors=True)  # pictures of other documents are drawn again on demand
    return forgotten


def _print(owner: Owner, forgotten: Forgotten, *, as_json: bool) -> None:
    if as_json:
        result = {
            "documents": forgotten.documents,
            "passages": forgotten.passages,
            "gone_from_files": forgotten.gone_from_files,
        }
        click.echo(json.dumps(result))
        return
    counts = format_counts(forgotten.documents, forgotten.passages)
    click.echo(f"{_title(owner)}: forgot {counts}. Files in Home Folders are untouched.")


def _title(owner: Owner) -> str:
    return f"Application {owner.app}" if isinstance(owner, ApplicationDocuments) else f"Person {owner.giver}"

"""`contents forget`: all that an application was given, or that a person gave, erased for good."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence

import click

from contents_service.commands.count_messages import format_counts
from contents_service.commands.operator_index import open_index
from contents_service.documents.purging import Forgotten, forget_all
from contents_service.errors import ContentsError
from contents_service.index.protocol import WholeIndex
from contents_service.model import ApplicationDocuments, PersonDocuments, Record
from contents_service.settings import Settings, settings_from
from contents_service.web.page.pictures import FOLDER as PICTURES

Whose = ApplicationDocuments | PersonDocuments


class PurgeIncomplete(ContentsError):
    """What was erased has not left the index's files yet."""


@click.command()
@click.option("--app", help="Erase all that this application was given, by whomever.")
@click.option("--person", help="Erase all that this person gave, to whatever application.")
@click.option("--yes", is_flag=True, help="Do not ask whether it is meant.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for a script.")
def forget(app: str | None, person: str | None, *, yes: bool, as_json: bool) -> None:
    """Erase everything of an application or of a person, and purge it from the files of the index at once.

    What is still being read goes too; files in Home Folders stay. The index is the one at SOLR_URL, else the one in the
    data folder, whether its service runs or not.
    """
    whose, settings = _whose(app, person), settings_from()
    with open_index(settings) as index:
        if not yes:
            _ask(whose, [kept.record for kept in index.select_records(whose) if not kept.record.removed])
        erased = _erased(index, whose, settings)
    _say(whose, erased, as_json=as_json)
    if not erased.gone_from_files:
        raise PurgeIncomplete(
            "A merge that was under way, or a node of a SolrCloud that is down, still holds some of it in the files of "
            f"the index. The readers of a running service purge that within {settings.forget_s:,.0f} s "
            "(CONTENTS_FORGET_S), or as long after the node is back."
        )


def _whose(app: str | None, person: str | None) -> Whose:
    if app and not person:
        return ApplicationDocuments(app)
    if person and not app:
        return PersonDocuments(person)
    raise click.UsageError("Say whose contents to erase: --app APP or --person PERSON.")


def _ask(whose: Whose, records: Sequence[Record]) -> None:
    passages = sum(record.active.passages for record in records if record.active)
    click.echo(f"{_called(whose)}: {format_counts(len(records), passages)}. Files in Home Folders stay.", err=True)
    click.confirm("Erase them for good?", abort=True, err=True)


def _erased(index: WholeIndex, whose: Whose, settings: Settings) -> Forgotten:
    erased = forget_all(index, whose, lambda done, of: click.echo(f"Erased {done:,} of {of:,} documents", err=True))
    shutil.rmtree(settings.data / PICTURES, ignore_errors=True)  # of pages: they are drawn again where they are wanted
    return erased


def _say(whose: Whose, erased: Forgotten, *, as_json: bool) -> None:
    if as_json:
        said = {"documents": erased.documents, "passages": erased.passages, "gone_from_files": erased.gone_from_files}
        click.echo(json.dumps(said))
        return
    counted = format_counts(erased.documents, erased.passages)
    click.echo(f"{_called(whose)}: forgot {counted}. Files in Home Folders are untouched.")


def _called(whose: Whose) -> str:
    return f"Application {whose.app}" if isinstance(whose, ApplicationDocuments) else f"Person {whose.giver}"

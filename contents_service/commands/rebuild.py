"""`contents rebuild`: has all documents read again, or those of one application or person."""

from __future__ import annotations

import json
from functools import partial

import click

from contents_service.commands.support.counts import format_document_count
from contents_service.commands.support.operator_index import may_be_in_use, open_index
from contents_service.errors import ContentsError
from contents_service.maintenance import rereading
from contents_service.maintenance.rereading import ReadingResults, ScheduledReadings
from contents_service.model import AllDocuments, ApplicationDocuments, PersonDocuments, Selection
from contents_service.settings import settings_from


class NoReadersRunning(ContentsError):
    """No service runs whose readers the command could wait for."""


@click.command()
@click.option("--app", help="Only what this application was given, by anyone.")
@click.option("--person", help="Only what this person gave, to any application.")
@click.option("--wait", "waiting", is_flag=True, help="Wait until the readers have read all of it.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for a script.")
def rebuild(app: str | None, person: str | None, *, waiting: bool, as_json: bool) -> None:
    """Have all documents read again from their Home Folders; until then, searches use the earlier readings.

    The index is the one at SOLR_URL, or else the one in the data folder, whether its service runs or not. The readers
    of a service read the documents once it runs.
    """
    selection, settings = _selection(app, person), settings_from()
    if waiting and not may_be_in_use(settings):
        raise NoReadersRunning("No service runs over this data folder. Start it, or leave out --wait.")
    with open_index(settings) as index:
        scheduled = rereading.rebuild(index, selection, partial(_print_progress, "marked"))
        results = rereading.wait(index, selection, partial(_print_progress, "done")) if waiting else None
    click.echo(json.dumps(_as_json(scheduled, results)) if as_json else _describe(scheduled, results))


def _selection(app: str | None, person: str | None) -> Selection:
    if app is not None and person is not None:
        raise click.UsageError("Give --app APP or --person PERSON, or neither for all documents.")
    if app is not None:
        return ApplicationDocuments(app)
    return AllDocuments() if person is None else PersonDocuments(person)


def _print_progress(done_what: str, documents: int) -> None:
    click.echo(f"{format_document_count(documents)} {done_what}", err=True)


def _as_json(scheduled: ScheduledReadings, results: ReadingResults | None) -> dict[str, object]:
    return {
        "documents": scheduled.documents,
        "due_already": scheduled.due_already,
        **({"read": results.read, "not_read": results.not_read} if results else {}),
    }


def _describe(scheduled: ScheduledReadings, results: ReadingResults | None) -> str:
    text = f"To be read again: {format_document_count(scheduled.documents)}; already due: {scheduled.due_already:,}."
    if results is None:
        return f"{text} Until then, searches use the earlier readings."
    reasons = ", ".join(f"{count:,} {code}" for code, count in sorted(results.not_read.items()))
    return f"{text} Read: {format_document_count(results.read)}. Not read: {reasons or 'none'}."

"""`contents rebuild`: all that was given, or what an application was or a person gave, read again."""

from __future__ import annotations

import json

import click
from msgspec.structs import asdict

from contents_service.commands.count_messages import format_document_count
from contents_service.commands.operator_index import is_served, open_index
from contents_service.errors import ContentsError
from contents_service.maintenance import rereading
from contents_service.maintenance.rereading import ReadingResults, ScheduledReadings
from contents_service.model import AllDocuments, ApplicationDocuments, PersonDocuments, Selection
from contents_service.settings import settings_from


class NoReadersRunning(ContentsError):
    """There is no service whose readers one could wait for."""


@click.command()
@click.option("--app", help="Only what this application was given, by whomever.")
@click.option("--person", help="Only what this person gave, to whatever application.")
@click.option("--wait", "waiting", is_flag=True, help="Wait until the readers have read all of it.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for a script.")
def rebuild(app: str | None, person: str | None, *, waiting: bool, as_json: bool) -> None:
    """Have every document read again from its Home Folder; what was read of it before answers until then.

    The index is the one at SOLR_URL, else the one in the data folder, whether its service runs or not: its readers do
    the reading once it does.
    """
    whose, settings = _whose(app, person), settings_from()
    if waiting and not is_served(settings):
        raise NoReadersRunning("No service runs over this data folder, so nothing is read. Start it, or leave out --wait.")
    with open_index(settings) as index:
        marked = rereading.rebuild(index, whose, lambda done: _told(f"{format_document_count(done)} marked"))
        ended = rereading.wait(index, whose, lambda done: _told(f"{format_document_count(done)} done")) if waiting else None
    click.echo(json.dumps(_as_json(marked, ended)) if as_json else _said(marked, ended))


def _whose(app: str | None, person: str | None) -> Selection:
    if app is not None and person is not None:
        raise click.UsageError("Say --app APP or --person PERSON, or neither for all that there is.")
    if app is not None:
        return ApplicationDocuments(app)
    return AllDocuments() if person is None else PersonDocuments(person)


def _told(said: str) -> None:
    click.echo(said, err=True)


def _as_json(marked: ScheduledReadings, ended: ReadingResults | None) -> dict[str, object]:
    return {**asdict(marked), **(asdict(ended) if ended else {})}


def _said(marked: ScheduledReadings, ended: ReadingResults | None) -> str:
    due = f"To be read again: {format_document_count(marked.documents)}; to be read anyway: {marked.due_already:,}."
    if ended is None:
        return f"{due} What was read before answers until then."
    reasons = ", ".join(f"{count:,} {code}" for code, count in sorted(ended.not_read.items()))
    return f"{due} Read: {format_document_count(ended.read)}. Not read: {reasons or 'none'}."

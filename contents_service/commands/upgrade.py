"""`contents upgrade`: copies an index with another schema into a new one while the old one goes on serving."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from threading import Event

import click
from msgspec.structs import replace

from contents_service.bootstrap import index_from
from contents_service.commands.support.counts import format_counts, format_document_count
from contents_service.documents import purging
from contents_service.errors import ContentsError, Unavailable
from contents_service.index.protocol import WholeIndex
from contents_service.maintenance.migration import CopyCounts, Migration
from contents_service.settings import Settings, settings_from
from contents_service.solr.server.node import SolrNode, has_other_schema, next_core, running_solr_url
from contents_service.solr.server.solr_home import CORE, FORMER, NEXT

POLL_S = 1.0
"""Seconds between looks for changes with `--follow`."""


Report = Callable[[CopyCounts], None]
"""A function that prints what one pass copied."""


class CannotUpgrade(ContentsError):
    """There is no index to copy from, or none to copy to."""


@click.command()
@click.option("--from", "source", metavar="COLLECTION", help="With SOLR_URL: the collection that is in use.")
@click.option("--follow", is_flag=True, help="Keep copying what changes, until Ctrl-C.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for a script.")
def upgrade(source: str | None, *, follow: bool, as_json: bool) -> None:
    """Copy the index of an older version into one with this version's schema, while the older version goes on serving.

    Run it with the new version, before starting that. For a data folder, `contents serve` copies what is left when it
    starts, or everything if this was not run. With SOLR_URL, CONTENTS_SOLR_COLLECTION is the new collection.
    """
    settings = settings_from()
    report = _reporter(as_json=as_json)
    if settings.solr_urls:
        old, new = _collections(settings, source)
        _copy(Migration(old, new, _print_progress), report, follow=follow)
    elif source is not None:
        raise click.UsageError("--from names a collection at SOLR_URL, which is not set.")
    else:
        _fill_next_core(settings, report, follow=follow)


def migrate_former_index(node: SolrNode, settings: Settings) -> None:
    """Copy an index with another schema into one with ours, if the node has one; call it before the node is used."""
    if not node.needs_migration():
        return
    node.start()
    try:
        click.echo("The index has the schema of another version. It is being copied into a new one.", err=True)
        migration = Migration(index_at(settings, node.url, FORMER), index_at(settings, node.url), _print_progress)
        counts = migration.copy_changes()
        node.delete_former()
    finally:
        node.stop()
    click.echo(_describe(counts), err=True)


def index_at(settings: Settings, url: str, core: str = CORE) -> WholeIndex:
    """Return the index in one core of the Solr at a URL."""
    return index_from(replace(settings, solr_urls=(url,), solr_collection=core))


def _collections(settings: Settings, source: str | None) -> tuple[WholeIndex, WholeIndex]:
    if source is None or "CONTENTS_SOLR_COLLECTION" not in os.environ or source == settings.solr_collection:
        raise click.UsageError(
            "Name the collection that is in use with --from COLLECTION, and the new one, made from this version's "
            "solr/configset, in CONTENTS_SOLR_COLLECTION."
        )
    old, new = index_from(replace(settings, solr_collection=source)), index_from(settings)
    for index, name in ((old, source), (new, settings.solr_collection)):
        if not _is_ready(index):
            raise CannotUpgrade(
                f"The collection {name} does not answer at SOLR_URL. Check that it exists, and that the address and "
                "the password are right."
            )
    if not new.can_import_copies():
        raise CannotUpgrade(f"The collection {settings.solr_collection} was not made from this version's configset.")
    return old, new


def _is_ready(index: WholeIndex) -> bool:
    try:
        return index.is_ready()
    except ContentsError:
        return False


def _fill_next_core(settings: Settings, report: Report, *, follow: bool) -> None:
    """Fill a core next to the one that an older version serves from the data folder."""
    url = running_solr_url(settings.data) if (settings.data / "solr").is_dir() else None
    if url is None:
        raise CannotUpgrade(
            f"No service runs over {settings.data}. Set CONTENTS_DATA to the data folder of the one that runs. If none "
            "runs, just start `contents serve`, which copies the index first."
        )
    if not has_other_schema(settings.data):
        click.echo("Nothing to do: the index has this version's schema already.", err=True)
        return
    with next_core(settings.data):
        new = index_at(settings, url, NEXT)
        _copy(Migration(index_at(settings, url), new, _print_progress), report, follow=follow)
        while new.retired_records():  # no reader works on the new core yet
            purging.delete_retired(new)
        new.purge()


def _copy(migration: Migration, report: Report, *, follow: bool) -> None:
    """Copy everything, and with `follow` also later changes, until Ctrl-C or SIGTERM ends it with a last copy."""
    report(migration.copy_changes())
    if not follow:
        return
    stopping = Event()
    for number in (signal.SIGINT, signal.SIGTERM):  # an exception raised by a handler could be lost in a library
        signal.signal(number, lambda *_: stopping.set())
    while not stopping.wait(POLL_S):
        _copy_changes(migration, report)
    report(migration.copy_changes())


def _copy_changes(migration: Migration, report: Report) -> None:
    try:
        counts = migration.copy_changes()
    except Unavailable as problem:
        click.echo(f"{problem} Trying again.", err=True)
        return
    if counts != CopyCounts():
        report(counts)


def _print_progress(done: int) -> None:
    click.echo(f"{format_document_count(done)} checked", err=True)


def _reporter(*, as_json: bool) -> Report:
    return lambda counts: click.echo(json.dumps(_as_json(counts)) if as_json else _describe(counts))


def _as_json(counts: CopyCounts) -> dict[str, int]:
    return {
        "documents": counts.documents,
        "passages": counts.passages,
        "removed": counts.removed,
        "to_be_read": counts.reading_due,
    }


def _describe(counts: CopyCounts) -> str:
    text = f"Copied {format_counts(counts.documents, counts.passages)}."
    if counts.removed:
        text += f" Removed since: {format_document_count(counts.removed)}."
    if counts.reading_due:
        text += f" To be read again, since passages were missing: {format_document_count(counts.reading_due)}."
    return text

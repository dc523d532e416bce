"""`contents upgrade`: what an index of another schema holds, copied into one of ours while that one goes on serving."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable
from types import FrameType

import click
from msgspec.structs import asdict, replace

from contents_service.bootstrap import index_from
from contents_service.commands.count_messages import format_counts, format_document_count
from contents_service.documents import purging
from contents_service.errors import ContentsError, Unavailable
from contents_service.index.protocol import WholeIndex
from contents_service.maintenance.migration import CopyCounts, Migration
from contents_service.settings import Settings, settings_from
from contents_service.solr.server.node import SolrNode, has_other_schema, next_core, running_solr_url
from contents_service.solr.server.solr_home import CORE, FORMER, NEXT

LOOK_EVERY_S = 1.0


class CannotUpgrade(ContentsError):
    """There is nothing to copy from, or nothing to copy to."""


@click.command()
@click.option("--from", "source", metavar="COLLECTION", help="With SOLR_URL: the collection that is in use.")
@click.option("--follow", is_flag=True, help="Go on until Ctrl-C, bringing over what changes meanwhile.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for a script.")
def upgrade(source: str | None, *, follow: bool, as_json: bool) -> None:
    """Copy what an index of an older schema holds into one of this version's, while the older version goes on serving.

    Run it with the new version, before that is started. Over a data folder `contents serve` copies the rest as it
    starts, and all of it where this was not run. With SOLR_URL, CONTENTS_SOLR_COLLECTION is the new collection.
    """
    settings = settings_from()
    told = _printed(as_json=as_json)
    if settings.solr_urls:
        there, here = _collections(settings, source)
        _carry(Migration(there, here, _told), told, follow=follow)
    elif source is not None:
        raise click.UsageError("--from names a collection at SOLR_URL, which is not set.")
    else:
        _fill_next(settings, told, follow=follow)


def migrate_former_index(node: SolrNode, settings: Settings) -> None:
    """Bring what an index of another schema holds into ours, before anything asks for it; most often there is none."""
    if not node.needs_migration():
        return
    node.start()
    try:
        click.echo("The index has the schema of another version, and is brought over.", err=True)
        carried = Migration(index_at(settings, node.url, FORMER), index_at(settings, node.url), _told).copy_changes()
        node.delete_former()
    finally:
        node.stop()
    click.echo(_said(carried), err=True)


def index_at(settings: Settings, url: str, core: str = CORE) -> WholeIndex:
    """The index that a Solr of ours keeps in one of its cores."""
    return index_from(replace(settings, solr_urls=(url,), solr_collection=core))


def _collections(settings: Settings, source: str | None) -> tuple[WholeIndex, WholeIndex]:
    if source is None or "CONTENTS_SOLR_COLLECTION" not in os.environ or source == settings.solr_collection:
        raise click.UsageError(
            "Say --from COLLECTION, the one that is in use, and in CONTENTS_SOLR_COLLECTION the new one, made from "
            "this version's solr/configset."
        )
    there, here = index_from(replace(settings, solr_collection=source)), index_from(settings)
    for index, name in ((there, source), (here, settings.solr_collection)):
        if not _answers(index):
            raise CannotUpgrade(
                f"no collection {name} answers at SOLR_URL. Is it there, and are the address and the password right?"
            )
    if not here.can_import_copies():
        raise CannotUpgrade(f"the collection {settings.solr_collection} was not made from this version's configset.")
    return there, here


def _answers(index: WholeIndex) -> bool:
    try:
        return index.is_ready()
    except ContentsError:
        return False


def _fill_next(settings: Settings, told: Callable[[CopyCounts], None], *, follow: bool) -> None:
    """Fill a core beside the one that an older version serves over the data folder."""
    url = running_solr_url(settings.data) if (settings.data / "solr").is_dir() else None
    if url is None:
        raise CannotUpgrade(
            f"no service runs over {settings.data}, so none would go on answering. Set CONTENTS_DATA to the data "
            "folder of the one that runs; where none does, `contents serve` brings the index over as it starts."
        )
    if not has_other_schema(settings.data):
        click.echo("Nothing to do: the index has this version's schema already.", err=True)
        return
    with next_core(settings.data):
        here = index_at(settings, url, NEXT)
        _carry(Migration(index_at(settings, url), here, _told), told, follow=follow)
        while here.retired_records():  # nobody else deletes there yet
            purging.delete_retired(here)
        here.purge()


def _carry(upgrade: Migration, told: Callable[[CopyCounts], None], *, follow: bool) -> None:
    """Copy all there is, and with `follow` what changes, until one says stop; then what changed until then."""
    told(upgrade.copy_changes())
    if not follow:
        return
    signal.signal(signal.SIGTERM, _stop)
    try:
        while True:
            time.sleep(LOOK_EVERY_S)
            _carry_what_changed(upgrade, told)
    except KeyboardInterrupt:
        told(upgrade.copy_changes())


def _carry_what_changed(upgrade: Migration, told: Callable[[CopyCounts], None]) -> None:
    try:
        carried = upgrade.copy_changes()
    except Unavailable as problem:
        click.echo(f"{problem} Going on.", err=True)
        return
    if carried != CopyCounts():
        told(carried)


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _told(done: int) -> None:
    click.echo(f"{format_document_count(done)} looked at", err=True)


def _printed(*, as_json: bool) -> Callable[[CopyCounts], None]:
    return lambda carried: click.echo(json.dumps(asdict(carried)) if as_json else _said(carried))


def _said(carried: CopyCounts) -> str:
    said = f"Brought over {format_counts(carried.documents, carried.passages)}."
    if carried.removed:
        said += f" Removed since: {format_document_count(carried.removed)}."
    if carried.to_be_read:
        said += f" To be read again, since passages were missing: {format_document_count(carried.to_be_read)}."
    return said

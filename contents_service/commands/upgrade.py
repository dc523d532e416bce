"""`contents upgrade`: what an index of another schema holds, copied into one of ours while that one goes on serving."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import click
from msgspec.structs import asdict, replace

from contents_service.bootstrap import index_from
from contents_service.commands.counts import counts_said, documents_said
from contents_service.errors import ContentsError
from contents_service.index import WholeIndex
from contents_service.settings import Settings, settings_from
from contents_service.solr.home import CORE, FORMER, NEXT
from contents_service.solr.node import SolrNode, make_next_at, running_at
from contents_service.upgrading import Carried, carry_over

LOOK_EVERY_S = 1.0


class NothingRuns(ContentsError):
    """There is no service over the data folder that would go on answering meanwhile."""


def index_at(settings: Settings, url: str, core: str = CORE) -> WholeIndex:
    """The index that a Solr of ours keeps in one of its cores."""
    return index_from(replace(settings, solr_urls=(url,), solr_collection=core))


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
    if settings.solr_urls:
        there, here = _collections(settings, source)
    elif source is not None:
        raise click.UsageError("--from names a collection at SOLR_URL, which is not set.")
    else:
        url = _running(settings)
        if make_next_at(settings.data) is None:
            click.echo("Nothing to do: the index has this version's schema already.", err=True)
            return
        there, here = index_at(settings, url), index_at(settings, url, NEXT)
    carried = carry_over(there, here, _told)
    _say(carried, as_json=as_json)
    if follow:
        _follow(lambda: carry_over(there, here, _told), as_json=as_json)


def bring_over(node: SolrNode, settings: Settings) -> None:
    """Bring what an index of another schema holds into ours, before anything asks for it; most often there is none."""
    if not node.is_to_be_brought_over():
        return
    click.echo("The index has the schema of another version: it is brought over, and then all starts.", err=True)
    node.start()
    try:
        carried = carry_over(index_at(settings, node.url, FORMER), index_at(settings, node.url), _told)
        node.forget_former()
    finally:
        node.stop()
    click.echo(_said(carried), err=True)


def _collections(settings: Settings, source: str | None) -> tuple[WholeIndex, WholeIndex]:
    if source is None or source == settings.solr_collection:
        raise click.UsageError(
            "Say --from COLLECTION, the one that is in use; CONTENTS_SOLR_COLLECTION is the new one, made from this "
            "version's solr/configset."
        )
    return index_from(replace(settings, solr_collection=source)), index_from(settings)


def _running(settings: Settings) -> str:
    url = running_at(settings.data) if (settings.data / "solr").is_dir() else None
    if url is None:
        raise NothingRuns(
            f"no service runs over {settings.data}, so none would go on answering. `contents serve` brings its index "
            "over as it starts."
        )
    return url


def _follow(pass_once: Callable[[], Carried], *, as_json: bool) -> None:
    try:
        while True:
            time.sleep(LOOK_EVERY_S)
            carried = pass_once()
            if carried.documents or carried.removed:
                _say(carried, as_json=as_json)
    except KeyboardInterrupt:
        _say(pass_once(), as_json=as_json)


def _told(done: int) -> None:
    click.echo(f"{documents_said(done)} looked at", err=True)


def _say(carried: Carried, *, as_json: bool) -> None:
    click.echo(json.dumps(asdict(carried)) if as_json else _said(carried))


def _said(carried: Carried) -> str:
    removed = f" Removed since: {documents_said(carried.removed)}." if carried.removed else ""
    return f"Brought over {counts_said(carried.documents, carried.passages)}.{removed}"

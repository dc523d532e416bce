"""Opens the index for the operator's commands: without a token, whether or not the service is running."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from contents_service.bootstrap import index_from
from contents_service.commands.upgrade import index_at, migrate_former_index
from contents_service.errors import ContentsError
from contents_service.index.protocol import WholeIndex
from contents_service.settings import Settings
from contents_service.solr.server.jars import JarCache
from contents_service.solr.server.node import SolrNode, has_other_schema, running_solr_url
from contents_service.solr.server.solr_home import CannotUseIndex


class IndexMissing(ContentsError):
    """There is no index where the settings point."""


@contextmanager
def open_index(settings: Settings, *, create: bool = False) -> Iterator[WholeIndex]:
    """Open the index at SOLR_URL, or else the one in the data folder, starting its Solr if it is not running.

    An index is created only with `create`; otherwise a wrong data folder would look like an empty index.
    """
    if settings.solr_urls:
        yield index_from(settings)
        return
    if not (create or _has_index(settings)):
        raise IndexMissing(
            f"There is no index in {settings.data}. Set CONTENTS_DATA to the data folder of the service, or SOLR_URL."
        )
    running_url = running_solr_url(settings.data) if _has_index(settings) else None
    if running_url:
        _check_version(settings)
        yield index_at(settings, running_url)
        return
    node = SolrNode(settings.data, memory=settings.solr_memory, jars=JarCache.of(settings))
    migrate_former_index(node, settings)
    node.start()
    try:
        yield index_at(settings, node.url)
    finally:
        node.stop()


def _check_version(settings: Settings) -> None:
    if has_other_schema(settings.data):
        raise CannotUseIndex(
            f"The service running on {settings.data} is a different version, with a different index schema. Use that "
            "version's commands, or `contents upgrade`."
        )


def may_be_in_use(settings: Settings) -> bool:
    """Whether a service may be using the index; at SOLR_URL this is assumed, since it cannot be known."""
    return bool(settings.solr_urls) or (_has_index(settings) and running_solr_url(settings.data) is not None)


def _has_index(settings: Settings) -> bool:
    return (settings.data / "solr").is_dir()

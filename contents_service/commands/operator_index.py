"""The index as a command of the operator has it: reached without a token, whether the service runs or not."""

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
    """There is no index where the settings say."""


@contextmanager
def open_index(settings: Settings, *, make: bool = False) -> Iterator[WholeIndex]:
    """The index at SOLR_URL, else that of the data folder; its Solr is started for the command where none runs.

    Where the data folder has none, it is made only if one says so: else a wrong folder would look like an empty index.
    """
    if settings.solr_urls:
        yield index_from(settings)
        return
    if not (make or _has_index(settings)):
        raise IndexMissing(
            f"there is no index in {settings.data}. Set CONTENTS_DATA to the data folder of the service, or SOLR_URL."
        )
    running = running_solr_url(settings.data) if _has_index(settings) else None
    if running:
        _refuse_another_version(settings)
        yield index_at(settings, running)
        return
    node = SolrNode(settings.data, memory=settings.solr_memory, jars=JarCache.of(settings))
    migrate_former_index(node, settings)
    node.start()
    try:
        yield index_at(settings, node.url)
    finally:
        node.stop()


def _refuse_another_version(settings: Settings) -> None:
    if has_other_schema(settings.data):
        raise CannotUseIndex(
            f"The service that runs over {settings.data} is of another version, and its index of another schema. Use "
            "that version's commands, or `contents upgrade`."
        )


def is_served(settings: Settings) -> bool:
    """Whether a service may be at work on the index: at SOLR_URL, where one cannot know, or over the data folder."""
    return bool(settings.solr_urls) or (_has_index(settings) and running_solr_url(settings.data) is not None)


def _has_index(settings: Settings) -> bool:
    return (settings.data / "solr").is_dir()

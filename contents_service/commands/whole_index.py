"""The index as a command of the operator has it: reached without a token, whether the service runs or not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from contents_service.bootstrap import index_from
from contents_service.errors import ContentsError
from contents_service.index import WholeIndex
from contents_service.settings import Settings
from contents_service.solr.home import CORE
from contents_service.solr.jars import JarCache
from contents_service.solr.node import SolrNode, running_at


class NoIndex(ContentsError):
    """There is no index where the settings say."""


@contextmanager
def whole_index(settings: Settings) -> Iterator[WholeIndex]:
    """The index at SOLR_URL, else that of the data folder; its Solr is started for the command where none runs."""
    if settings.solr_urls:
        yield index_from(settings)
        return
    if not (settings.data / "solr").is_dir():
        raise NoIndex(
            f"there is no index in {settings.data}. Set CONTENTS_DATA to the data folder of the service, or SOLR_URL."
        )
    running = running_at(settings.data)
    if running:
        yield index_from(_at(settings, running))
        return
    node = SolrNode(settings.data, memory=settings.solr_memory, jars=JarCache.of(settings)).start()
    try:
        yield index_from(_at(settings, node.url))
    finally:
        node.stop()


def _at(settings: Settings, url: str) -> Settings:
    return replace(settings, solr_urls=(url,), solr_collection=CORE)

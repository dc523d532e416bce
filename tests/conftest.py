"""What many tests stand on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from contents_service.settings import settings_from
from contents_service.solr.jars import JarCache
from contents_service.solr.node import SolrNode

settings.register_profile("contents", deadline=None)  # a slow machine is no fault of what is tested
settings.load_profile("contents")


@pytest.fixture(scope="session")
def solr_node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SolrNode]:
    """A real Solr with the core `contents`, on a free port, over a data folder of its own."""
    node = SolrNode(tmp_path_factory.mktemp("solr-data"), jars=JarCache.of(settings_from()))
    node.start()
    yield node
    node.stop()


@pytest.fixture(scope="session")
def solr_url(solr_node: SolrNode) -> str:
    """The address of a real Solr with the core `contents`, as SOLR_URL takes it; mark the test `solr`."""
    return solr_node.url

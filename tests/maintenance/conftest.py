"""An empty index and the file of a backup."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.backups import empty_solr
from helpers.memory_index import MemoryIndex

from contents_service.index.protocol import WholeIndex
from contents_service.solr.index import SolrIndex


@pytest.fixture(params=["memory", pytest.param("solr", marks=pytest.mark.solr)])
def index(request: pytest.FixtureRequest) -> WholeIndex:
    """An empty index."""
    if request.param == "memory":
        return MemoryIndex()
    return SolrIndex.at([empty_solr(request.getfixturevalue("solr_url"))])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "backup"

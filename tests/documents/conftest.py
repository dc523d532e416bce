"""The backend and the indexes that most tests of documents use."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.backend import Backend
from helpers.memory_index import MemoryIndex
from helpers.returns_policy import returns_backend

from contents_service.index.protocol import WholeIndex
from contents_service.solr.index import SolrIndex


@pytest.fixture
def backend(tmp_path: Path) -> Backend:
    """A Home Folder with a document about returns that was not given yet, over an index in memory."""
    return returns_backend(tmp_path)


@pytest.fixture(
    params=[
        "memory",
        pytest.param("solr_url", marks=pytest.mark.solr),
        pytest.param("cloud_url", marks=pytest.mark.solr),
    ]
)
def index(request: pytest.FixtureRequest) -> WholeIndex:
    """An index in memory, on a Solr, or on a SolrCloud, in turn."""
    if request.param == "memory":
        return MemoryIndex()
    return SolrIndex.at(request.getfixturevalue(request.param).split(","))

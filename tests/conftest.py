"""Fixtures and rules for all tests: a real Solr and a cloud, which tests run, on which worker, and in what order."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from helpers.cloud import Cloud, solr_cloud_in
from hypothesis import settings
from torture.findings import Findings

from contents_service.settings import settings_from
from contents_service.solr.server.jars import JarCache
from contents_service.solr.server.node import SolrNode

# Examples are the same in every run, and a slow machine fails nothing. HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("contents", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "contents"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--torture", action="store_true", help="run the tests that take minutes, too")
    parser.addoption("--torture-seed", type=int, default=1, help="another number, another order of what goes wrong")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "torture: takes minutes, and runs only with --torture")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--torture"):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("torture")])
        items[:] = [item for item in items if not item.get_closest_marker("torture")]
    items.sort(key=_is_quick)  # a worker that begins with the long ones ends with short ones, so that all end together


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    from helpers.scheduling import SharedFixturesScheduling  # noqa: PLC0415 — only where pytest-xdist is loaded

    return SharedFixturesScheduling(config, log)


def _is_quick(item: pytest.Item) -> bool:
    return item.get_closest_marker("solr") is None


@pytest.fixture(scope="session")
def findings(request: pytest.FixtureRequest) -> Iterator[Findings]:
    """What tests find that run for minutes; where all of them have run, the page of it is written at the end."""
    findings = Findings()
    yield findings
    if request.config.getoption("--torture"):
        from torture.report import write  # noqa: PLC0415 — it imports the whole service, which few runs need here

        write(findings)


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


@pytest.fixture(scope="session")
def solr_cloud(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cloud]:
    """A SolrCloud of two nodes, two shards and two replicas, and ZooKeeper; a test that kills a node waits for it."""
    with solr_cloud_in(tmp_path_factory.mktemp("cloud-data")) as cloud:
        yield cloud


@pytest.fixture(scope="session")
def cloud_url(solr_cloud: Cloud) -> str:
    """Its addresses, as SOLR_URL takes them; mark the test `solr`."""
    return solr_cloud.solr_url

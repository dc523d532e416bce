"""After a crash Solr answers from half of its index until it has replayed its log; nobody is told what it then says."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
import requests
from helpers.factories import make_record
from helpers.shop import BASE, DOCUMENTS, Reply, Shop, code_of

from contents_service.model import Scope
from contents_service.processes.port import free_port
from contents_service.settings import settings_from
from contents_service.solr.connection import LOG_REPLAYED, state_of_log
from contents_service.solr.index import SolrIndex
from contents_service.solr.server.jars import JarCache
from contents_service.solr.server.node import SolrNode

pytestmark = pytest.mark.solr

GUIDE, PRICES = (make_record(Scope("shop", "eric"), f"eric/support/{name}.md") for name in ("guide", "prices"))
QUESTION = {"question": "When may goods be returned?", "documents": [GUIDE.path]}
WRITTEN, AT_ONCE = 1_200, 400
"""Documents that are replayed: so many take long enough to ask meanwhile."""
TEXT = " ".join(f"word{number}" for number in range(200))
NOT_NOW = (503, "index_unavailable")


@pytest.fixture
def node(tmp_path: Path) -> Iterator[SolrNode]:
    node = SolrNode(tmp_path, free_port("127.0.0.1"), jars=JarCache.of(settings_from())).start()
    yield node
    node.stop()


def write_much(node: SolrNode) -> None:
    """Write what no commit puts on disk."""
    for first in range(0, WRITTEN, AT_ONCE):
        some = [
            {"id": f"much!{number}", "kind": "much", "scope": "-", "document": "-", "body": TEXT}
            for number in range(first, first + AT_ONCE)
        ]
        requests.post(f"{node.url}/contents/update", json=some, timeout=30).raise_for_status()


def replays(node: SolrNode) -> bool:
    """Whether it answers, and has not replayed its log yet."""
    key = state_of_log("contents")
    try:
        told = requests.get(f"{node.url}/admin/metrics", {"key": key, "wt": "json"}, timeout=5).json()
        return bool(told["metrics"][key] != LOG_REPLAYED)
    except (requests.RequestException, ValueError, KeyError):
        return False


def everything_asked(shop: Shop) -> list[Reply]:
    """Whether it is ready; a document and a search whose reading only the log knows; a document that only it knows."""
    return [
        shop.request("GET", "/readyz", None),
        shop.request("GET", f"{DOCUMENTS}/{GUIDE.id}"),
        shop.request("POST", f"{BASE}/apps/shop/passages", json=QUESTION),
        shop.request("POST", f"{DOCUMENTS}/{PRICES.id}/read"),
    ]


def are_right(replies: list[Reply]) -> bool:
    _, document, search, _ = replies
    statuses = [reply.status_code for reply in replies]
    return statuses == [200, 200, 200, 202] and (document.json["state"], search.json["status"]) == ("read", "found")


def test_nothing_is_said_or_taken_before_the_log_is_replayed(node: SolrNode, tmp_path: Path) -> None:
    shop, restarted = Shop(tmp_path / "shop", SolrIndex.at([node.url])), Event()
    shop.give(GUIDE.path)
    shop.services.index.put(PRICES, None)
    shop.services.index.refresh()
    write_much(node)

    assert node.pid is not None
    os.kill(node.pid, signal.SIGKILL)
    node.stop()
    with ThreadPoolExecutor(1) as pool:
        during = pool.submit(asked_while_it_replays, node, shop, restarted)
        node.start()
        restarted.set()

    assert during.result()
    assert {code_of(reply) for reply in during.result()} == {NOT_NOW}
    assert are_right(everything_asked(shop))


def asked_while_it_replays(node: SolrNode, shop: Shop, restarted: Event) -> list[Reply]:
    replies = []
    while not restarted.wait(0.02):
        asked = everything_asked(shop) if replays(node) else []
        replies += asked if replays(node) else []
    return replies

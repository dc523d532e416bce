"""After a crash Solr answers from part of its index until it has replayed its log; no caller gets such an answer."""

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
LOGGED_DOCUMENTS, BATCH = 1_200, 400
"""Documents in the update log, enough that requests arrive while it is replayed."""
TEXT = " ".join(f"word{number}" for number in range(200))
UNAVAILABLE = (503, "index_unavailable")


@pytest.fixture
def node(tmp_path: Path) -> Iterator[SolrNode]:
    node = SolrNode(tmp_path, free_port("127.0.0.1"), jars=JarCache.of(settings_from())).start()
    yield node
    node.stop()


def fill_update_log(node: SolrNode) -> None:
    """Write documents without a commit, so that only the update log has them."""
    for first in range(0, LOGGED_DOCUMENTS, BATCH):
        batch = [
            {"id": f"much!{number}", "kind": "much", "scope": "-", "document": "-", "body": TEXT}
            for number in range(first, first + BATCH)
        ]
        requests.post(f"{node.url}/contents/update", json=batch, timeout=90).raise_for_status()


def is_replaying(node: SolrNode) -> bool:
    """Whether the node answers but has not replayed its log yet."""
    key = state_of_log("contents")
    try:
        metrics = requests.get(f"{node.url}/admin/metrics", {"key": key, "wt": "json"}, timeout=5).json()
        return bool(metrics["metrics"][key] != LOG_REPLAYED)
    except (requests.RequestException, ValueError, KeyError):
        return False


def send_all_requests(shop: Shop) -> list[Reply]:
    """Request readiness, a document and a search whose reading is only in the log, and a document only in the log."""
    return [
        shop.request("GET", "/readyz", None),
        shop.request("GET", f"{DOCUMENTS}/{GUIDE.id}"),
        shop.request("POST", f"{BASE}/apps/shop/passages", json=QUESTION),
        shop.request("POST", f"{DOCUMENTS}/{PRICES.id}/read"),
    ]


def are_correct(replies: list[Reply]) -> bool:
    _, document, search, _ = replies
    statuses = [reply.status_code for reply in replies]
    return statuses == [200, 200, 200, 202] and (document.json["state"], search.json["status"]) == ("read", "found")


def test_every_request_is_refused_until_the_log_is_replayed(node: SolrNode, tmp_path: Path) -> None:
    shop, restarted = Shop(tmp_path / "shop", SolrIndex.at([node.url])), Event()
    shop.give(GUIDE.path)
    shop.services.index.put(PRICES, None)
    shop.services.index.refresh()
    fill_update_log(node)

    assert node.pid is not None
    os.kill(node.pid, signal.SIGKILL)
    node.stop()
    with ThreadPoolExecutor(1) as pool:
        during = pool.submit(requests_during_replay, node, shop, restarted)
        node.start()
        restarted.set()

    assert during.result()
    assert {code_of(reply) for reply in during.result()} == {UNAVAILABLE}
    assert are_correct(send_all_requests(shop))


def requests_during_replay(node: SolrNode, shop: Shop, restarted: Event) -> list[Reply]:
    replies = []
    while not restarted.wait(0.02):
        batch = send_all_requests(shop) if is_replaying(node) else []
        replies += batch if is_replaying(node) else []
    return replies

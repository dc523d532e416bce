"""Of several nodes one that can answer is asked, and one that cannot is not asked again and again."""

from __future__ import annotations

import time
from base64 import b64encode
from collections.abc import Callable
from typing import Any

import pytest
import structlog
from helpers.factories import make_record, new_app_id
from helpers.stub_server import Behaviour, Handler, StubServer, answer_json, never_answer
from msgspec.json import encode

from contents_service.errors import IndexUnavailable
from contents_service.index.protocol import WriteConflict
from contents_service.model import Record, Scope
from contents_service.processes.port import free_port
from contents_service.solr.client import SolrClient
from contents_service.solr.failover import PROBE_AFTER_S, PROBE_TIMEOUT_S, Nodes, Turn
from contents_service.solr.index import SolrIndex

SCOPE = Scope(new_app_id(), "eric")
NOTHING_FOUND: dict[str, Any] = {"response": {"docs": []}}


class InOrder(Nodes):
    """Nodes that are asked in the order in which they were named, by a clock that the test moves."""

    def __init__(self, *urls: str) -> None:
        self.time = 0.0
        super().__init__(urls, lambda: self.time)
        self._urls = list(urls)


def client_of(nodes: Nodes, timeout_s: float = 5.0) -> SolrClient:
    return SolrClient(nodes, "contents", timeout_s=timeout_s, connections=1)


def nobody() -> str:
    """An address where nobody listens."""
    return f"http://127.0.0.1:{free_port('127.0.0.1')}"


def test_not_every_process_asks_the_same_node_first() -> None:
    firsts = {Nodes(["one", "two"]).in_turn(probing=True)[0].url for _ in range(60)}
    assert firsts == {"one", "two"}


def test_a_node_that_failed_comes_last_until_it_answers() -> None:
    nodes = InOrder("one", "two")
    nodes.failed("one")
    assert nodes.in_turn(probing=True) == [Turn("two"), Turn("one")]
    nodes.answered("one")
    assert nodes.in_turn(probing=True) == [Turn("one"), Turn("two")]


def test_after_a_while_a_single_request_tries_it_again_and_not_for_long() -> None:
    nodes = InOrder("one", "two")
    nodes.failed("one")
    nodes.time = PROBE_AFTER_S
    assert nodes.in_turn(probing=False) == [Turn("two"), Turn("one")]
    assert nodes.in_turn(probing=True) == [Turn("one", PROBE_TIMEOUT_S), Turn("two")]
    assert nodes.in_turn(probing=True) == [Turn("two"), Turn("one")]


def test_where_all_failed_all_are_asked() -> None:
    nodes = InOrder("one", "two")
    nodes.failed("one")
    nodes.failed("two")
    assert {turn.url for turn in nodes.in_turn(probing=True)} == {"one", "two"}


def test_the_next_node_is_asked_when_one_cannot_be_reached() -> None:
    with StubServer(answer_json(NOTHING_FOUND)) as service:
        assert client_of(InOrder(nobody(), service.url)).query({"q": "x"}) == NOTHING_FOUND


def test_the_next_node_is_asked_when_one_cannot_answer() -> None:
    with StubServer(answer_json({}, 503)) as sick, StubServer(answer_json(NOTHING_FOUND)) as well:
        assert client_of(InOrder(sick.url, well.url)).query({"q": "x"}) == NOTHING_FOUND


def test_a_node_that_hangs_takes_one_request_its_time_and_no_other() -> None:
    with StubServer(never_answer) as hanging, StubServer(answer_json(NOTHING_FOUND)) as well:
        client = client_of(InOrder(hanging.url, well.url), timeout_s=0.3)
        with pytest.raises(IndexUnavailable):
            client.query({"q": "x"})
        began = time.monotonic()
        assert client.query({"q": "x"}) == NOTHING_FOUND
        assert time.monotonic() - began < 0.3


def test_where_no_node_can_be_reached_one_is_told_within_the_time() -> None:
    began = time.monotonic()
    with pytest.raises(IndexUnavailable):
        client_of(InOrder(nobody(), nobody())).query({"q": "x"})
    assert time.monotonic() - began < 2


def test_solr_is_told_for_which_request_it_is_asked_and_by_whom() -> None:
    with StubServer(answer_json(NOTHING_FOUND)) as service:
        client = client_of(InOrder(service.url.replace("://", "://contents:a%40b@")))
        with structlog.contextvars.bound_contextvars(request_id="r-1"):
            client.query({"q": "x"})
        client.query({"q": "x"})
    (path, told, _), (_, untold, _) = (asked for asked in service.requests if "select" in asked[0])
    assert (path, told["X-Trace-Id"]) == ("/contents/select?wt=json", "r-1")
    assert told["authorization"] == f"Basic {b64encode(b'contents:a@b').decode()}"
    assert "X-Trace-Id" not in untold


def a_race_lost_to(standing: Record) -> Behaviour:
    """A Solr that takes no record, since this one stands there."""

    def behave(handler: Handler) -> None:
        kept: dict[str, Any] = {"doc": {"json": encode(standing).decode()}}
        answer_json({}, 409)(handler) if "/update" in handler.path else answer_json(kept)(handler)

    return behave


def put_against(standing: Callable[[Record], Record]) -> None:
    record = make_record(SCOPE, "eric/a.txt")
    with StubServer(a_race_lost_to(standing(record))) as service:
        SolrIndex.at([service.url]).put(record, None)


def test_a_record_that_was_written_and_sent_again_is_written() -> None:
    put_against(lambda record: record)


def test_a_record_that_another_wrote_first_is_a_race_lost() -> None:
    with pytest.raises(WriteConflict):
        put_against(lambda _: make_record(SCOPE, "eric/a.txt"))

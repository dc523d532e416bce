"""Failover: requests go to a node that can answer, and a failed node is tried again only now and then."""

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


class Clock:
    """A clock that the test moves."""

    time = 0.0

    def __call__(self) -> float:
        return self.time


def nodes_in_order(*urls: str, clock: Callable[[], float] = time.monotonic) -> Nodes:
    """Return nodes that are tried in this order; their order is random, so make some until it is."""
    while True:
        nodes = Nodes(urls, clock)
        if [turn.url for turn in nodes.in_turn(probing=False)] == list(urls):
            return nodes


def client_of(nodes: Nodes, timeout_s: float = 5.0) -> SolrClient:
    return SolrClient(nodes, "contents", timeout_s=timeout_s, connections=1)


def unreachable_url() -> str:
    """Return an address where nothing listens."""
    return f"http://127.0.0.1:{free_port('127.0.0.1')}"


def test_processes_begin_with_different_nodes() -> None:
    firsts = {Nodes(["one", "two"]).in_turn(probing=True)[0].url for _ in range(60)}
    assert firsts == {"one", "two"}


def test_a_node_that_failed_comes_last_until_it_answers() -> None:
    nodes = nodes_in_order("one", "two")
    nodes.note_failure("one")
    assert nodes.in_turn(probing=True) == [Turn("two"), Turn("one")]
    nodes.note_answer("one")
    assert nodes.in_turn(probing=True) == [Turn("one"), Turn("two")]


def test_after_a_while_one_request_probes_a_failed_node_for_a_short_time() -> None:
    clock = Clock()
    nodes = nodes_in_order("one", "two", clock=clock)
    nodes.note_failure("one")
    clock.time = PROBE_AFTER_S
    assert nodes.in_turn(probing=False) == [Turn("two"), Turn("one")]
    assert nodes.in_turn(probing=True) == [Turn("one", PROBE_TIMEOUT_S), Turn("two")]
    assert nodes.in_turn(probing=True) == [Turn("two"), Turn("one")]


def test_when_all_nodes_failed_all_are_tried() -> None:
    nodes = nodes_in_order("one", "two")
    nodes.note_failure("one")
    nodes.note_failure("two")
    assert {turn.url for turn in nodes.in_turn(probing=True)} == {"one", "two"}


def test_the_next_node_is_tried_when_one_cannot_be_reached() -> None:
    with StubServer(answer_json(NOTHING_FOUND)) as service:
        assert client_of(nodes_in_order(unreachable_url(), service.url)).query({"q": "x"}) == NOTHING_FOUND


def test_the_next_node_is_tried_when_one_answers_with_a_server_error() -> None:
    with StubServer(answer_json({}, 503)) as sick, StubServer(answer_json(NOTHING_FOUND)) as well:
        assert client_of(nodes_in_order(sick.url, well.url)).query({"q": "x"}) == NOTHING_FOUND


def test_a_node_that_hangs_times_out_one_request_only() -> None:
    with StubServer(never_answer) as hanging, StubServer(answer_json(NOTHING_FOUND)) as well:
        client = client_of(nodes_in_order(hanging.url, well.url), timeout_s=0.3)
        with pytest.raises(IndexUnavailable):
            client.query({"q": "x"})
        began = time.monotonic()
        assert client.query({"q": "x"}) == NOTHING_FOUND
        assert time.monotonic() - began < 0.3


def test_when_no_node_can_be_reached_the_request_fails_in_time() -> None:
    began = time.monotonic()
    with pytest.raises(IndexUnavailable):
        client_of(nodes_in_order(unreachable_url(), unreachable_url())).query({"q": "x"})
    assert time.monotonic() - began < 2


def test_solr_gets_the_request_id_and_the_credentials() -> None:
    with StubServer(answer_json(NOTHING_FOUND)) as service:
        client = client_of(nodes_in_order(service.url.replace("://", "://contents:a%40b@")))
        with structlog.contextvars.bound_contextvars(request_id="r-1"):
            client.query({"q": "x"})
        client.query({"q": "x"})
    (path, headers, _), (_, other_headers, _) = (each for each in service.requests if "select" in each[0])
    assert (path, headers["X-Trace-Id"]) == ("/contents/select?wt=json", "r-1")
    assert headers["authorization"] == f"Basic {b64encode(b'contents:a@b').decode()}"
    assert "X-Trace-Id" not in other_headers


def conflict_with(existing: Record) -> Behaviour:
    """Return a behaviour that refuses to write a record, as the index already has this one."""

    def behave(handler: Handler) -> None:
        stored: dict[str, Any] = {"doc": {"json": encode(existing).decode()}}
        answer_json({}, 409)(handler) if "/update" in handler.path else answer_json(stored)(handler)

    return behave


def put_with_conflict(existing: Callable[[Record], Record]) -> None:
    record = make_record(SCOPE, "eric/a.txt")
    with StubServer(conflict_with(existing(record))) as service:
        SolrIndex.at([service.url]).put(record, None)


def test_a_conflict_with_the_same_record_is_a_retry_that_succeeded() -> None:
    put_with_conflict(lambda record: record)


def test_a_conflict_with_another_record_is_reported() -> None:
    with pytest.raises(WriteConflict):
        put_with_conflict(lambda _: make_record(SCOPE, "eric/a.txt"))

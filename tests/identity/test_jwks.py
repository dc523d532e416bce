"""Keys at a URL: fetched rarely, however many tokens arrive, and kept while no fetch succeeds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from helpers.stub_server import Behaviour, Handler, StubServer, answer_bytes, answer_json, hang_up

from contents_service.identity.jwks import MAX_STALE_S, MIN_REFETCH_S, REFRESH_AFTER_S, UrlKeys

PUBLIC = jwt.algorithms.ECAlgorithm.to_jwk(generate_private_key(SECP256R1()).public_key(), as_dict=True)


def jwks_with(*kids: str) -> dict[str, Any]:
    return {"keys": [{**PUBLIC, "kid": kid} for kid in kids]}


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def platform() -> Iterator[StubServer]:
    with StubServer(answer_json(jwks_with("one"))) as server:
        yield server


@pytest.fixture
def keys(platform: StubServer, clock: Clock) -> UrlKeys:
    return UrlKeys(platform.url, clock)


def test_keys_are_fetched_once_for_many_tokens_and_again_after_some_minutes(
    keys: UrlKeys, platform: StubServer, clock: Clock
) -> None:
    assert {keys.key("one").key_id for _ in range(20)} == {"one"}
    assert len(platform.requests) == 1
    clock.now += REFRESH_AFTER_S + 1
    platform.behaviour = answer_json(jwks_with("two"))
    with pytest.raises(jwt.PyJWKClientError):
        keys.key("one")
    assert len(platform.requests) == 2


def test_a_new_key_is_fetched_when_a_token_names_it(keys: UrlKeys, platform: StubServer, clock: Clock) -> None:
    keys.key("one")
    platform.behaviour = answer_json(jwks_with("one", "two"))
    clock.now += MIN_REFETCH_S + 1
    assert keys.key("two").key_id == "two"


def test_unknown_key_ids_cause_one_fetch_per_interval_at_most(
    keys: UrlKeys, platform: StubServer, clock: Clock
) -> None:
    keys.key("one")
    for number in range(50):
        clock.now += MIN_REFETCH_S / 20
        with pytest.raises(jwt.PyJWKClientError):
            keys.key(f"made-up-{number}")
    assert len(platform.requests) == 1 + 2  # the first, and two in 25 seconds


@pytest.mark.parametrize(
    "failure",
    [
        hang_up,
        answer_json({}, 500),
        answer_bytes(b"<html>"),
        answer_json({"keys": []}),
        answer_json(["one"]),
        answer_bytes(b""),
    ],
)
def test_known_keys_are_accepted_for_a_day_while_none_can_be_fetched(
    keys: UrlKeys, platform: StubServer, clock: Clock, failure: Behaviour
) -> None:
    keys.key("one")
    platform.behaviour = failure
    clock.now = MAX_STALE_S
    assert [keys.key("one").key_id for _ in range(20)] == ["one"] * 20
    assert len(platform.requests) == 2  # once for all twenty
    clock.now += MIN_REFETCH_S + 1
    with pytest.raises(jwt.PyJWKClientConnectionError):
        keys.key("one")


def test_a_token_with_a_known_key_does_not_wait_for_a_fetch(keys: UrlKeys, platform: StubServer, clock: Clock) -> None:
    keys.key("one")
    request_arrived, may_respond = Event(), Event()

    def slow(handler: Handler) -> None:
        request_arrived.set()
        may_respond.wait(10)
        handler.reply(json.dumps(jwks_with("one", "two")).encode())

    platform.behaviour = slow
    clock.now += REFRESH_AFTER_S + 1
    with ThreadPoolExecutor(2) as threads:
        fetching_call = threads.submit(keys.key, "two")
        assert request_arrived.wait(10)
        assert keys.key("one").key_id == "one"
        waiting_call = threads.submit(keys.key, "two")
        may_respond.set()
        assert [fetching_call.result().key_id, waiting_call.result().key_id] == ["two", "two"]
    assert len(platform.requests) == 2


def test_keys_are_fetched_again_after_a_first_fetch_failed(platform: StubServer, clock: Clock) -> None:
    working_behaviour, platform.behaviour = platform.behaviour, hang_up
    keys = UrlKeys(platform.url, clock)
    for _ in range(3):
        with pytest.raises(jwt.PyJWKClientConnectionError):
            keys.key("one")
    assert len(platform.requests) == 1
    platform.behaviour = working_behaviour
    clock.now += MIN_REFETCH_S + 1
    assert keys.key("one").key_id == "one"

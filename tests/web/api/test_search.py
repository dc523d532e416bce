"""Searching over HTTP."""

from __future__ import annotations

import json

import pytest
from helpers.shop import BASE, ERIC, MARIA, SHOP_DEPLOYMENT, Shop, code_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contents_service.model import Deployment

GUIDE, LEASE, SCAN = "eric/support/guide.md", "eric/legal/lease.md", "eric/scan.pdf"
PASSAGES = f"{BASE}/apps/shop/passages"


def test_a_question_finds_the_passage_and_where_it_is(shop: Shop) -> None:
    shop.give(GUIDE)
    answer = shop.search("Within how many days may goods be returned?", [GUIDE])
    assert answer["status"] == "found"
    best = answer["passages"][0]
    assert (best["rank"], best["citation"], best["original"]) == (1, "(guide.md, Returns, line 2)", "same")


def test_a_deployment_finds_what_its_owner_finds(shop: Shop) -> None:
    shop.give(GUIDE)
    question = "Are opened boxes fine?"
    callers = (ERIC, SHOP_DEPLOYMENT, limited_deployment())
    first, *others = (shop.search(question, [GUIDE], caller)["passages"] for caller in callers)
    assert first
    assert all(passages == first for passages in others)


def limited_deployment() -> Deployment:
    return Deployment(sub="shop-2", app="shop", owner="eric", documents=frozenset({GUIDE, LEASE}))


def test_a_question_finds_nothing_outside_the_named_and_given_documents(shop: Shop) -> None:
    shop.give(GUIDE)
    shop.give(LEASE)
    assert shop.search("deposit in advance", [GUIDE])["searched"] == [GUIDE]
    assert shop.search("deposit in advance", [])["status"] == "nothing_given"
    assert shop.search("deposit in advance", [LEASE], MARIA)["status"] == "nothing_given"
    bounded = Deployment(sub="s", app="shop", owner="eric", documents=frozenset({GUIDE}))
    assert shop.search("deposit in advance", [GUIDE, LEASE], bounded)["searched"] == [GUIDE]
    elsewhere = Deployment(sub="s", app="other", owner="eric")
    body = {"question": "deposit", "documents": [LEASE]}
    assert code_of(shop.request("POST", PASSAGES, elsewhere, json=body)) == (404, "not_found")


def test_an_answer_says_what_is_not_read_yet_and_what_could_not_be_read(shop: Shop) -> None:
    shop.request("POST", f"{BASE}/apps/shop/documents", json={"path": GUIDE})
    assert shop.search("returns", [GUIDE])["status"] == "still_reading"
    shop.give(SCAN)
    assert shop.search("returns", [SCAN])["status"] == "nothing_read"
    assert shop.search("returns", [SCAN, GUIDE])["unread"][0]["code"] == "scanned"


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/question"), ({"question": "x"}, "/documents"), ({"question": 7, "documents": []}, "/question"),
        ({"question": "x", "documents": ["a", 7]}, "/documents/1"), ({"question": "x", "documents": "a"}, "/documents"),
        ({"question": "x", "documents": [], "limit": 0}, "/limit"),
        ({"question": "x", "documents": [], "limit": 21}, "/limit"),
        ({"question": "x", "documents": [], "limit": "6"}, "/limit"),
        ({"question": "x", "documents": [], "a/b": 1}, "/a~1b"),
        ([], ""), (None, ""),
    ],
)  # fmt: skip
def test_an_invalid_search_gets_pointers_to_what_is_wrong(shop: Shop, body: object, pointer: str) -> None:
    response = shop.request("POST", PASSAGES, data=json.dumps(body), headers={"Content-Type": "application/json"})
    assert code_of(response) == (400, "invalid_request")
    assert pointer in response.json["pointers"]


@given(st.text(max_size=60))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_character_of_a_question_makes_a_search_fail(shop: Shop, question: str) -> None:
    shop.give(GUIDE)
    answer = shop.search(question, [GUIDE])
    assert answer["searched"] == [GUIDE] or answer["status"] == "no_content_words"
    assert answer["status"] in {"found", "none_holds_it", "no_content_words"}


def test_a_search_may_name_thousands_of_documents(shop: Shop) -> None:
    shop.give(GUIDE)
    named = [f"eric/folder-{number}/a-document-with-a-long-name.md" for number in range(20_000)]
    assert shop.search("opened boxes", [*named, GUIDE])["searched"] == [GUIDE]

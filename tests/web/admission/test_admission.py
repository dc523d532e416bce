"""More than can be carried is refused at once, no kind of request takes the places of another, and it passes."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event, Semaphore

import pytest
from helpers.memory_index import MemoryIndex
from helpers.shop import BASE, DOCUMENTS, MARIA, SHOP, Reply, Shop, code_of
from msgspec.structs import replace

from contents_service.index.protocol import SearchResult
from contents_service.index.scope_snapshot import ScopeSnapshot
from contents_service.model import Scope
from contents_service.relevance.terms import Question
from contents_service.settings import Settings

PASSAGES = f"{BASE}/apps/shop/passages"
GUIDE = "eric/support/guide.md"
LONG_S = 30.0
SMALL = Settings(dev=True, web_threads=8, searches_at_once=2, searches_a_minute=0, requests_a_minute=0, search_s=LONG_S)
"""Two searches at once and two that wait; one change, one look."""


class Gated(MemoryIndex):
    """An index that answers a search, or a list, when the test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = Semaphore(0)
        self.open = Event()
        self.holding_lists = False

    def search(self, scope: Scope, question: Question, *, rows: int, explain: bool) -> SearchResult:
        self._wait()
        return super().search(scope, question, rows=rows, explain=explain)

    def scope_snapshot(self, scope: Scope) -> ScopeSnapshot:
        if self.holding_lists:
            self._wait()
        return super().scope_snapshot(scope)

    def _wait(self) -> None:
        self.begun.release()
        assert self.open.wait(LONG_S)


@pytest.fixture
def index() -> Gated:
    return Gated()


@pytest.fixture
def shop(tmp_path: Path, index: Gated) -> Shop:
    return Shop(tmp_path, index, SMALL)


def ask(shop: Shop) -> Reply:
    return shop.ask("POST", PASSAGES, json={"question": "When are returns allowed?", "documents": [GUIDE]})


def full(shop: Shop, index: Gated, pool: ThreadPoolExecutor) -> list[Future[Reply]]:
    """As many searches as there are places for, under way and waiting."""
    asked = [pool.submit(ask, shop) for _ in range(4)]
    assert index.begun.acquire(timeout=LONG_S)
    assert index.begun.acquire(timeout=LONG_S)
    lane = shop.app.extensions["contents"].capacity.searches
    deadline = time.monotonic() + LONG_S
    while len(lane._waiting) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.001)
    return asked


def test_a_search_too_many_is_told_at_once_when_to_come_again_and_all_others_are_answered(
    shop: Shop, index: Gated
) -> None:
    with ThreadPoolExecutor(4) as pool:
        asked = full(shop, index, pool)
        refused = ask(shop)
        index.open.set()
        answers = [each.result(LONG_S).status_code for each in asked]

    assert code_of(refused) == (503, "busy")
    assert int(refused.headers["Retry-After"]) > 0
    assert answers == [200] * 4
    assert ask(shop).status_code == 200


def test_what_is_given_listed_and_asked_of_its_health_goes_on_while_searches_are_refused(
    shop: Shop, index: Gated
) -> None:
    with ThreadPoolExecutor(4) as pool:
        full(shop, index, pool)
        given = shop.ask("POST", DOCUMENTS, json={"path": GUIDE})
        answers = [shop.ask("GET", url).status_code for url in (DOCUMENTS, "/livez", "/readyz")]
        index.open.set()

    assert given.status_code == 202
    assert answers == [200] * 3


def test_searches_go_on_while_lists_are_refused(shop: Shop, index: Gated) -> None:
    index.holding_lists = True
    with ThreadPoolExecutor(1) as pool:
        looking = pool.submit(shop.ask, "GET", DOCUMENTS)
        assert index.begun.acquire(timeout=LONG_S)
        index.holding_lists = False
        refused = shop.ask("GET", DOCUMENTS)
        index.open.set()
        looking.result(LONG_S)

    assert code_of(refused) == (503, "busy")
    assert ask(shop).status_code == 200


def test_who_waits_for_a_reading_keeps_no_other_from_giving(shop: Shop) -> None:
    for path in (GUIDE, "eric/legal/lease.md"):
        waited = shop.ask("POST", DOCUMENTS, json={"path": path}, headers={"Prefer": "wait=0"})
        assert waited.status_code == 202

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(
            shop.ask, "POST", DOCUMENTS, json={"path": "eric/support/prices.md"}, headers={"Prefer": "wait=30"}
        )
        places = shop.services.waiting_slots
        deadline = time.monotonic() + LONG_S
        while places._value == 8:
            assert time.monotonic() < deadline
            time.sleep(0.001)
        given = shop.ask("POST", DOCUMENTS, MARIA, json={"path": "maria/diary.md"})
        shop.read_all()
        read = waiting.result(LONG_S)

    assert (given.status_code, read.status_code) == (202, 200)


def test_a_request_that_goes_wrong_gives_its_place_back(shop: Shop) -> None:
    for _ in range(5):
        assert code_of(shop.ask("POST", PASSAGES, json={"question": 3})) == (400, "invalid_request")
        assert code_of(shop.ask("GET", f"{DOCUMENTS}/{'0' * 32}")) == (404, "not_found")
        assert code_of(shop.ask("DELETE", f"{DOCUMENTS}/{'0' * 32}")) == (404, "not_found")


def test_who_asks_too_often_is_told_so_and_nobody_else_is(tmp_path: Path, index: Gated) -> None:
    shop = Shop(tmp_path, index, replace(SMALL, searches_a_minute=2, requests_a_minute=1))
    index.open.set()
    answers = [ask(shop), ask(shop), ask(shop), shop.ask("GET", DOCUMENTS), shop.ask("GET", DOCUMENTS)]

    assert [answer.status_code for answer in answers] == [200, 200, 429, 200, 429]
    assert code_of(answers[2]) == (429, "quota")
    assert "more than 2 searches in a minute" in answers[2].json["detail"]
    assert 0 < int(answers[2].headers["Retry-After"]) <= 60
    assert shop.ask("GET", DOCUMENTS, SHOP).status_code == 200


def test_the_page_says_it_to_a_person(tmp_path: Path, index: Gated) -> None:
    shop = Shop(tmp_path, index, replace(SMALL, requests_a_minute=1))
    first, second = (shop.ask("GET", "/apps/shop") for _ in range(2))

    assert (first.status_code, second.status_code) == (200, 429)
    assert "more than 1 requests other than searches in a minute" in second.text


def test_a_document_too_many_is_a_quota_problem_over_http(tmp_path: Path) -> None:
    shop = Shop(tmp_path, settings=replace(SMALL, app_documents=1))
    shop.give(GUIDE)
    refused = shop.ask("POST", DOCUMENTS, json={"path": "eric/legal/lease.md"})
    many = shop.ask("POST", DOCUMENTS, json={"paths": [GUIDE, "eric/legal/lease.md"]})

    assert code_of(refused) == (429, "quota")
    assert "Retry-After" not in refused.headers
    assert [problem["code"] for problem in many.json["problems"]] == ["quota"]

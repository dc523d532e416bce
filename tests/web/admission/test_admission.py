"""Under load, requests are refused at once, no kind of request takes the slots of another, and slots come back."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from threading import Event, Semaphore
from typing import Any

import pytest
from helpers.memory_index import MemoryIndex
from helpers.polling import poll_until
from helpers.shop import BASE, DOCUMENTS, MARIA, SHOP_DEPLOYMENT, Reply, Shop, code_of
from msgspec.structs import replace
from typing_extensions import Buffer

from contents_service.index.protocol import SearchResult
from contents_service.index.scope_snapshot import ScopeSnapshot
from contents_service.model import Scope
from contents_service.settings import Settings
from contents_service.web.admission.thread_shares import Capacity, threads_per_share
from contents_service.web.admission.upload_slots import BUFFERED_BODY_BYTES

PASSAGES = f"{BASE}/apps/shop/passages"
UPLOAD = f"{DOCUMENTS}/upload?path=eric/new.md"
GUIDE = "eric/support/guide.md"
LONG_S = 30.0
SMALL = Settings(dev=True, web_threads=8, searches_at_once=2, searches_a_minute=0, requests_a_minute=0, search_s=LONG_S)
"""Two searches at once and two waiting; one change, one read and one large body at once, none waiting."""


class GatedIndex(MemoryIndex):
    """An index that answers searches, and lists if `holds_lists` is set, only once the test opens its gate."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = Semaphore(0)
        self.open = Event()
        self.holds_lists = False

    def search(self, scope: Scope, question: str, *, rows: int, explain: bool) -> SearchResult:
        self._wait()
        return super().search(scope, question, rows=rows, explain=explain)

    def scope_snapshot(self, scope: Scope) -> ScopeSnapshot:
        if self.holds_lists:
            self._wait()
        return super().scope_snapshot(scope)

    def _wait(self) -> None:
        self.begun.release()
        assert self.open.wait(LONG_S)


class SlowBody(BytesIO):
    """A body whose bytes arrive once the test opens it."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.begun = Event()
        self.open = Event()

    def readinto(self, buffer: Buffer, /) -> int:
        self.begun.set()
        assert self.open.wait(LONG_S)
        return super().readinto(buffer)


@pytest.fixture
def index() -> GatedIndex:
    return GatedIndex()


@pytest.fixture
def shop(tmp_path: Path, index: GatedIndex) -> Shop:
    return Shop(tmp_path, index, SMALL)


def search(shop: Shop) -> Reply:
    return shop.request("POST", PASSAGES, json={"question": "When are returns allowed?", "documents": [GUIDE]})


def fill_searches(shop: Shop, index: GatedIndex, pool: ThreadPoolExecutor) -> list[Future[Reply]]:
    """Start as many searches as fit: two under way and two waiting."""
    searches = [pool.submit(search, shop) for _ in range(4)]
    assert index.begun.acquire(timeout=LONG_S)
    assert index.begun.acquire(timeout=LONG_S)
    queue = shop.app.extensions["capacity"].searches
    poll_until(lambda: queue.length == 2, "two searches wait")
    return searches


@contextmanager
def list_under_way(shop: Shop, index: GatedIndex) -> Iterator[None]:
    """Keep a list under way that holds the only slot for reads; other lists are not held by the index."""
    index.holds_lists = True
    with ThreadPoolExecutor(1) as pool:
        listing = pool.submit(shop.request, "GET", DOCUMENTS)
        assert index.begun.acquire(timeout=LONG_S)
        index.holds_lists = False
        try:
            yield
        finally:
            index.open.set()
        assert listing.result(LONG_S).status_code == 200


@contextmanager
def body_still_coming(shop: Shop, method: str, url: str, **headers: Any) -> Iterator[None]:
    """Keep a request under way whose large body is announced and arrives only at the end of the block."""
    data = b'{"question": "returns", "documents": []}'.ljust(2 * BUFFERED_BODY_BYTES)
    body = SlowBody(data)
    with ThreadPoolExecutor(1) as pool:
        sent = pool.submit(shop.request, method, url, input_stream=body, content_length=len(data), headers=headers)
        assert body.begun.wait(LONG_S)
        try:
            yield
        finally:
            body.open.set()
        assert sent.result(LONG_S).status_code in {200, 202}


def test_a_search_above_the_capacity_is_refused_at_once_and_all_others_are_answered(
    shop: Shop, index: GatedIndex
) -> None:
    with ThreadPoolExecutor(4) as pool:
        searches = fill_searches(shop, index, pool)
        refused = search(shop)
        index.open.set()
        answers = [each.result(LONG_S).status_code for each in searches]

    assert code_of(refused) == (503, "busy")
    assert int(refused.headers["Retry-After"]) > 0
    assert answers == [200] * 4
    assert search(shop).status_code == 200


def test_giving_listing_and_health_checks_go_on_while_searches_are_refused(shop: Shop, index: GatedIndex) -> None:
    with ThreadPoolExecutor(4) as pool:
        searches = fill_searches(shop, index, pool)
        given = shop.request("POST", DOCUMENTS, json={"path": GUIDE})
        answers = [shop.request("GET", url).status_code for url in (DOCUMENTS, "/livez", "/readyz")]
        index.open.set()

    assert given.status_code == 202
    assert answers == [200] * 3
    assert [each.result(LONG_S).status_code for each in searches] == [200] * 4


def test_searching_and_giving_go_on_while_lists_are_refused(shop: Shop, index: GatedIndex) -> None:
    with list_under_way(shop, index):
        refused = shop.request("GET", DOCUMENTS)
        only_headers = shop.request("HEAD", "/apps/shop")
        given = shop.request("POST", DOCUMENTS, json={"path": GUIDE})
        index.open.set()
        searched = search(shop)

    assert code_of(refused) == (503, "busy")
    assert only_headers.status_code == 503
    assert given.status_code == 202
    assert searched.status_code == 200


def test_a_large_body_still_coming_takes_no_slot_of_another_kind(shop: Shop, index: GatedIndex) -> None:
    index.open.set()
    with body_still_coming(shop, "PUT", UPLOAD):
        given = shop.request("POST", DOCUMENTS, json={"path": GUIDE})
        listed = shop.request("GET", DOCUMENTS)
        searched = search(shop)
        refused = shop.request("PUT", UPLOAD, data=b"x" * (BUFFERED_BODY_BYTES + 1))

    assert (given.status_code, listed.status_code, searched.status_code) == (202, 200, 200)
    assert code_of(refused) == (503, "busy")
    assert refused.json["detail"] == "Too many files are being sent at the moment. Try again in a moment."


def test_a_large_body_releases_its_slot_once(shop: Shop) -> None:
    upload_slots = shop.app.extensions["capacity"].upload_slots
    for size in (BUFFERED_BODY_BYTES + 1, BUFFERED_BODY_BYTES):
        sent = shop.request("PUT", f"{DOCUMENTS}/upload?path=eric/{size}.md", data=b"x" * size)
        assert sent.status_code == 202
        assert count_free(upload_slots) == 1


def test_a_search_whose_large_body_is_still_coming_takes_no_slot_for_searches(
    tmp_path: Path, index: GatedIndex
) -> None:
    shop = Shop(tmp_path, index, replace(SMALL, searches_at_once=1, search_s=0.2))
    index.open.set()
    with body_still_coming(shop, "POST", PASSAGES, **{"Content-Type": "application/json"}):
        searched = search(shop)

    assert searched.status_code == 200


def slots(capacity: Capacity) -> dict[str, tuple[int, int]]:
    """Return the slots and the longest queue of each kind of request."""
    queues = {"searches": capacity.searches, "changes": capacity.changes, "reads": capacity.reads}
    return {name: (queue.slots, queue.max_waiting) for name, queue in queues.items()}


def count_free(slots: Semaphore) -> int:
    """Acquire every free slot, release all again, and return their number."""
    free = 0
    while slots.acquire(blocking=False):
        free += 1
    slots.release(free)
    return free


def test_with_more_threads_each_kind_of_request_has_its_share_of_them(tmp_path: Path) -> None:
    default = Settings()
    doubled = replace(SMALL, web_threads=2 * default.web_threads, searches_at_once=4)
    shop = Shop(tmp_path, settings=doubled)

    assert (default.web_threads, threads_per_share(default), threads_per_share(doubled)) == (128, 16, 32)
    assert slots(Capacity.for_settings(doubled)) == {"searches": (4, 124), "changes": (16, 16), "reads": (16, 16)}
    assert count_free(shop.app.extensions["capacity"].upload_slots) == 32


def test_searches_never_take_more_than_their_share_of_the_threads() -> None:
    assert slots(Capacity.for_settings(replace(SMALL, searches_at_once=1_000)))["searches"] == (4, 0)


def test_a_request_that_waits_for_a_reading_keeps_nobody_from_giving(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in (GUIDE, "eric/legal/lease.md"):
        given = shop.request("POST", DOCUMENTS, json={"path": path}, headers={"Prefer": "wait=0"})
        assert given.status_code == 202

    slots, has_slot = shop.services.waiting_slots, Event()
    acquire = slots.acquire

    def acquire_and_tell(*, blocking: bool) -> bool:
        acquired = acquire(blocking=blocking)
        has_slot.set()
        return acquired

    monkeypatch.setattr(slots, "acquire", acquire_and_tell)

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(
            shop.request, "POST", DOCUMENTS, json={"path": "eric/support/prices.md"}, headers={"Prefer": "wait=30"}
        )
        assert has_slot.wait(LONG_S)
        given = shop.request("POST", DOCUMENTS, MARIA, json={"path": "maria/diary.md"})
        shop.read_all()
        read = waiting.result(LONG_S)

    assert (given.status_code, read.status_code) == (202, 200)


def test_a_failed_request_releases_its_slot(shop: Shop) -> None:
    for _ in range(5):
        assert code_of(shop.request("POST", PASSAGES, json={"question": 3})) == (400, "invalid_request")
        assert code_of(shop.request("GET", f"{DOCUMENTS}/{'0' * 32}")) == (404, "not_found")
        assert code_of(shop.request("DELETE", f"{DOCUMENTS}/{'0' * 32}")) == (404, "not_found")


def test_a_caller_above_the_rate_limit_is_refused_and_nobody_else_is(tmp_path: Path, index: GatedIndex) -> None:
    shop = Shop(tmp_path, index, replace(SMALL, searches_a_minute=2, requests_a_minute=1))
    index.open.set()
    answers = [search(shop), search(shop), search(shop), shop.request("GET", DOCUMENTS), shop.request("GET", DOCUMENTS)]

    assert [answer.status_code for answer in answers] == [200, 200, 429, 200, 429]
    assert code_of(answers[2]) == (429, "quota")
    assert "more than 2 searches in a minute" in answers[2].json["detail"]
    assert 0 < int(answers[2].headers["Retry-After"]) <= 60
    assert shop.request("GET", DOCUMENTS, SHOP_DEPLOYMENT).status_code == 200


def test_the_page_tells_a_person_that_they_reached_the_rate_limit(tmp_path: Path, index: GatedIndex) -> None:
    shop = Shop(tmp_path, index, replace(SMALL, requests_a_minute=1))
    first, second = (shop.request("GET", "/apps/shop") for _ in range(2))

    assert (first.status_code, second.status_code) == (200, 429)
    assert "more than 1 requests other than searches in a minute" in second.text


def test_a_document_above_the_quota_is_a_quota_problem(tmp_path: Path) -> None:
    shop = Shop(tmp_path, settings=replace(SMALL, app_documents=1))
    shop.give(GUIDE)
    refused = shop.request("POST", DOCUMENTS, json={"path": "eric/legal/lease.md"})
    many = shop.request("POST", DOCUMENTS, json={"paths": [GUIDE, "eric/legal/lease.md"]})

    assert code_of(refused) == (429, "quota")
    assert "Retry-After" not in refused.headers
    assert [problem["code"] for problem in many.json["problems"]] == ["quota"]

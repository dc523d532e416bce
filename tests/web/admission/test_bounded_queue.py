"""A bounded queue: slots in order of arrival, a limit on waiting, and Busy for everyone else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event

import pytest
from helpers.polling import poll_until

from contents_service.errors import Busy
from contents_service.web.admission.bounded_queue import BoundedQueue

LONG_S = 30.0


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as threads:
        yield threads


def start_waiting(pool: ThreadPoolExecutor, queue: BoundedQueue, admitted: list[str], name: str) -> Future[None]:
    """Start a thread that waits in the queue, and return once it does."""

    def wait() -> None:
        queue.acquire(LONG_S)
        admitted.append(name)

    before = queue.length
    future = pool.submit(wait)
    poll_until(lambda: queue.length > before, "the thread waits in the queue")
    return future


def test_a_request_that_finds_the_queue_full_is_refused_at_once() -> None:
    queue = BoundedQueue(2, 0)
    queue.acquire(LONG_S)
    queue.acquire(LONG_S)

    began = time.monotonic()
    with pytest.raises(Busy, match=r"Too many requests at the moment. Try again in a moment"):
        queue.acquire(LONG_S)

    assert time.monotonic() - began < LONG_S / 10


def test_a_released_slot_can_be_acquired_again() -> None:
    queue = BoundedQueue(1, 0)
    for _ in range(3):
        queue.acquire(LONG_S)
        queue.release()
    queue.acquire(LONG_S)
    with pytest.raises(Busy):
        queue.acquire(LONG_S)


def test_waiting_requests_get_slots_in_order_of_arrival(pool: ThreadPoolExecutor) -> None:
    queue, admitted = BoundedQueue(1, 3), list[str]()
    queue.acquire(LONG_S)
    waiting = [start_waiting(pool, queue, admitted, name) for name in ("first", "second", "third")]

    for future in waiting:
        queue.release()
        future.result(LONG_S)

    assert admitted == ["first", "second", "third"]


def test_a_later_request_gets_no_slot_before_a_waiting_one(pool: ThreadPoolExecutor) -> None:
    queue, admitted = BoundedQueue(1, 1), list[str]()
    queue.acquire(LONG_S)
    waiting = start_waiting(pool, queue, admitted, "waiting")
    queue.release()

    with pytest.raises(Busy):
        queue.acquire(0.0)

    waiting.result(LONG_S)
    assert admitted == ["waiting"]


def test_a_request_that_times_out_leaves_its_place_in_the_queue_to_others(pool: ThreadPoolExecutor) -> None:
    queue, admitted = BoundedQueue(1, 1), list[str]()
    queue.acquire(LONG_S)

    with pytest.raises(Busy, match=r"^Timed out waiting in the queue"):
        queue.acquire(0.01)

    waiting = start_waiting(pool, queue, admitted, "later")
    queue.release()
    waiting.result(LONG_S)
    assert admitted == ["later"]


def test_under_load_no_more_requests_are_admitted_than_there_are_slots_and_all_slots_are_released(
    pool: ThreadPoolExecutor,
) -> None:
    queue, inside, counts = BoundedQueue(2, 8), list[int](), list[int]()
    begun = Event()

    def visit(number: int) -> None:
        begun.wait()
        for _ in range(200):
            queue.acquire(LONG_S)
            inside.append(number)
            counts.append(len(inside))
            inside.remove(number)
            queue.release()

    visits = [pool.submit(visit, number) for number in range(8)]
    begun.set()
    for each in visits:
        each.result(LONG_S)

    assert max(counts) <= 2
    queue.acquire(0.0)
    queue.acquire(0.0)

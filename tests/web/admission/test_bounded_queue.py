"""A lane lets in as many as it has places for, then those who wait, in order, and tells the next to come again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event

import pytest
from helpers.polling import poll_until

from contents_service.errors import Busy
from contents_service.web.admission.bounded_queue import Lane

LONG_S = 30.0


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as threads:
        yield threads


def coming(pool: ThreadPoolExecutor, lane: Lane, came: list[str], name: str) -> Future[None]:
    """One who comes and waits, and is there once this returns."""

    def wait() -> None:
        lane.enter(LONG_S)
        came.append(name)

    before = len(lane._waiting)
    future = pool.submit(wait)
    poll_until(lambda: len(lane._waiting) > before, "it waits in the queue")
    return future


def test_who_finds_no_place_and_a_full_queue_is_told_so_at_once() -> None:
    lane = Lane(2, 0)
    lane.enter(LONG_S)
    lane.enter(LONG_S)

    began = time.monotonic()
    with pytest.raises(Busy):
        lane.enter(LONG_S)

    assert time.monotonic() - began < LONG_S / 10


def test_a_place_that_is_given_back_can_be_taken_again() -> None:
    lane = Lane(1, 0)
    for _ in range(3):
        lane.enter(LONG_S)
        lane.leave()


def test_those_who_wait_are_let_in_in_the_order_in_which_they_came(pool: ThreadPoolExecutor) -> None:
    lane, came = Lane(1, 3), list[str]()
    lane.enter(LONG_S)
    waiting = [coming(pool, lane, came, name) for name in ("first", "second", "third")]

    for future in waiting:
        lane.leave()
        future.result(LONG_S)

    assert came == ["first", "second", "third"]


def test_nobody_who_comes_later_gets_a_place_before_one_who_waits(pool: ThreadPoolExecutor) -> None:
    lane, came = Lane(1, 1), list[str]()
    lane.enter(LONG_S)
    waiting = coming(pool, lane, came, "waiting")
    lane.leave()

    with pytest.raises(Busy):
        lane.enter(0.0)

    waiting.result(LONG_S)
    assert came == ["waiting"]


def test_who_waits_too_long_is_told_so_and_leaves_the_queue_to_others(pool: ThreadPoolExecutor) -> None:
    lane, came = Lane(1, 1), list[str]()
    lane.enter(LONG_S)

    with pytest.raises(Busy):
        lane.enter(0.01)

    waiting = coming(pool, lane, came, "later")
    lane.leave()
    waiting.result(LONG_S)
    assert came == ["later"]


def test_however_many_crowd_in_no_more_are_let_in_at_once_and_all_places_come_back(pool: ThreadPoolExecutor) -> None:
    lane, inside, most = Lane(2, 8), list[int](), list[int]()
    begun = Event()

    def visit(number: int) -> None:
        begun.wait()
        for _ in range(200):
            lane.enter(LONG_S)
            inside.append(number)
            most.append(len(inside))
            inside.remove(number)
            lane.leave()

    visits = [pool.submit(visit, number) for number in range(8)]
    begun.set()
    for visiting in visits:
        visiting.result(LONG_S)

    assert max(most) <= 2
    lane.enter(0.0)
    lane.enter(0.0)

"""A reading that fails is tried again, a limited number of times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from helpers.backend import Backend, InProcessSandbox
from helpers.leases import claim, delete_retired, job, one_passage, take_over
from helpers.returns_policy import PATH, SCOPE, ask, document, give, record, texts

from contents_service.documents import giving
from contents_service.documents.reading.reader import Reader
from contents_service.errors import Busy
from contents_service.home.folders import HomeFolders
from contents_service.home.store import OpenedFile
from contents_service.model import NotRead, Progress, Reading
from contents_service.parsing.sandbox.sandbox import ReaderCrashed


class CrashingSandbox(InProcessSandbox):
    """A sandbox whose first readings crash, and which counts its readings."""

    def __init__(self, crashes: int) -> None:
        self.crashes = crashes
        self.attempts = 0

    def read(
        self, name: str, data: bytes, *, encoding: str | None, on_progress: Callable[[Progress], None]
    ) -> Reading | NotRead:
        self.attempts += 1
        if self.attempts <= self.crashes:
            raise ReaderCrashed("for no reason")
        return super().read(name, data, encoding=encoding, on_progress=on_progress)


def test_a_reading_that_crashes_twice_is_tried_a_third_time(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    sandbox = CrashingSandbox(2)
    read_all(backend.reader(sandbox=sandbox))
    assert (document(backend).state, sandbox.attempts) == ("read", 3)


def test_a_reading_that_always_crashes_fails_after_the_set_number_of_attempts(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    sandbox = CrashingSandbox(99)
    read_all(backend.reader(sandbox=sandbox))
    why = document(backend).why
    assert why
    assert (why.code, sandbox.attempts) == ("reader_failed", backend.services.settings.attempts)
    assert "failed 3 times" in why.message


def test_a_reading_that_failed_names_a_reference_to_its_log_lines(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    reader = backend.reader(sandbox=CrashingSandbox(99))
    reading = ""
    while claimed := reader.queue.claim_next():
        reading = claimed.job.reading
        reader.read(claimed)

    why = document(backend).why
    assert why
    assert f"reference {reading.rpartition('.')[2]}." in why.message
    assert record(backend).retired[-1] == reading


def test_an_earlier_reading_answers_although_reading_again_always_crashes(backend: Backend) -> None:
    given = give(backend)
    giving.read_again(backend.services, SCOPE, given.id)
    read_all(backend.reader(sandbox=CrashingSandbox(99)))

    reread = document(backend).reread
    assert reread
    assert (reread.why.code, reread.at > given.given_at) == ("reader_failed", True)
    assert texts(ask(backend)) == ["Goods may be returned within 30 days."]


def test_an_attempt_counts_even_if_its_reader_dies(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    attempts = [take_over(backend, f"reader-{number}")[1].job.attempts for number in range(3)]
    assert attempts == [1, 2, 3]

    backend.clock.advance(backend.services.settings.lease_s + 1)
    assert not backend.reader("last").read_one()
    assert document(backend).state == "not_read"


def test_passages_that_a_dead_reader_wrote_are_deleted(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    dead = claim(backend.reader("dead"))
    backend.services.index.write_passages(dead.record, dead.job.reading, one_passage())

    living, taken_over = take_over(backend)
    living.read(taken_over)

    assert taken_over.job.reading != dead.job.reading
    assert delete_retired(backend) == 1
    assert texts(ask(backend)) == ["Goods may be returned within 30 days."]


class UnavailableHome(HomeFolders):
    """Home Folders whose store is unavailable when the first files are opened."""

    def __init__(self, home: HomeFolders, failures: int) -> None:
        self._home = home
        self._failures_left = failures

    def open(self, person: str, path: str) -> OpenedFile:
        if self._failures_left:
            self._failures_left -= 1
            raise Busy("The Home Folders are unavailable.")
        return self._home.open(person, path)


def test_an_unavailable_store_costs_no_attempt(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    failures = backend.services.settings.attempts + 2
    reader = backend.reader(services=replace(backend.services, home=UnavailableHome(backend.services.home, failures)))
    for _ in range(failures):
        with pytest.raises(Busy):
            reader.read_one()
        assert (job(backend).attempts, job(backend).holder) == (0, None)

    assert reader.read_one()
    assert document(backend).state == "read"


def read_all(reader: Reader) -> None:
    while reader.read_one():
        pass

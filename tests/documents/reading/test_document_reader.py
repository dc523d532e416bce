"""What happens to one claimed document: its outcome, its metrics and log, and retries while the index is away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.backend import Backend, InProcessSandbox
from helpers.leases import claim, delete_retired, job
from helpers.memory_index import MemoryIndex
from helpers.returns_policy import DAYS_14, DAYS_30, PATH, SCOPE, ask, document, give, record, returns_backend, texts
from prometheus_client import REGISTRY
from structlog.contextvars import get_contextvars
from structlog.testing import capture_logs

from contents_service.documents import giving
from contents_service.documents.reading import document_reader
from contents_service.errors import IndexUnavailable, NotReadable
from contents_service.limits import Limits
from contents_service.model import NotRead, Progress, Reading, Record
from contents_service.parsing.sandbox.sandbox import ReaderCrashed
from contents_service.settings import Settings


def backend_with_limit(tmp_path: Path, document_bytes: int) -> Backend:
    limits = Limits(document_bytes=document_bytes)
    backend = Backend(tmp_path, MemoryIndex(), Settings(dev=True, limits=limits))
    backend.write(PATH, DAYS_30)
    return backend


def test_a_file_beyond_the_limit_is_not_read_and_both_sizes_are_named(tmp_path: Path) -> None:
    backend = backend_with_limit(tmp_path, 1_000)
    given = give(backend, PATH, "x" * 2_000)

    assert given.why
    assert (given.state, given.why.code, given.bytes) == ("not_read", "too_big", 2_000)
    assert "It is 2 kB; documents of up to 1 kB are read." in given.why.message


def test_a_file_of_exactly_the_limit_is_read(tmp_path: Path) -> None:
    assert give(backend_with_limit(tmp_path, len(DAYS_30))).state == "read"


def test_the_record_describes_the_file_as_it_was_when_it_was_read(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    backend.write(PATH, DAYS_14 + DAYS_14)
    backend.read_all()

    current = document(backend)
    assert (current.bytes, current.original) == (2 * len(DAYS_14), "same")
    assert not giving.give(backend.services, SCOPE, PATH).changed


def test_a_file_that_may_not_be_read_is_reported_as_such(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    given = giving.give(backend.services, SCOPE, PATH).document

    def fail(person: str, path: str) -> None:
        raise NotReadable("not_allowed")

    monkeypatch.setattr(backend.services.home, "open", fail)
    backend.read_all()

    current = document(backend)
    assert current.why
    assert (current.state, current.why.code, current.sha256) == ("not_read", "not_allowed", given.sha256)


class WatchingSandbox(InProcessSandbox):
    """A sandbox that reports progress and calls `watch` before it reads."""

    def __init__(self, watch: Callable[[], object]) -> None:
        self.watch = watch
        self.names: list[str] = []

    def read(
        self, name: str, data: bytes, *, encoding: str | None, on_progress: Callable[[Progress], None]
    ) -> Reading | NotRead:
        self.names.append(name)
        on_progress(Progress(1, 9, "pages"))
        self.watch()
        return super().read(name, data, encoding=encoding, on_progress=on_progress)


def test_the_progress_of_a_reading_reaches_the_record_and_its_log_lines_have_its_id(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    progress: list[Progress | None] = []

    def watch() -> None:
        reader.leases.renew()
        progress.append(job(backend).progress)
        assert get_contextvars()["request_id"] == job(backend).reading

    sandbox = WatchingSandbox(watch)
    reader = backend.reader(sandbox=sandbox)
    assert reader.read_one()
    assert (progress, sandbox.names) == ([Progress(1, 9, "pages")], ["returns.md"])


def readings(outcome: str, format_: str) -> float:
    return REGISTRY.get_sample_value("contents_readings_total", {"outcome": outcome, "format": format_}) or 0.0


def test_each_reading_is_counted_and_logged_with_its_outcome(backend: Backend) -> None:
    backend.write("eric/empty.md", "")
    before = readings("read", "markdown"), readings("empty", "other")
    with capture_logs() as logs:
        read, empty = give(backend), give(backend, "eric/empty.md")

    assert (readings("read", "markdown"), readings("empty", "other")) == (before[0] + 1, before[1] + 1)
    events = [(each["event"], each["document"], each.get("attempt"), each.get("outcome")) for each in logs]
    assert events == [
        ("reading", read.id, 1, None),
        ("read", read.id, None, "read"),
        ("reading", empty.id, 1, None),
        ("read", empty.id, None, "empty"),
    ]


class CrashingSandbox(InProcessSandbox):
    """A sandbox in which every reading crashes."""

    def read(self, *_: object, **__: object) -> Reading:
        raise ReaderCrashed("for no reason")


@pytest.mark.parametrize(
    ("is_stopping", "event", "counted"), [(False, "reader_crashed", 1), (True, "reading_released", 0)]
)
def test_a_crash_costs_an_attempt_unless_the_reader_is_stopping(
    backend: Backend, event: str, counted: int, *, is_stopping: bool
) -> None:
    giving.give(backend.services, SCOPE, PATH)
    reader = backend.reader(sandbox=CrashingSandbox())
    claimed = claim(reader)
    if is_stopping:
        reader.stopping.set()
    with capture_logs() as logs:
        reader.read(claimed)

    assert (job(backend).attempts, job(backend).holder) == (counted, None)
    assert [(each["event"], each["document"], each["attempt"]) for each in logs][1:] == [(event, record(backend).id, 1)]


# While the index is away.


class IndexWithFailingWrites(MemoryIndex):
    """An index whose first attempts to write passages fail."""

    failures = 0

    def write_passages(self, record: Record, reading_id: str, reading: Reading) -> None:
        if self.failures:
            self.failures -= 1
            raise IndexUnavailable("The index is away.")
        super().write_passages(record, reading_id, reading)


class Pauses:
    """Takes the place of the event that stops a reader; records the pauses instead of waiting."""

    def __init__(self, *, is_set: bool) -> None:
        self._is_set = is_set
        self.pauses: list[float] = []

    def wait(self, pause_s: float) -> bool:
        self.pauses.append(pause_s)
        return self._is_set

    def is_set(self) -> bool:
        return self._is_set


@pytest.mark.parametrize("failures", [1, 5])
def test_what_was_read_is_written_once_the_index_is_back(tmp_path: Path, failures: int) -> None:
    index, pauses = IndexWithFailingWrites(), Pauses(is_set=False)
    backend = returns_backend(tmp_path, index)
    giving.give(backend.services, SCOPE, PATH)
    index.failures = failures
    services = replace(backend.services, stopping=pauses)  # type: ignore[arg-type]  # a reading only waits for it

    assert backend.reader(services=services).read_one()

    assert pauses.pauses == list(document_reader.WRITE_PAUSES_S[:failures])
    assert texts(ask(backend)) == ["Goods may be returned within 30 days."]


@pytest.mark.parametrize(("failures", "is_stopping"), [(6, False), (1, True)])
def test_a_reading_that_cannot_be_written_in_time_ends_and_is_due_again(
    tmp_path: Path, failures: int, *, is_stopping: bool
) -> None:
    index, pauses = IndexWithFailingWrites(), Pauses(is_set=is_stopping)
    backend = returns_backend(tmp_path, index)
    giving.give(backend.services, SCOPE, PATH)
    index.failures = failures
    services = replace(backend.services, stopping=pauses)  # type: ignore[arg-type]  # a reading only waits for it

    with pytest.raises(IndexUnavailable):
        backend.reader(services=services).read_one()

    backend.clock.advance(backend.services.settings.lease_s + 1)
    index.commit()
    assert backend.reader("next").read_one()
    assert document(backend).state == "read"


# Leases that were lost.


def test_a_reader_without_its_lease_writes_nothing_and_logs_it(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = giving.give(backend.services, SCOPE, PATH).document
    reader = backend.reader()
    claimed = claim(reader)
    giving.remove(backend.services, SCOPE, given.id)
    written: list[str] = []
    monkeypatch.setattr(
        backend.services.index, "write_passages", lambda record, reading_id, reading: written.append(reading_id)
    )
    with capture_logs() as logs:
        reader.read(claimed)

    assert written == []
    assert ("lease_lost", given.id) in [(each["event"], each["document"]) for each in logs]
    assert delete_retired(backend) == 0


def test_searches_see_what_was_read_at_once_unless_more_is_due(backend: Backend) -> None:
    backend.write("eric/other.md", "# Other\n\nParcels are sent by courier.\n")
    giving.give_many(backend.services, SCOPE, [PATH, "eric/other.md"])
    reader = backend.reader()

    def searched() -> int:
        return len(ask(backend, "When may goods be returned?", PATH, "eric/other.md").searched)

    assert reader.read_one()
    assert searched() == 0
    assert reader.read_one()
    assert searched() == 2

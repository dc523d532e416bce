"""The metrics of documents that wait for a reading, which are fetched from the index for each scrape."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from helpers.factories import make_record, new_app_id
from helpers.memory_index import MemoryIndex
from msgspec.structs import replace
from prometheus_client import CollectorRegistry, generate_latest

from contents_service.errors import IndexUnavailable
from contents_service.index.protocol import PendingReadings
from contents_service.model import Scope
from contents_service.web.server.queue_metrics import QueueMetrics

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def registry_for(index: MemoryIndex) -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(QueueMetrics(index, lambda: NOON))
    return registry


def test_the_metrics_have_the_number_of_waiting_documents_and_the_longest_wait() -> None:
    index = MemoryIndex()
    registry = registry_for(index)
    assert registry.get_sample_value("contents_documents_waiting") == 0
    assert registry.get_sample_value("contents_longest_wait_seconds") == 0

    for name, since in (("a", "2026-01-01T11:59:00.000Z"), ("b", "2026-01-01T11:58:00.000Z")):
        record = make_record(Scope(new_app_id(), "eric"), f"eric/{name}.txt")
        assert record.job
        index.put(replace(record, job=replace(record.job, since=since)), None)
    index.commit()

    assert registry.get_sample_value("contents_documents_waiting") == 2
    assert registry.get_sample_value("contents_longest_wait_seconds") == 120


def test_while_the_index_is_down_these_metrics_are_missing_and_the_others_are_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unavailable(_: MemoryIndex) -> PendingReadings:
        raise IndexUnavailable("The index cannot answer now.")

    monkeypatch.setattr(MemoryIndex, "pending_readings", unavailable)
    registry = registry_for(MemoryIndex())

    assert b"contents_documents_waiting" not in generate_latest(registry)

"""The number of documents that wait to be read, counted in the index, so it is right even when no reader runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from contents_service.errors import ContentsError
from contents_service.index.protocol import Index
from contents_service.metrics import DOCUMENTS_WAITING, LONGEST_WAIT


class QueueMetrics(Collector):
    """Two gauges, computed whenever the metrics are fetched; none while the index is unavailable."""

    def __init__(self, index: Index, now: Callable[[], datetime]) -> None:
        self._index = index
        self._now = now

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the gauges with their current values."""
        try:
            waiting = self._index.pending_readings()
        except ContentsError:
            return
        seconds = (self._now() - datetime.fromisoformat(waiting.since)).total_seconds() if waiting.since else 0.0
        yield GaugeMetricFamily(*DOCUMENTS_WAITING, value=waiting.documents)
        yield GaugeMetricFamily(*LONGEST_WAIT, value=max(0.0, seconds))

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Yield the gauges without values, so that registering them does not query the index."""
        yield GaugeMetricFamily(*DOCUMENTS_WAITING)
        yield GaugeMetricFamily(*LONGEST_WAIT)

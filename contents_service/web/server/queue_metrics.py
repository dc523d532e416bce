"""How many documents wait for a reading, as the index knows it: also where no reader lives to say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from contents_service.errors import ContentsError
from contents_service.index.protocol import Index
from contents_service.metrics import DOCUMENTS_WAITING, LONGEST_WAIT


class WaitingFigures(Collector):
    """Two figures, counted anew for whoever fetches the metrics; none while the index is away."""

    def __init__(self, index: Index, now: Callable[[], datetime]) -> None:
        self._index = index
        self._now = now

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The figures as they are."""
        try:
            waiting = self._index.pending_readings()
        except ContentsError:
            return
        seconds = (self._now() - datetime.fromisoformat(waiting.since)).total_seconds() if waiting.since else 0.0
        yield GaugeMetricFamily(*DOCUMENTS_WAITING, value=waiting.documents)
        yield GaugeMetricFamily(*LONGEST_WAIT, value=max(0.0, seconds))

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """The figures without their values, so that nothing is asked when this is registered."""
        yield GaugeMetricFamily(*DOCUMENTS_WAITING)
        yield GaugeMetricFamily(*LONGEST_WAIT)

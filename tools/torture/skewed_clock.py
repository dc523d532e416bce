"""Readers whose clock is wrong."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from helpers.running_service import RunningService
from structlog.testing import capture_logs

from contents_service.bootstrap import reader_from
from contents_service.documents.reading.reader import Reader
from contents_service.settings import settings_from
from contents_service.solr.server.node import running_solr_url
from torture.siege import SETTINGS


@contextmanager
def reader_with_skewed_clock(service: RunningService, seconds: float) -> Iterator[Reader]:
    """Yield another reader for the service, whose clock is ahead or behind; it stops working after the block."""
    settings = settings_from(
        {
            **SETTINGS,
            "CONTENTS_DEV": "1",
            "CONTENTS_DATA": str(service.data),
            "CONTENTS_HOME": str(service.data / "home"),
            "SOLR_URL": str(running_solr_url(service.data)),
        }
    )
    right = reader_from(settings)
    services = dataclasses.replace(right.services, now=lambda: datetime.now(UTC) + timedelta(seconds=seconds))
    reader = Reader(services, right.sandbox, f"clock off by {seconds:.0f} s")
    with capture_logs():
        try:
            yield reader
        finally:
            reader.sandbox.close()

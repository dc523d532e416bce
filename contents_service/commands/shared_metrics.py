"""Counting together: web workers and readers are several processes with one set of metrics."""

from __future__ import annotations

import os

from contents_service.settings import Settings

FOLDER = "metrics"


def share_metrics(settings: Settings) -> None:
    """Let this process count in the data folder; to be called before anything imports prometheus_client."""
    folder = settings.data / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(folder))

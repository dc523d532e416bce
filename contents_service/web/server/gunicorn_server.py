"""gunicorn with our application, made anew in each worker, and the metrics of all processes on the admin address."""

from __future__ import annotations

from dataclasses import replace
from threading import Event
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from prometheus_client import CollectorRegistry, multiprocess, start_http_server

from contents_service.bootstrap import services_from
from contents_service.identity.tokens import MAX_TOKEN_CHARACTERS
from contents_service.relevance import english_frequencies
from contents_service.settings import Settings
from contents_service.web import create_app
from contents_service.web.server.patient_worker import PatientWorker
from contents_service.web.server.queue_metrics import WaitingFigures

SILENT_S = 60
"""A worker that has been stuck so long is ended and replaced."""
GRACE_S = 30
"""Requests that are being answered may end in so long when the service is told to end."""

FIELD_BESIDES = 100
"""Of a header with a token: what stands before it."""


class Web(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
    """The web processes."""

    def __init__(self, settings: Settings) -> None:
        services_from(settings)  # a setting that is wrong is said here once, not by every worker
        self._settings = settings
        self.stopping = Event()
        super().__init__()

    def load_config(self) -> None:
        """Say how gunicorn is to serve; its control socket is not wanted."""
        wanted: dict[str, Any] = {
            "bind": self._settings.bind,
            "workers": self._settings.web_workers,
            "threads": self._settings.web_threads + self._settings.waiting_requests,
            "worker_class": PatientWorker,
            "timeout": SILENT_S,
            "graceful_timeout": GRACE_S,
            "limit_request_line": 8190,  # the most that gunicorn bounds
            "limit_request_field_size": MAX_TOKEN_CHARACTERS + FIELD_BESIDES,
            "loglevel": "warning",
            "control_socket_disable": True,
            "when_ready": self._serve_metrics,
            "child_exit": _forget,
        }
        for name, value in wanted.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """The application, in a worker."""
        english_frequencies.preload()
        return create_app(replace(services_from(self._settings), stopping=self.stopping))

    def _serve_metrics(self, _: object) -> None:
        host, _, port = self._settings.admin_bind.rpartition(":")
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # untyped there
        services = services_from(self._settings)
        registry.register(WaitingFigures(services.index, services.now))
        start_http_server(int(port), addr=host.strip("[]"), registry=registry)


def _forget(_: object, worker: Any) -> None:
    """Drop a dead worker's gauges; what it counted stays."""
    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # untyped there

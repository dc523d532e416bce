"""gunicorn with our application in each worker, and the metrics of all workers on the admin address."""

from __future__ import annotations

from dataclasses import replace
from threading import Event
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from prometheus_client import CollectorRegistry, multiprocess, start_http_server

from contents_service.bootstrap import services_from
from contents_service.identity.tokens import MAX_TOKEN_CHARACTERS
from contents_service.relevance import languages
from contents_service.settings import Settings
from contents_service.web import create_app
from contents_service.web.server.buffering_worker import BufferingWorker
from contents_service.web.server.queue_metrics import QueueMetrics

STUCK_WORKER_S = 60
"""Seconds after which a worker that does not respond is replaced."""

SHUTDOWN_S = 30
"""Seconds that requests under way have to finish at shutdown."""

HEADER_OVERHEAD_BYTES = 100
"""Room in a header line for what precedes the token."""


class WebServer(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
    """The gunicorn server that runs the web processes."""

    def __init__(self, settings: Settings) -> None:
        services_from(settings)  # so that a wrong setting is reported once, and not by every worker
        self._settings = settings
        self.stopping = Event()
        super().__init__()

    def load_config(self) -> None:
        """Configure gunicorn; we do not want its control socket."""
        options: dict[str, Any] = {
            "bind": self._settings.bind,
            "workers": self._settings.web_workers,
            "threads": self._settings.web_threads + self._settings.waiting_requests,
            "worker_class": BufferingWorker,
            "timeout": STUCK_WORKER_S,
            "graceful_timeout": SHUTDOWN_S,
            "limit_request_line": 8190,  # the largest limit that gunicorn enforces
            "limit_request_field_size": MAX_TOKEN_CHARACTERS + HEADER_OVERHEAD_BYTES,
            "loglevel": "warning",
            "control_socket_disable": True,
            "when_ready": self._serve_metrics,
            "child_exit": _delete_gauges,
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Create the application, in a worker."""
        languages.preload()
        return create_app(replace(services_from(self._settings), stopping=self.stopping))

    def _serve_metrics(self, _: object) -> None:
        host, _, port = self._settings.admin_bind.rpartition(":")
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # untyped there
        services = services_from(self._settings)
        registry.register(QueueMetrics(services.index, services.now))
        start_http_server(int(port), addr=host.strip("[]"), registry=registry)


def _delete_gauges(_: object, worker: Any) -> None:
    """Delete a dead worker's gauges; its counters stay."""
    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # untyped there

"""Observing the requests to Solr."""

from __future__ import annotations

from collections.abc import Callable

from contents_service.solr.client import Request, SolrClient


def listen(client: SolrClient, observe: Callable[[Request], None]) -> None:
    """Call a function with each request of this client before it is sent."""
    send = client._send

    def observe_and_send(request: Request) -> bytes:
        observe(request)
        return send(request)

    client._send = observe_and_send  # type: ignore[method-assign]

"""Hearing what is asked of Solr."""

from __future__ import annotations

from collections.abc import Callable

from contents_service.solr.client import Request, SolrClient


def listen(client: SolrClient, heard: Callable[[Request], None]) -> None:
    """Have each request of this client heard before it is sent."""
    send = client._send

    def tell_and_send(request: Request) -> bytes:
        heard(request)
        return send(request)

    client._send = tell_and_send  # type: ignore[method-assign]

"""Hearing what is asked of Solr."""

from __future__ import annotations

from collections.abc import Callable

from contents_service.solr.client import Request, SolrClient


def listen(client: SolrClient, heard: Callable[[Request], None]) -> None:
    """Have each request of this client heard before it is sent."""
    sent = client._sent

    def heard_and_sent(request: Request) -> bytes:
        heard(request)
        return sent(request)

    client._sent = heard_and_sent  # type: ignore[method-assign]

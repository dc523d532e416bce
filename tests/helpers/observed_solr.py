"""A Solr index whose requests a test observes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from requests import PreparedRequest, Response
from requests.adapters import BaseAdapter

from contents_service.solr.client import SolrClient
from contents_service.solr.failover import Nodes
from contents_service.solr.index import SolrIndex

TIMEOUT_S = 90.0

Observer = Callable[[PreparedRequest], None]


class _ObservingAdapter(BaseAdapter):
    """Passes requests on to another adapter, and to the observer first."""

    def __init__(self, adapter: BaseAdapter, observe: Observer) -> None:
        super().__init__()
        self._adapter = adapter
        self._observe = observe

    def send(self, request: PreparedRequest, *args: Any, **options: Any) -> Response:
        self._observe(request)
        return self._adapter.send(request, *args, **options)

    def close(self) -> None:
        self._adapter.close()


def observed_index(url: str, observe: Observer) -> SolrIndex:
    """Return an index that calls `observe` with each request before it is sent to Solr."""

    def observed_client() -> SolrClient:
        client = SolrClient(Nodes([url]), "contents", timeout_s=TIMEOUT_S, connections=8)
        client.session.mount("http://", _ObservingAdapter(client.session.get_adapter(url), observe))
        return client

    return SolrIndex(searching=observed_client(), writing=observed_client())

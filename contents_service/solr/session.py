"""The `requests` session for all requests to Solr, over connections that are checked when they are new."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import unquote, urlsplit

import requests
import structlog
import urllib3
from requests import PreparedRequest, Response, Session
from requests.adapters import HTTPAdapter
from requests.hooks import default_hooks
from urllib3 import HTTPConnectionPool, Timeout

from contents_service.solr.connection import connections_to

CONNECT_S = 1.0
"""Seconds to wait for a connection."""
TRACE_ID = "X-Trace-Id"
"""The header whose value Solr writes into each line of its log."""
RequestFailed = (requests.RequestException, urllib3.exceptions.HTTPError)
"""The errors raised when a node cannot be reached, or does not answer in time."""


def open_session(nodes: int, *, connections: int) -> Session:
    """Open a session with at most this many connections to each node, which takes nothing from the environment."""
    session = Session()
    session.trust_env = False
    adapter = _PooledAdapter(nodes, connections)
    session.mount("http://", adapter)
    session.mount("https://", adapter)
    return session


def post(session: Session, url: str, body: bytes, headers: Mapping[str, str], *, timeout_s: float) -> Response:
    """Send one request; raise RequestFailed without an answer in time.

    The request is prepared by hand, which is quicker: there are no cookies, redirects, hooks or settings to look for.
    """
    request = PreparedRequest()
    request.method, request.url, request.body = "POST", url, body
    request.hooks = default_hooks()
    request.headers = {**headers, **_trace_id(), "Content-Length": str(len(body))}  # type: ignore[assignment]
    timeout = Timeout(timeout_s, connect=CONNECT_S)
    # An adapter turns numbers into a Timeout anyway; the stubs know only numbers.
    return session.send(request, timeout=timeout, proxies={}, allow_redirects=False)  # type: ignore[arg-type]


@cache
def split_credentials(node: str) -> tuple[str, Mapping[str, str]]:
    """Split a node's address into one without user and password, and a header with both."""
    parts = urlsplit(node.rstrip("/"))
    plain = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
    if parts.username is None:
        return plain, {}
    return plain, urllib3.make_headers(basic_auth=f"{unquote(parts.username)}:{unquote(parts.password or '')}")


class _PooledAdapter(HTTPAdapter):
    """Sends requests over our own connection pools."""

    def __init__(self, nodes: int, connections: int) -> None:
        self._nodes = nodes
        super().__init__(pool_maxsize=connections, pool_block=True)

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **_: Any) -> None:  # noqa: ARG002, FBT
        self.poolmanager = connections_to(self._nodes, max_connections=maxsize)

    def get_connection_with_tls_context(self, request: PreparedRequest, *_: Any, **__: Any) -> HTTPConnectionPool:
        pool: HTTPConnectionPool = self.poolmanager.connection_from_url(request.url)
        return pool

    def cert_verify(self, *_: Any) -> None:
        """Leave certificates to urllib3, which checks them against those that the system trusts."""

    def request_url(self, request: PreparedRequest, proxies: Mapping[str, str] | None) -> str:  # noqa: ARG002
        return request.path_url


def _trace_id() -> Mapping[str, str]:
    """Return the header with the id of the request or reading for which Solr is asked."""
    request_id = structlog.contextvars.get_contextvars().get("request_id")
    return {TRACE_ID: request_id} if request_id else {}

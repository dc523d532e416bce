"""Connections to Solr that are used only once it has replayed its update log.

After a crash a node answers from its files until it has replayed its update log. Meanwhile it accepts writes without
regard to what is in the log, and confirms commits that it has not done. A connection does not survive a restart of
Solr, so each is checked once, when it is new. The nodes of a SolrCloud need no check: they send nothing to a replica
that has not caught up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, PoolManager
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import NewConnectionError

CHECK_TIMEOUT_S = 2.0
"""Seconds for each of the two requests of a check, which take milliseconds. A Solr that is starting does not answer."""
ADMIN = "admin"
"""The name in place of a core in the addresses of Solr's administration."""
LOG_REPLAYED = 3
"""The ordinal of UpdateLog.State.ACTIVE."""


def state_of_log(core: str) -> str:
    """Return the metric for the state of a core's update log."""
    return f"solr.core.{core}:TLOG.state"


def connections_to(nodes: int, max_connections: int) -> PoolManager:
    """Return a pool with at most this many connections to each of the nodes."""
    pool = PoolManager(maxsize=max_connections, block=True, retries=False)
    if nodes == 1:
        pool.pool_classes_by_scheme = {"http": _Connections, "https": _SecureConnections}
    return pool


class _Connection(HTTPConnection):
    """A connection that closes if its Solr has not replayed its update log."""

    _is_new = False

    def connect(self) -> None:
        super().connect()
        self._is_new = True

    def request(  # type: ignore[override]  # it differs from `http.client`'s, as urllib3's own does
        self, method: str, url: str, body: Any = None, headers: Mapping[str, str] | None = None, **options: Any
    ) -> None:
        if self.is_closed:
            self.connect()
        if self._is_new:
            self._is_new = False
            self._check(url, headers)
        super().request(method, url, body, headers, **options)

    def _check(self, url: str, headers: Mapping[str, str] | None) -> None:
        """Ask for the state of the update log of the URL's core; close the connection unless it has been replayed.

        A core that is being opened answers nothing, and its log counts as replayed until its replay begins. A Solr that
        does not tell the state is trusted.
        """
        solr, core, _ = url.partition("?")[0].rsplit("/", 2)
        if core == ADMIN:
            return
        self.timeout = CHECK_TIMEOUT_S
        is_open = self._get(f"{solr}/{core}/get?id=none", headers)
        metrics = self._get(f"{solr}/admin/metrics?wt=json&key={state_of_log(core)}", headers)
        if not is_open or _log_state(metrics, core) != LOG_REPLAYED:
            self.close()
            raise NewConnectionError(self, "Solr is opening its index or replaying its update log")

    def _get(self, url: str, headers: Mapping[str, str] | None) -> bytes:
        get_headers = {name: value for name, value in (headers or {}).items() if name != "Content-Length"}
        super().request("GET", url, headers=get_headers)
        answer = self.getresponse()
        return answer.data if answer.status == 200 else b""


class _SecureConnection(_Connection, HTTPSConnection):
    """A connection over TLS with the same check."""


class _Connections(HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecureConnections(HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


def _log_state(metrics: bytes, core: str) -> Any:
    try:
        return msgspec.json.decode(metrics)["metrics"][state_of_log(core)]
    except (msgspec.DecodeError, LookupError, TypeError):  # not our Solr, or one that denies access to its metrics
        return LOG_REPLAYED

"""Connections to a Solr, none of which is used before that Solr knows again all that it was told.

After a crash a node answers from what its files hold until it has replayed its update log. What is written meanwhile
it takes as if there were nothing else, and it says that it has done commits that it has not. No connection outlives the
Solr that it leads to, so each is looked at once: when it is new. Of a SolrCloud none needs to be: its nodes hand
nothing to a replica that has not caught up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, PoolManager
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import NewConnectionError

LOOKS_FOR_S = 2.0
"""For each of the two requests of a look, which take a few milliseconds: a Solr that is starting is silent."""
ADMIN = "admin"
"""What of Solr's own addresses stands where others have a core."""
LOG_REPLAYED = 3
"""The ordinal of UpdateLog.State.ACTIVE."""


def state_of_log(core: str) -> str:
    """How Solr's metrics name the state of a core's update log."""
    return f"solr.core.{core}:TLOG.state"


def connections_to(nodes: int, max_connections: int) -> PoolManager:
    """Return a pool with at most this many connections to each of the nodes."""
    pool = PoolManager(maxsize=max_connections, block=True, retries=False)
    if nodes == 1:
        pool.pool_classes_by_scheme = {"http": _Connections, "https": _SecureConnections}
    return pool


class _Connection(HTTPConnection):
    """A connection that is broken off if it leads to a Solr that replays its update log."""

    _is_new = False

    def connect(self) -> None:
        super().connect()
        self._is_new = True

    def request(  # type: ignore[override]  # of `http.client`'s, which urllib3's own is no heir to either
        self, method: str, url: str, body: Any = None, headers: Mapping[str, str] | None = None, **how: Any
    ) -> None:
        if self.is_closed:
            self.connect()
        if self._is_new:
            self._is_new = False
            self._look(url, headers)
        super().request(method, url, body, headers, **how)

    def _look(self, url: str, headers: Mapping[str, str] | None) -> None:
        """Ask for the state of the log of the core that is about to be asked; who does not tell it is trusted.

        A core that is being opened answers nothing, and its log counts as replayed until its replay begins.
        """
        solr, core, _ = url.partition("?")[0].rsplit("/", 2)
        if core == ADMIN:
            return
        self.timeout = LOOKS_FOR_S
        is_open = self._answer(f"{solr}/{core}/get?id=none", headers)
        told = self._answer(f"{solr}/admin/metrics?wt=json&key={state_of_log(core)}", headers)
        if not is_open or _state_in(told, core) != LOG_REPLAYED:
            self.close()
            raise NewConnectionError(self, "it opens its index, or replays its update log")

    def _answer(self, url: str, headers: Mapping[str, str] | None) -> bytes:
        of_a_get = {name: value for name, value in (headers or {}).items() if name != "Content-Length"}
        super().request("GET", url, headers=of_a_get)
        answer = self.getresponse()
        return answer.data if answer.status == 200 else b""


class _SecureConnection(_Connection, HTTPSConnection):
    """The same over TLS."""


class _Connections(HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecureConnections(HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


def _state_in(told: bytes, core: str) -> Any:
    try:
        return msgspec.json.decode(told)["metrics"][state_of_log(core)]
    except (msgspec.DecodeError, LookupError, TypeError):  # it is another Solr than ours, or may not be asked that
        return LOG_REPLAYED

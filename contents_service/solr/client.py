"""The client of Solr: pysolr over one session a process, with failover between nodes and errors by status."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any
from urllib.parse import urlencode

import msgspec
import pysolr  # type: ignore[import-untyped]
from msgspec import Struct
from requests import Response

from contents_service.errors import ContentsError, IndexUnavailable
from contents_service.index.protocol import WriteConflict
from contents_service.solr.failover import Nodes
from contents_service.solr.session import RequestFailed, open_session, post, split_credentials

RETRY_PAUSE_S = 0.5
FORM = "application/x-www-form-urlencoded; charset=utf-8"
JSON = "application/json"


class QueryRefused(ContentsError):
    """Solr rejected a request as malformed, which is a bug of ours."""


class Request(Struct, frozen=True):
    """A request to a node, with its path below the collection."""

    path: str
    body: bytes
    content_type: str


class _Json:
    """JSON for pysolr, to and from bytes."""

    def encode(self, value: Any) -> str:
        return msgspec.json.encode(value).decode()

    def decode(self, answer: bytes) -> dict[str, Any]:
        return msgspec.json.decode(answer, type=dict[str, Any])


class SolrClient(pysolr.Solr):  # type: ignore[misc]  # pysolr has no types
    """A Solr of one node, or of several that are tried in turn when one cannot be reached.

    Whatever pysolr sends goes through `_send_request`, which picks the node. It is replaced because the original
    reports an error as text that quotes Solr's answer, and logs questions.
    """

    def __init__(
        self, nodes: Nodes, collection: str, *, timeout_s: float, connections: int, retry_for_s: float = 0.0
    ) -> None:
        self._nodes = nodes
        self._retry_for_s = retry_for_s
        super().__init__(
            collection,
            decoder=_Json(),
            encoder=_Json(),
            timeout=timeout_s,
            results_cls=_as_decoded,
            session=open_session(len(nodes), connections=connections),
        )

    def with_timeout(self, timeout_s: float) -> SolrClient:
        """Return a client of the same Solr with another time limit."""
        other = copy(self)
        other.timeout = timeout_s
        return other

    def query(self, params: dict[str, Any], handler: str = "select") -> dict[str, Any]:
        """Return what Solr answers to a query."""
        if handler == "select":
            answer: dict[str, Any] = self.search(**params)
            return answer
        return self.decoder.decode(self._select(params, handler))  # type: ignore[no-any-return]  # pysolr has no types

    def update(self, documents: Sequence[dict[str, Any]]) -> None:
        """Write documents in order; one with a `_version_` only if the index has that version of it."""
        self.add(list(documents))

    def command(self, command: dict[str, Any], params: Mapping[str, str] | None = None) -> None:
        """Send one update command as JSON, such as a deletion with a version, which pysolr has no method for."""
        path = f"update?{urlencode({'wt': 'json', **(params or {})})}"
        self._send_request("post", path, msgspec.json.encode(command), {"Content-type": JSON})

    def _get_log(self) -> logging.Logger:
        """Return a logger that is silent: pysolr logs questions and the texts of documents."""
        log = logging.getLogger(pysolr.__name__)
        log.disabled = True
        return log

    def _select(self, params: dict[str, Any], handler: str | None = None) -> bytes:
        """Send the parameters in the body, where they may be long and appear in no log.

        A search sends them as JSON, which is encoded some twenty times as fast as a form of so many parameters. Solr
        reads no other requests so.
        """
        path = f"{handler or self.search_handler}?wt=json"
        if handler is None:
            return self._send_request("post", path, msgspec.json.encode({"params": params}), {"Content-type": JSON})
        return self._send_request("post", path, urlencode(params, doseq=True).encode(), {"Content-type": FORM})

    def _build_json_doc(self, doc: dict[str, Any], **_: None) -> dict[str, Any]:
        """Write the document as it is; pysolr leaves out empty fields."""
        return doc

    def _send_request(self, _method: str, path: str, body: str | bytes, headers: Mapping[str, str]) -> bytes:
        """Post what pysolr has made; it uses no other method once `_select` is replaced."""
        content = body if isinstance(body, bytes) else body.encode()
        return self._send(Request(path.replace("/?", "?").rstrip("/"), content, headers["Content-type"]))

    def _send(self, request: Request) -> bytes:
        """Send one request to each node in turn until one answers, and start over until the time for retries is up.

        So a write may arrive twice. Only the writing of a record has to handle that (see `RecordStore.put`).
        """
        began = time.monotonic()
        while True:
            answer = self._try_nodes(request, began + self.timeout)
            if answer is not None:
                return _content(answer)
            if time.monotonic() - began > self._retry_for_s:
                raise IndexUnavailable("The index cannot be reached, or not in time. Try again in a moment.")
            time.sleep(RETRY_PAUSE_S)

    def _try_nodes(self, request: Request, deadline: float) -> Response | None:
        """Return the answer of the first node that has one, or None if none has or time is up."""
        for turn in self._nodes.in_turn(probing=not self._retry_for_s):
            left_s = deadline - time.monotonic()
            answer = self._try_node(request, turn.url, min(left_s, turn.max_s or left_s)) if left_s > 0 else None
            if answer is not None and answer.status_code < 500:
                return answer
        return None

    def _try_node(self, request: Request, node: str, timeout_s: float) -> Response | None:
        address, credentials = split_credentials(node)
        headers = {"Content-Type": request.content_type, **credentials}
        url = f"{address}/{self.url}/{request.path}"
        try:
            answer = post(self.session, url, request.body, headers, timeout_s=timeout_s)
        except RequestFailed:
            self._nodes.note_failure(node)
            return None
        self._nodes.note_answer(node)
        return answer


def _as_decoded(answer: dict[str, Any], next_page: object = None) -> dict[str, Any]:  # noqa: ARG001
    """Return an answer as it is; pysolr wants a class of results here."""
    return answer


def _content(answer: Response) -> bytes:
    """Return what an answer holds; raise the error that its status stands for."""
    if answer.status_code == 200:
        return answer.content
    if answer.status_code == 409:
        raise WriteConflict
    if answer.status_code in (400, 413, 414):
        raise QueryRefused(f"The index rejected a request ({answer.status_code}).")
    raise IndexUnavailable("The index cannot answer now. Try again in a moment.")

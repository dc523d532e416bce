"""A client for the administration of our own Solr nodes."""

from __future__ import annotations

from typing import Any

import requests
from msgspec import Struct

from contents_service.solr.server.solr_home import USER

LOOPBACK = "127.0.0.1"
TIMEOUT_S = 5.0


class AdminClient(Struct, frozen=True):
    """A client for a node on loopback, with its password."""

    port: int
    password: str

    @property
    def url(self) -> str:
        """The node's URL with user and password; cores and collections are below it."""
        return f"http://{USER}:{self.password}@{LOOPBACK}:{self.port}/solr"

    def get(self, path: str, timeout_s: float = TIMEOUT_S, **parameters: str) -> dict[str, Any]:
        """Return the JSON at a path; raise an error of `requests` if it is refused or does not come in time."""
        with requests.Session() as session:
            session.trust_env = False  # never send loopback requests through a proxy
            answer = session.get(
                f"http://{LOOPBACK}:{self.port}/solr/{path}",
                params={**parameters, "wt": "json"},
                auth=(USER, self.password),
                timeout=timeout_s,
            )
        answer.raise_for_status()
        value: dict[str, Any] = answer.json()
        return value

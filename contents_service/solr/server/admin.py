"""What we ask of a Solr node of our own besides searching: whether it is well, and to make a collection."""

from __future__ import annotations

from typing import Any

import requests
from msgspec import Struct

from contents_service.solr.server.solr_home import USER

LOOPBACK = "127.0.0.1"
ANSWERS_WITHIN_S = 5.0


class AdminClient(Struct, frozen=True):
    """A node on loopback, and the password that it asks for."""

    port: int
    password: str

    @property
    def url(self) -> str:
        """Its address, with user and password; cores and collections are below it."""
        return f"http://{USER}:{self.password}@{LOOPBACK}:{self.port}/solr"

    def get(self, path: str, within_s: float = ANSWERS_WITHIN_S, **parameters: str) -> dict[str, Any]:
        """Ask for something, and raise what `requests` raises where it is refused or does not come in time."""
        with requests.Session() as session:
            session.trust_env = False  # a proxy has no business with loopback
            answer = session.get(
                f"http://{LOOPBACK}:{self.port}/solr/{path}",
                params={**parameters, "wt": "json"},
                auth=(USER, self.password),
                timeout=within_s,
            )
        answer.raise_for_status()
        value: dict[str, Any] = answer.json()
        return value

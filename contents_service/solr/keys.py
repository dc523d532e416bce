"""The ids and keys of documents in Solr, which keep all of an application on one shard."""

from __future__ import annotations

from hashlib import sha256

from contents_service.model import Scope


def solr_id(app: str, name: str) -> str:
    """Return the id of an application's Solr document, which begins with the key of its shard."""
    return f"{_shard_key(app)}!{name}"


def name_in(solr_id: str) -> str:
    """Return the name that an id was made for."""
    return solr_id.partition("!")[2]


def to_shard_of(app: str) -> dict[str, str]:
    """Return the parameters that send a request to an application's shard alone."""
    return {"_route_": solr_id(app, "")}


def key_of(app: str, giver: str) -> str:
    """Return the value of the field `scope`: one application and one giver."""
    return sha256(f"{app}\0{giver}".encode("utf-8", "surrogatepass")).hexdigest()[:24]


def scope_key(scope: Scope) -> str:
    """Return the value of the field `scope` for a scope."""
    return key_of(scope.app, scope.giver)


def _shard_key(app: str) -> str:
    return sha256(app.encode("utf-8", "surrogatepass")).hexdigest()[:12]

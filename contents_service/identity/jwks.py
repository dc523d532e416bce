"""The public keys of the platform's tokens: a JWKS at a URL or in a file."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from math import inf
from pathlib import Path
from threading import Lock
from typing import Protocol

import jwt
import structlog

from contents_service.errors import ContentsError

FETCH_TIMEOUT_S = 3
"""Timeout of a fetch, in seconds; requests wait for it."""

REFRESH_AFTER_S = 300.0
"""Age in seconds from which keys are fetched again; a withdrawn key may be accepted this long."""

MIN_REFETCH_S = 10.0
"""Smallest time between two fetches, in seconds; any caller can cause one by naming an unknown key."""

MAX_STALE_S = 24 * 3600.0
"""Age in seconds up to which known keys are accepted while no keys can be fetched."""


class KeysUnavailable(ContentsError):
    """The keys that tokens are verified with cannot be loaded."""


class Keys(Protocol):
    """A source of public keys."""

    def key(self, kid: str | None) -> jwt.PyJWK:
        """Return the key with this id; PyJWTError if there is none."""
        ...


class UrlKeys:
    """The keys of a JWKS at a URL, fetched every few minutes and for unknown ids, and kept while no fetch succeeds."""

    def __init__(self, url: str, now: Callable[[], float] = time.monotonic) -> None:
        self._client = jwt.PyJWKClient(url, cache_jwk_set=False, timeout=FETCH_TIMEOUT_S)
        self._now = now
        self._fetching = Lock()
        self._keys: Mapping[str, jwt.PyJWK] = {}
        self._fetched_at = self._attempted_at = -inf

    def key(self, kid: str | None) -> jwt.PyJWK:
        """Return the key with this id; PyJWTError if there is none."""
        if kid is None:
            raise jwt.PyJWKClientError("The token names no key.")
        if self._is_due(kid):
            self._fetch(kid)
        if self._now() - self._fetched_at > MAX_STALE_S:
            raise jwt.PyJWKClientConnectionError("No keys could be fetched.")
        if kid not in self._keys:
            raise jwt.PyJWKClientError("The token names an unknown key.")
        return self._keys[kid]

    def _is_due(self, kid: str) -> bool:
        now = self._now()
        is_needed = kid not in self._keys or now - self._fetched_at > REFRESH_AFTER_S
        return is_needed and now - self._attempted_at > MIN_REFETCH_S

    def _fetch(self, kid: str) -> None:
        """Fetch the keys; a caller whose key is known does not wait for another caller's fetch."""
        if not self._fetching.acquire(blocking=kid not in self._keys):
            return
        try:
            if self._is_due(kid):
                self._fetch_locked()
        finally:
            self._fetching.release()

    def _fetch_locked(self) -> None:
        try:
            keys = self._client.get_signing_keys()
            self._keys, self._fetched_at = {str(key.key_id): key for key in keys}, self._now()
        except (jwt.PyJWTError, ValueError, OSError) as problem:  # keep the keys that we have
            structlog.get_logger().warning("keys_not_fetched", error=type(problem).__name__)
        finally:
            self._attempted_at = self._now()


class FileKeys:
    """The keys of a JWKS file, which is read again when it changes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._modified_ns, self._keys = self._load()

    def key(self, kid: str | None) -> jwt.PyJWK:
        """Return the key with this id, or the only key if the token names none; PyJWTError if there is none."""
        with suppress(KeysUnavailable, OSError):  # the file is being replaced: keep the keys that we have
            if self._path.stat().st_mtime_ns != self._modified_ns:
                self._modified_ns, self._keys = self._load()
        keys = [key for key in self._keys.keys if key.public_key_use in {"sig", None}]
        matching = keys if kid is None else [key for key in keys if key.key_id == kid]
        if len(matching) != 1:
            raise jwt.PyJWKClientError("The token names an unknown key.")
        return matching[0]

    def _load(self) -> tuple[int, jwt.PyJWKSet]:
        try:
            modified_ns = self._path.stat().st_mtime_ns
            return modified_ns, jwt.PyJWKSet.from_dict(json.loads(self._path.read_bytes()))
        except (OSError, ValueError, AttributeError, jwt.PyJWTError) as error:
            raise KeysUnavailable(f"{self._path} is not a valid JWKS: {error}") from error


def load_keys(location: str) -> Keys:
    """Return the keys of the JWKS at a URL or in a file."""
    if location.startswith(("https://", "http://")):
        return UrlKeys(location)
    return FileKeys(Path(location.removeprefix("file://")))

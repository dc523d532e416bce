"""The public keys that the platform signs tokens with: a JWKS, at a URL or in a file."""

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
"""How long a JWKS may take: a request waits for it."""

REFRESH_AFTER_S = 300.0
"""So long nobody asks for keys anew; so long a key that was withdrawn may go on."""

MIN_REFETCH_S = 10.0
"""Between two fetches, for an unknown key too: anybody can name one, and make us ask."""

MAX_STALE_S = 24 * 3600.0
"""So long known keys go on while none can be fetched."""


class KeysUnavailable(ContentsError):
    """The keys that tokens are checked with cannot be read."""


class Keys(Protocol):
    """Where the public keys are."""

    def key(self, kid: str | None) -> jwt.PyJWK:
        """The key of this id; a PyJWTError if there is none."""
        ...


class UrlKeys:
    """The keys of a JWKS at a URL: fetched every few minutes and for an unknown one, kept while they cannot be."""

    def __init__(self, url: str, now: Callable[[], float] = time.monotonic) -> None:
        self._client = jwt.PyJWKClient(url, cache_jwk_set=False, timeout=FETCH_TIMEOUT_S)
        self._now = now
        self._fetching = Lock()
        self._keys: Mapping[str, jwt.PyJWK] = {}
        self._fetched = self._tried = -inf

    def key(self, kid: str | None) -> jwt.PyJWK:
        """The key of this id; a PyJWTError if there is none."""
        if kid is None:
            raise jwt.PyJWKClientError("The token names no key.")
        if self._is_due(kid):
            self._fetch(kid)
        if self._now() - self._fetched > MAX_STALE_S:
            raise jwt.PyJWKClientConnectionError("No keys could be fetched.")
        if kid not in self._keys:
            raise jwt.PyJWKClientError("The token names no key of ours.")
        return self._keys[kid]

    def _is_due(self, kid: str) -> bool:
        now = self._now()
        wanted = kid not in self._keys or now - self._fetched > REFRESH_AFTER_S
        return wanted and now - self._tried > MIN_REFETCH_S

    def _fetch(self, kid: str) -> None:
        """Have the keys anew; whoever has the one that they need does not wait for another who fetches them."""
        if not self._fetching.acquire(blocking=kid not in self._keys):
            return
        try:
            if self._is_due(kid):
                self._fetch_alone()
        finally:
            self._fetching.release()

    def _fetch_alone(self) -> None:
        try:
            keys = self._client.get_signing_keys()
            self._keys, self._fetched = {str(key.key_id): key for key in keys}, self._now()
        except (jwt.PyJWTError, ValueError, OSError) as problem:  # the keys that we have go on
            structlog.get_logger().warning("keys_not_fetched", error=type(problem).__name__)
        finally:
            self._tried = self._now()


class FileKeys:
    """The keys of a JWKS file, read anew when the file has changed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read: tuple[int, jwt.PyJWKSet] = self._load()

    def key(self, kid: str | None) -> jwt.PyJWK:
        """The key of this id, or the only one for a token that names none; a PyJWTError if there is none."""
        with suppress(KeysUnavailable, OSError):  # a file that is being replaced: the keys that we have go on
            if self._path.stat().st_mtime_ns != self._read[0]:
                self._read = self._load()
        keys = [key for key in self._read[1].keys if key.public_key_use in {"sig", None}]
        named = keys if kid is None else [key for key in keys if key.key_id == kid]
        if len(named) != 1:
            raise jwt.PyJWKClientError("The token names no key of ours.")
        return named[0]

    def _load(self) -> tuple[int, jwt.PyJWKSet]:
        try:
            changed = self._path.stat().st_mtime_ns
            return changed, jwt.PyJWKSet.from_dict(json.loads(self._path.read_bytes()))
        except (OSError, ValueError, AttributeError, jwt.PyJWTError) as error:
            raise KeysUnavailable(f"{self._path} is not a JWKS that can be read: {error}") from error


def load_keys(place: str) -> Keys:
    """The keys of a JWKS, which is at a URL or in a file."""
    if place.startswith(("https://", "http://")):
        return UrlKeys(place)
    return FileKeys(Path(place.removeprefix("file://")))

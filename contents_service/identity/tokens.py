"""Tokens: who asks, as the platform signed it.

In development the service has a key of its own and makes tokens itself.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from contents_service.errors import Busy, Unauthenticated
from contents_service.home.paths import is_file_name
from contents_service.identity.jwks import Keys, KeysUnavailable
from contents_service.model import Deployment, Person, Principal

ALGORITHMS = ("RS256", "ES256", "EdDSA")
"""Public keys only: with a shared secret, whoever can check a token could make one; `none` is no signature at all."""

CLOCK_SKEW_S = 10
"""How far the platform's clock may be from ours."""

MAX_TOKEN_CHARACTERS = 64_000
"""A token may carry the paths of thousands of documents; a longer one is not looked at."""

MAX_NAME_CHARACTERS = 200
"""The longest `app` and `sub`."""

DAY_S = 24 * 3600

DEVELOPMENT_ISSUER = "contents-development"
DEVELOPMENT_AUDIENCE = "contents"


@dataclass(frozen=True)
class TokenVerifier:
    """Checks tokens: signature, issuer, audience, time, and that each claim is what it must be."""

    keys: Keys
    issuer: str
    audience: str
    algorithms: Sequence[str] = ALGORITHMS

    def principal(self, token: str) -> Principal:
        """Who asks with this token; Unauthenticated if it does not hold."""
        return principal_from_claims(self._claims(token))

    def _claims(self, token: str) -> Mapping[str, Any]:
        if len(token) > MAX_TOKEN_CHARACTERS:
            raise Unauthenticated("The token is too long.")
        try:
            key = self.keys.key(_key_id(token))
            return jwt.decode(
                token,
                key,
                algorithms=[name for name in self.algorithms if name == key.algorithm_name],
                audience=self.audience,
                issuer=self.issuer,
                leeway=CLOCK_SKEW_S,
                options={"require": ["sub", "exp", "iss", "aud"], "enforce_minimum_key_length": True},
            )
        except jwt.ExpiredSignatureError as error:
            raise Unauthenticated("The token has expired.") from error
        except jwt.PyJWKClientConnectionError as error:
            raise Busy("The keys that tokens are checked with cannot be fetched at the moment.") from error
        except (jwt.PyJWTError, ValueError, RecursionError) as error:  # the last two from hostile JSON inside
            raise Unauthenticated("The token does not hold.") from error


def _key_id(token: str) -> str | None:
    kid = jwt.get_unverified_header(token).get("kid")
    return kid if isinstance(kid, str) else None


def principal_from_claims(claims: Mapping[str, Any]) -> Principal:
    """Who asks, by the claims of a token whose signature holds; each must be of its type and say something."""
    match claims.get("kind"):
        case "person":
            _without(claims, "app", "owner", "documents")
            return Person(_folder(claims, "sub"))
        case "deployment":
            return Deployment(
                sub=_name(claims, "sub"),
                app=_name(claims, "app"),
                owner=_folder(claims, "owner"),
                documents=_documents(claims.get("documents")),
            )
        case _:
            raise Unauthenticated("The token's `kind` is neither `person` nor `deployment`.")


def _without(claims: Mapping[str, Any], *names: str) -> None:
    """Refuse a person's token with a deployment's claims: it was meant to be less than a person's."""
    if any(name in claims for name in names):
        raise Unauthenticated("The token is a person's and has claims of a deployment.")


def _name(claims: Mapping[str, Any], name: str) -> str:
    value = claims.get(name)
    if not isinstance(value, str) or not value.strip() or len(value) > MAX_NAME_CHARACTERS or not value.isprintable():
        raise Unauthenticated(f"The token's `{name}` is missing or is no name.")
    return value


def _folder(claims: Mapping[str, Any], name: str) -> str:
    """A person's name, which is the name of their folder too."""
    value = _name(claims, name)
    if not is_file_name(value) or value.startswith("."):
        raise Unauthenticated(f"The token's `{name}` is not the name of a Home Folder.")
    return value


def _documents(value: object) -> frozenset[str] | None:
    """The paths that a deployment's token names, if it names any."""
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(path, str) and path for path in value):
        raise Unauthenticated("The token's `documents` is not a list of paths.")
    return frozenset(value)


class DevelopmentSigner:
    """A key of this machine's own, for trying the service out; made at first use, readable by its owner only."""

    KID = "development"

    def __init__(self, folder: Path) -> None:
        self._private = _private_key(folder / "development-key.pem")

    def key(self, kid: str | None) -> jwt.PyJWK:
        """The public half, whatever key was named: there is no other."""
        del kid
        public = jwt.algorithms.OKPAlgorithm.to_jwk(self._private.public_key(), as_dict=True)
        return jwt.PyJWK(public, "EdDSA")

    def token(self, principal: Principal, *, seconds: int = DAY_S) -> str:
        """A token for this principal, good for a day."""
        now = int(time.time())
        claims = {
            **claims_for(principal),
            "iss": DEVELOPMENT_ISSUER,
            "aud": DEVELOPMENT_AUDIENCE,
            "iat": now,
            "exp": now + seconds,
        }
        principal_from_claims(claims)  # what would be refused later is refused now
        return jwt.encode(claims, self._private, algorithm="EdDSA", headers={"kid": self.KID})

    def tokens(self) -> TokenVerifier:
        """What checks the tokens that this key makes."""
        return TokenVerifier(self, DEVELOPMENT_ISSUER, DEVELOPMENT_AUDIENCE, ("EdDSA",))


def claims_for(principal: Principal) -> dict[str, object]:
    """The claims that say who this is."""
    if isinstance(principal, Person):
        return {"kind": "person", "sub": principal.sub}
    named = {} if principal.documents is None else {"documents": sorted(principal.documents)}
    return {"kind": "deployment", "sub": principal.sub, "app": principal.app, "owner": principal.owner, **named}


def _private_key(path: Path) -> Ed25519PrivateKey:
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        _make_key(path)
    key = load_pem_private_key(path.read_bytes(), password=None)
    if not isinstance(key, Ed25519PrivateKey):
        raise KeysUnavailable(f"{path} is not an Ed25519 key; delete it, and another is made.")
    return key


def _make_key(path: Path) -> None:
    """Write a new key, whole or not at all, where none is: two processes may begin at once."""
    if path.exists():
        raise FileExistsError(path)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    made = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(made)
        os.link(draft, path)
    finally:
        draft.unlink()

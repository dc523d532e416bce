"""Tokens: signed by the platform, they say who the caller is.

In development the service has a key of its own and signs tokens itself.
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
"""Allowed algorithms: public keys only, since whoever knows a shared secret could also sign; never `none`."""

CLOCK_SKEW_S = 10
"""Largest accepted difference between the platform's clock and ours, in seconds."""

MAX_TOKEN_CHARACTERS = 64_000
"""Largest number of characters of a token: enough for the paths of thousands of documents."""

MAX_NAME_CHARACTERS = 200
"""Largest number of characters of `app`, `sub` and `owner`."""

DAY_S = 24 * 3600

DEVELOPMENT_ISSUER = "contents-development"
DEVELOPMENT_AUDIENCE = "contents"


@dataclass(frozen=True)
class TokenVerifier:
    """Verifies tokens: signature, issuer, audience, time, and the type and content of each claim."""

    keys: Keys
    issuer: str
    audience: str
    algorithms: Sequence[str] = ALGORITHMS

    def principal(self, token: str) -> Principal:
        """Return the principal of a token; Unauthenticated if it is not valid."""
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
            raise Busy("The keys that tokens are verified with cannot be fetched at the moment.") from error
        except (jwt.PyJWTError, ValueError, RecursionError) as error:  # the last two come from hostile JSON
            raise Unauthenticated("The token is not valid.") from error


def _key_id(token: str) -> str | None:
    kid = jwt.get_unverified_header(token).get("kid")
    return kid if isinstance(kid, str) else None


def principal_from_claims(claims: Mapping[str, Any]) -> Principal:
    """Return the principal that verified claims describe; Unauthenticated if one is missing or of the wrong type."""
    match claims.get("kind"):
        case "person":
            _refuse_claims(claims, "app", "owner", "documents")
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


def _refuse_claims(claims: Mapping[str, Any], *names: str) -> None:
    """Refuse a person's token that has a deployment's claims, since it was meant to allow less."""
    if any(name in claims for name in names):
        raise Unauthenticated("The token is a person's but has claims of a deployment.")


def _name(claims: Mapping[str, Any], name: str) -> str:
    value = claims.get(name)
    if not isinstance(value, str) or not value.strip() or len(value) > MAX_NAME_CHARACTERS or not value.isprintable():
        raise Unauthenticated(f"The token's `{name}` is missing or is not a valid name.")
    return value


def _folder(claims: Mapping[str, Any], name: str) -> str:
    """Return a person's name, which is also the name of their folder."""
    value = _name(claims, name)
    if not is_file_name(value) or value.startswith("."):
        raise Unauthenticated(f"The token's `{name}` is not the name of a Home Folder.")
    return value


def _documents(value: object) -> frozenset[str] | None:
    """Return the paths that a deployment's token is limited to; None for no limit."""
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(path, str) and path for path in value):
        raise Unauthenticated("The token's `documents` is not a list of paths.")
    return frozenset(value)


class DevelopmentSigner:
    """Signs tokens for development, with a key that is created at first use and that only its owner can read."""

    KID = "development"

    def __init__(self, folder: Path) -> None:
        self._private = _load_or_create_key(folder / "development-key.pem")

    def key(self, kid: str | None) -> jwt.PyJWK:
        """Return the public key; there is only one, so `kid` is ignored."""
        del kid
        public = jwt.algorithms.OKPAlgorithm.to_jwk(self._private.public_key(), as_dict=True)
        return jwt.PyJWK(public, "EdDSA")

    def token(self, principal: Principal, *, seconds: int = DAY_S) -> str:
        """Return a token for a principal, valid for a day by default."""
        now = int(time.time())
        claims = {
            **claims_for(principal),
            "iss": DEVELOPMENT_ISSUER,
            "aud": DEVELOPMENT_AUDIENCE,
            "iat": now,
            "exp": now + seconds,
        }
        principal_from_claims(claims)  # refuse now what the verifier would refuse
        return jwt.encode(claims, self._private, algorithm="EdDSA", headers={"kid": self.KID})

    def verifier(self) -> TokenVerifier:
        """Return the verifier of the tokens that this signer signs."""
        return TokenVerifier(self, DEVELOPMENT_ISSUER, DEVELOPMENT_AUDIENCE, ("EdDSA",))


def claims_for(principal: Principal) -> dict[str, object]:
    """Return the claims that describe a principal."""
    if isinstance(principal, Person):
        return {"kind": "person", "sub": principal.sub}
    documents = {} if principal.documents is None else {"documents": sorted(principal.documents)}
    return {"kind": "deployment", "sub": principal.sub, "app": principal.app, "owner": principal.owner, **documents}


def _load_or_create_key(path: Path) -> Ed25519PrivateKey:
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        _create_key(path)
    key = load_pem_private_key(path.read_bytes(), password=None)
    if not isinstance(key, Ed25519PrivateKey):
        raise KeysUnavailable(f"{path} is not an Ed25519 key. Delete it; a new one is made at the next start.")
    return key


def _create_key(path: Path) -> None:
    """Write a new key, whole or not at all, unless there is one, since two processes may start at once."""
    if path.exists():
        raise FileExistsError(path)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(pem)
        os.link(draft, path)
    finally:
        draft.unlink()

"""Every operation refuses invalid tokens and distinguishes a person's from a deployment's."""

from __future__ import annotations

import hmac
import json
import os
import time
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from helpers.operations import Operation, operations
from helpers.shop import Shop, code_of
from jwt.utils import base64url_encode
from werkzeug.test import Client, TestResponse

from contents_service.identity.jwks import load_keys
from contents_service.identity.tokens import MAX_TOKEN_CHARACTERS, TokenVerifier
from contents_service.web import create_app

ISSUER, AUDIENCE = "https://platform.example", "contents"
RSA, EC, STRANGER = (
    rsa.generate_private_key(65537, 2048),
    ec.generate_private_key(ec.SECP256R1()),
    ec.generate_private_key(ec.SECP256R1()),
)
WRITE_OPERATIONS = {"give_documents", "upload_document", "change_document", "remove_document", "read_again"}

Key = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey


def jwks(**keys: Key) -> str:
    return json.dumps({"keys": [{**_public(key), "kid": kid, "use": "sig"} for kid, key in keys.items()]})


def _public(key: Key) -> dict[str, Any]:
    if isinstance(key, rsa.RSAPrivateKey):
        return jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key(), as_dict=True)
    return jwt.algorithms.ECAlgorithm.to_jwk(key.public_key(), as_dict=True)


class Platform:
    """A service that trusts two keys of a platform, which the test may replace."""

    def __init__(self, folder: Path) -> None:
        self.keys = folder / "jwks.json"
        self.publish(first=RSA, second=EC)
        shop = Shop(folder)
        tokens = TokenVerifier(load_keys(str(self.keys)), ISSUER, AUDIENCE)
        self.app = create_app(replace(shop.services, token_verifier=tokens))

    def publish(self, **keys: Key) -> None:
        self.keys.write_text(jwks(**keys))
        os.utime(self.keys, ns=(time.time_ns(), time.time_ns()))

    def request(self, operation: Operation, token: str, app: str = "shop") -> TestResponse:
        headers = {"Authorization": f"Bearer {token}"}
        return Client(self.app).open(operation.url(app), method=operation.method, headers=headers, **operation.body)


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Platform:
    return Platform(tmp_path_factory.mktemp("platform"))


def claims(**changed: Any) -> dict[str, Any]:
    person = {"sub": "eric", "kind": "person", "iss": ISSUER, "aud": AUDIENCE, "exp": int(time.time()) + 60}
    return {name: value for name, value in {**person, **changed}.items() if value is not None}


def sign(key: Key = EC, kid: str | None = "second", algorithm: str = "ES256", **changed: Any) -> str:
    return jwt.encode(claims(**changed), key, algorithm=algorithm, headers={"kid": kid} if kid else None)


def deployment(**changed: Any) -> str:
    return sign(**{"kind": "deployment", "sub": "shop-1", "app": "shop", "owner": "eric", **changed})


def with_secret(secret: bytes) -> str:
    """Return a token signed with public data as if it were a shared secret, which PyJWT itself refuses to do."""
    parts = ({"alg": "HS256", "typ": "JWT", "kid": "first"}, claims())
    signed_part = b".".join(base64url_encode(json.dumps(part).encode()) for part in parts)
    return b".".join((signed_part, base64url_encode(hmac.new(secret, signed_part, sha256).digest()))).decode()


def invalid_tokens() -> dict[str, str]:
    public = RSA.public_key()
    now = int(time.time())
    return {
        "expired": sign(exp=now - 60),
        "not yet valid": sign(nbf=now + 600),
        "without an end": sign(exp=None),
        "of another issuer": sign(iss="https://other.example"),
        "for another audience": sign(aud="elsewhere"),
        "of an unknown key": sign(STRANGER),
        "of an unknown kid": sign(kid="third"),
        "of no kid among two keys": sign(kid=None),
        "of one key under the other's kid": sign(kid="first"),
        "unsigned": jwt.encode(claims(), "", algorithm="none", headers={"kid": "second"}),
        "signed with the public key, as PEM": with_secret(
            public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        ),
        "signed with the public key, as DER": with_secret(
            public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        ),
        "huge": sign(note="x" * MAX_TOKEN_CHARACTERS),
        "of no kind": sign(kind=None),
        "of an unknown kind": sign(kind="operator"),
        "of a person with a deployment's claims": sign(app="shop"),
        "of a deployment without an owner": deployment(owner=None),
        "of a deployment of everything": deployment(app=["shop"]),
        "of a person above the folders": sign(sub=".."),
        "not a token": "a.b.c",
    }


@pytest.mark.parametrize("kind", invalid_tokens())
def test_no_operation_accepts_an_invalid_token(platform: Platform, kind: str) -> None:
    token = invalid_tokens()[kind]
    for operation in operations():
        response = platform.request(operation, token)
        assert code_of(response) == (401, "unauthenticated"), operation.name
        assert response.headers["WWW-Authenticate"] == 'Bearer realm="contents"'
        assert "eric" not in response.text


def test_every_operation_of_the_api_requires_a_token() -> None:
    assert [operation.name for operation in operations() if not operation.requires_token] == []


def test_tokens_of_both_keys_are_accepted(platform: Platform) -> None:
    (listing,) = (operation for operation in operations() if operation.name == "list_documents")
    for token in (sign(), sign(RSA, "first", "RS256")):
        assert platform.request(listing, token).status_code == 200


def test_a_deployment_changes_nothing_and_has_no_home_folder(platform: Platform) -> None:
    for operation in operations():
        status = platform.request(operation, deployment()).status_code
        if operation.name in WRITE_OPERATIONS:
            assert status == 403, operation.name
        else:
            assert status == (404 if operation.is_for_document or not operation.is_for_app else 200), operation.name


def test_a_deployment_finds_no_other_application(platform: Platform) -> None:
    answers = {
        operation.name: code_of(platform.request(operation, deployment(), app="payroll"))
        for operation in operations()
        if operation.is_for_app
    }
    assert set(answers.values()) == {(404, "not_found")}


def test_when_keys_are_replaced_old_tokens_are_refused_and_new_ones_accepted(platform: Platform) -> None:
    old, new = sign(), sign(STRANGER, "third")
    before = [platform.request(operation, new).status_code for operation in operations()]
    platform.publish(second=EC, third=STRANGER)
    both = [platform.request(operation, token).status_code for operation in operations() for token in (old, new)]
    platform.publish(third=STRANGER)
    for operation in operations():
        assert platform.request(operation, old).status_code == 401
        assert platform.request(operation, new).status_code != 401
    platform.publish(first=RSA, second=EC)
    assert set(before) == {401}
    assert 401 not in both


def test_a_refusal_does_not_reveal_whether_an_application_exists(platform: Platform) -> None:
    token = sign(exp=1)
    for operation in operations():
        responses = {
            platform.request(operation, token, app=app).text.partition('"request_id"')[0] for app in ("shop", "none")
        }
        assert len(responses) == 1

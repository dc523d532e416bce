"""No operation answers a token that does not hold, and each tells the two kinds apart."""

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
CHANGING = {"give_documents", "upload_document", "change_document", "remove_document", "read_again"}

Key = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey


def jwks(**keys: Key) -> str:
    return json.dumps({"keys": [{**_public(key), "kid": kid, "use": "sig"} for kid, key in keys.items()]})


def _public(key: Key) -> dict[str, Any]:
    if isinstance(key, rsa.RSAPrivateKey):
        return jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key(), as_dict=True)
    return jwt.algorithms.ECAlgorithm.to_jwk(key.public_key(), as_dict=True)


class Platform:
    """A service that takes the tokens of a platform's two keys, which the test may change."""

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


def signed(key: Key = EC, kid: str | None = "second", algorithm: str = "ES256", **changed: Any) -> str:
    return jwt.encode(claims(**changed), key, algorithm=algorithm, headers={"kid": kid} if kid else None)


def deployment(**changed: Any) -> str:
    return signed(**{"kind": "deployment", "sub": "shop-1", "app": "shop", "owner": "eric", **changed})


def with_secret(secret: bytes) -> str:
    """Signed with what everybody knows, as if it were a shared secret; PyJWT itself would refuse to."""
    parts = ({"alg": "HS256", "typ": "JWT", "kid": "first"}, claims())
    said = b".".join(base64url_encode(json.dumps(part).encode()) for part in parts)
    return b".".join((said, base64url_encode(hmac.new(secret, said, sha256).digest()))).decode()


def tokens_that_do_not_hold() -> dict[str, str]:
    public = RSA.public_key()
    now = int(time.time())
    return {
        "expired": signed(exp=now - 60),
        "not yet valid": signed(nbf=now + 600),
        "without an end": signed(exp=None),
        "of another issuer": signed(iss="https://other.example"),
        "for another audience": signed(aud="elsewhere"),
        "of an unknown key": signed(STRANGER),
        "of an unknown kid": signed(kid="third"),
        "of no kid among two keys": signed(kid=None),
        "of one key under the other's kid": signed(kid="first"),
        "unsigned": jwt.encode(claims(), "", algorithm="none", headers={"kid": "second"}),
        "signed with the public key, as PEM": with_secret(
            public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        ),
        "signed with the public key, as DER": with_secret(
            public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        ),
        "huge": signed(note="x" * MAX_TOKEN_CHARACTERS),
        "of no kind": signed(kind=None),
        "of an unknown kind": signed(kind="operator"),
        "of a person with a deployment's claims": signed(app="shop"),
        "of a deployment without an owner": deployment(owner=None),
        "of a deployment of everything": deployment(app=["shop"]),
        "of a person above the folders": signed(sub=".."),
        "not a token": "a.b.c",
    }


@pytest.mark.parametrize("kind", tokens_that_do_not_hold())
def test_no_operation_answers_a_token_that_does_not_hold(platform: Platform, kind: str) -> None:
    token = tokens_that_do_not_hold()[kind]
    for operation in operations():
        response = platform.request(operation, token)
        assert code_of(response) == (401, "unauthenticated"), operation.name
        assert response.headers["WWW-Authenticate"] == 'Bearer realm="contents"'
        assert "eric" not in response.text


def test_every_operation_of_the_api_requires_a_token() -> None:
    assert [operation.name for operation in operations() if not operation.requires_token] == []


def test_both_keys_of_the_platform_hold(platform: Platform) -> None:
    (listing,) = (operation for operation in operations() if operation.name == "list_documents")
    for token in (signed(), signed(RSA, "first", "RS256")):
        assert platform.request(listing, token).status_code == 200


def test_a_deployment_changes_nothing_and_has_no_home_folder(platform: Platform) -> None:
    for operation in operations():
        status = platform.request(operation, deployment()).status_code
        if operation.name in CHANGING:
            assert status == 403, operation.name
        else:
            assert status == (404 if operation.is_for_document or not operation.is_for_app else 200), operation.name


def test_to_a_deployment_another_app_is_nothing_whatever_it_asks(platform: Platform) -> None:
    answers = {
        operation.name: code_of(platform.request(operation, deployment(), app="payroll"))
        for operation in operations()
        if operation.is_for_app
    }
    assert set(answers.values()) == {(404, "not_found")}


def test_a_key_that_is_changed_in_the_middle_ends_the_old_tokens_and_takes_the_new(platform: Platform) -> None:
    old, new = signed(), signed(STRANGER, "third")
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


def test_a_refusal_does_not_tell_whether_there_is_such_an_app(platform: Platform) -> None:
    token = signed(exp=1)
    for operation in operations():
        told = {
            platform.request(operation, token, app=app).text.partition('"request_id"')[0] for app in ("shop", "none")
        }
        assert len(told) == 1

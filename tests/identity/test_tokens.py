"""Tokens: only those that the platform signed for this service, with valid claims, are accepted."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from contents_service.errors import Busy, Unauthenticated
from contents_service.identity.jwks import KeysUnavailable, load_keys
from contents_service.identity.tokens import DevelopmentSigner, TokenVerifier
from contents_service.model import Deployment, Person, Principal

ISSUER, AUDIENCE = "https://platform.example", "contents"
PLATFORM = generate_private_key(SECP256R1())


def jwks(*keys: tuple[str, EllipticCurvePrivateKey]) -> str:
    algorithm = jwt.algorithms.ECAlgorithm
    return json.dumps({"keys": [{**algorithm.to_jwk(key.public_key(), as_dict=True), "kid": kid} for kid, key in keys]})


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    path = tmp_path / "jwks.json"
    path.write_text(jwks(("one", PLATFORM)))
    return path


@pytest.fixture
def tokens(key_file: Path) -> TokenVerifier:
    return TokenVerifier(load_keys(str(key_file)), ISSUER, AUDIENCE)


def claims(**changed: Any) -> dict[str, Any]:
    person = {"sub": "eric", "kind": "person", "iss": ISSUER, "aud": AUDIENCE, "exp": int(time.time()) + 60}
    return {name: value for name, value in {**person, **changed}.items() if value is not ...}


def make_token(key: EllipticCurvePrivateKey = PLATFORM, kid: str = "one", **changed: Any) -> str:
    return jwt.encode(claims(**changed), key, algorithm="ES256", headers={"kid": kid})


DEPLOYMENT: dict[str, Any] = {"kind": "deployment", "sub": "shop-1", "app": "shop", "owner": "eric"}


def test_a_person_and_a_deployment_are_distinguished(tokens: TokenVerifier) -> None:
    assert tokens.principal(make_token()) == Person("eric")
    deployment = Deployment(sub="shop-1", app="shop", owner="eric")
    assert tokens.principal(make_token(**DEPLOYMENT)) == deployment


def test_a_deployments_token_is_limited_to_its_documents_even_if_it_names_none(tokens: TokenVerifier) -> None:
    for documents in ([], ["eric/a.md", "eric/b.md"]):
        principal = tokens.principal(make_token(**DEPLOYMENT, documents=documents))
        assert isinstance(principal, Deployment)
        assert principal.documents == frozenset(documents)


@pytest.mark.parametrize(
    "changed",
    [
        {"iss": "https://other.example"}, {"iss": ...}, {"aud": "other"}, {"aud": ...}, {"exp": ...}, {"exp": 1},
        {"exp": "soon"}, {"exp": int(time.time()) - 60}, {"nbf": int(time.time()) + 86_400}, {"sub": ...}, {"sub": ""},
        {"sub": " "}, {"sub": 7}, {"sub": "../maria"}, {"sub": ".."}, {"sub": "eric/support"}, {"sub": "er\0ic"},
        {"sub": "e" * 300}, {"sub": ".ssh"}, {"kind": ...}, {"kind": "admin"}, {"kind": None}, {"kind": ["person"]},
        {"app": "shop"}, {"owner": "maria"}, {"documents": []},
    ],
)  # fmt: skip
def test_a_persons_token_with_a_wrong_claim_is_refused(tokens: TokenVerifier, changed: dict[str, Any]) -> None:
    with pytest.raises(Unauthenticated):
        tokens.principal(make_token(**changed))


@pytest.mark.parametrize(
    "changed",
    [
        {"app": ...}, {"app": ""}, {"app": None}, {"owner": ...}, {"owner": ".."}, {"owner": "eric/support"},
        {"documents": "eric/a.md"}, {"documents": [7]}, {"documents": [""]}, {"documents": {"eric/a.md": True}},
    ],
)  # fmt: skip
def test_a_deployments_token_with_a_wrong_claim_is_refused(tokens: TokenVerifier, changed: dict[str, Any]) -> None:
    with pytest.raises(Unauthenticated):
        tokens.principal(make_token(**{**DEPLOYMENT, **changed}))


@pytest.mark.parametrize(
    "invisible", ["\n", "\r", "\x85", "\u2028", "\u202e", "\u2066", "\u200b", "\x1b", "\x7f"], ids=ascii
)
@pytest.mark.parametrize("claim", ["sub", "app", "owner"])
def test_a_name_with_a_line_end_direction_mark_or_control_character_is_refused(
    tokens: TokenVerifier, claim: str, invisible: str
) -> None:
    with pytest.raises(Unauthenticated):
        tokens.principal(make_token(**{**DEPLOYMENT, claim: f"er{invisible}ic"}))


@pytest.mark.parametrize("invisible", ["\n", "\u2028", "\u202e", "\x1b"], ids=ascii)
def test_a_persons_name_with_an_invisible_character_is_refused(tokens: TokenVerifier, invisible: str) -> None:
    with pytest.raises(Unauthenticated):
        tokens.principal(make_token(sub=f"er{invisible}ic"))


def test_a_token_of_another_key_or_none_is_refused(tokens: TokenVerifier) -> None:
    unknown_key = generate_private_key(SECP256R1())
    header, body, signature = make_token().split(".")
    other_body = make_token(sub="maria").split(".")[1]
    unsigned = jwt.encode(claims(), "", algorithm="none", headers={"kid": "one"})
    public = PLATFORM.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    signed_with_public_key = jwt.encode(claims(), public, algorithm="HS256", headers={"kid": "one"})
    for token in (
        make_token(unknown_key), make_token(kid="two"), unsigned, signed_with_public_key,
        f"{header}.{other_body}.{signature}", f"{header}.{body}.", "", "a.b.c", "....", "ü", "x" * 100_000,
    ):  # fmt: skip
        with pytest.raises(Unauthenticated):
            tokens.principal(token)


def test_an_algorithm_that_is_not_on_the_list_is_refused(key_file: Path) -> None:
    with pytest.raises(Unauthenticated):
        TokenVerifier(load_keys(str(key_file)), ISSUER, AUDIENCE, ("RS256",)).principal(make_token())


def test_a_new_key_in_the_file_is_accepted_at_once_and_a_removed_one_no_longer(
    tokens: TokenVerifier, key_file: Path
) -> None:
    assert tokens.principal(make_token()) == Person("eric")
    second_key = generate_private_key(SECP256R1())
    key_file.write_text(jwks(("two", second_key)))
    os.utime(key_file, ns=(1, 1))
    assert tokens.principal(make_token(second_key, "two")) == Person("eric")
    with pytest.raises(Unauthenticated):
        tokens.principal(make_token())


def test_while_a_key_file_is_half_written_the_former_keys_are_kept(tokens: TokenVerifier, key_file: Path) -> None:
    key_file.write_text('{"keys": [')
    os.utime(key_file, ns=(1, 1))
    assert tokens.principal(make_token()) == Person("eric")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"keys": []}', '{"keys": [{"kty": "?"}]}'])
def test_a_key_file_without_keys_is_an_error_at_the_start(tmp_path: Path, text: str) -> None:
    (tmp_path / "jwks.json").write_text(text)
    with pytest.raises(KeysUnavailable):
        load_keys(str(tmp_path / "jwks.json"))


def test_keys_that_cannot_be_fetched_are_reported_as_busy() -> None:
    tokens = TokenVerifier(load_keys("http://127.0.0.1:1/jwks.json"), ISSUER, AUDIENCE)
    with pytest.raises(Busy):
        tokens.principal(make_token())


@pytest.mark.parametrize(
    "principal",
    [Person("eric"), Deployment(sub="d", app="shop", owner="eric", documents=frozenset({"eric/a.md"}))],
)
def test_a_development_token_is_accepted_by_every_process(tmp_path: Path, principal: Principal) -> None:
    token = DevelopmentSigner(tmp_path).token(principal)
    assert DevelopmentSigner(tmp_path).verifier().principal(token) == principal


def test_only_its_owner_can_read_the_development_key(tmp_path: Path) -> None:
    DevelopmentSigner(tmp_path / "keys")
    (key,) = (tmp_path / "keys").iterdir()
    assert key.stat().st_mode & 0o777 == 0o600


def test_another_machines_development_token_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unauthenticated):
        DevelopmentSigner(tmp_path / "a").verifier().principal(DevelopmentSigner(tmp_path / "b").token(Person("eric")))


def test_no_token_is_signed_for_an_invalid_name(tmp_path: Path) -> None:
    with pytest.raises(Unauthenticated):
        DevelopmentSigner(tmp_path).token(Person("../maria"))


def test_a_refusal_of_wrong_documents_names_the_claim(tokens: TokenVerifier) -> None:
    with pytest.raises(Unauthenticated, match=r"^The token's `documents` is not a list of paths"):
        tokens.principal(make_token(**DEPLOYMENT, documents="eric/a.md"))

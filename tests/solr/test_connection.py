"""New connections are checked: a Solr that is still replaying its update log gets no requests."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from helpers.stub_server import Behaviour, Handler, StubServer, answer_json

from contents_service.errors import IndexUnavailable
from contents_service.solr.client import QueryRefused, SolrClient
from contents_service.solr.connection import LOG_REPLAYED, state_of_log
from contents_service.solr.failover import Nodes

NOTHING_FOUND: dict[str, Any] = {"response": {"docs": []}}
CORE_IS_OPEN = answer_json({})


class KeepAliveHandler(Handler):
    """A handler that answers several requests over one connection."""

    protocol_version = "HTTP/1.1"


@contextmanager
def stub_solr(metrics: Behaviour, core: Behaviour = CORE_IS_OPEN) -> Iterator[StubServer]:
    """A stub of Solr that finds nothing, with these responses for its metrics and for its core."""

    def behave(handler: Handler) -> None:
        check = metrics if "metrics" in handler.path else core
        (check if handler.command == "GET" else answer_json(NOTHING_FOUND))(handler)

    with StubServer(behave) as service:
        service.RequestHandlerClass = KeepAliveHandler
        yield service


def client_of(*urls: str) -> SolrClient:
    return SolrClient(Nodes(urls), "contents", timeout_s=5.0, connections=1)


def log_state(state: int) -> Behaviour:
    return answer_json({"metrics": {state_of_log("contents"): state}})


def in_sequence(*behaviours: Behaviour) -> Behaviour:
    remaining = list(behaviours)

    def behave(handler: Handler) -> None:
        remaining.pop(0)(handler)

    return behave


def test_a_connection_is_checked_once_and_not_for_each_query() -> None:
    with stub_solr(log_state(LOG_REPLAYED)) as service:
        client = client_of(service.url)
        assert [client.query({"q": "x"}) for _ in range(3)] == [NOTHING_FOUND] * 3
    assert [path.partition("?")[0] for path, _, _ in service.requests] == [
        "/contents/get",
        "/admin/metrics",
        *["/contents/select"] * 3,
    ]


@pytest.mark.parametrize("state", range(LOG_REPLAYED))
def test_a_solr_gets_no_query_while_it_replays_its_log(state: int) -> None:
    with stub_solr(in_sequence(log_state(state), log_state(LOG_REPLAYED))) as service:
        client = client_of(service.url)
        with pytest.raises(IndexUnavailable):
            client.query({"q": "x"})
        assert not [path for path, _, _ in service.requests if "select" in path]
        assert client.query({"q": "x"}) == NOTHING_FOUND


def test_a_solr_gets_no_query_while_its_core_is_opening() -> None:
    with stub_solr(log_state(LOG_REPLAYED), core=in_sequence(answer_json({}, 503), CORE_IS_OPEN)) as service:
        client = client_of(service.url)
        with pytest.raises(IndexUnavailable):
            client.query({"q": "x"})
        assert not [path for path, _, _ in service.requests if "select" in path]
        assert client.query({"q": "x"}) == NOTHING_FOUND


@pytest.mark.parametrize(
    "metrics",
    [
        answer_json({}, 401),
        answer_json({}, 404),
        answer_json({}, 500),
        answer_json({"metrics": {}}),
        answer_json([]),
        answer_json({"metrics": 3}),
    ],
)
def test_a_solr_that_does_not_report_the_state_of_its_log_is_queried(metrics: Behaviour) -> None:
    with stub_solr(metrics) as service:
        assert client_of(service.url).query({"q": "x"}) == NOTHING_FOUND


def test_one_of_several_nodes_is_not_checked() -> None:
    with stub_solr(log_state(0)) as one, stub_solr(log_state(0)) as other:
        assert client_of(one.url, other.url).query({"q": "x"}) == NOTHING_FOUND


def test_a_connection_over_tls_is_checked_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tls, certificate = tls_for_localhost(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with stub_solr(in_sequence(log_state(0), log_state(LOG_REPLAYED))) as service:
        service.socket = tls.wrap_socket(service.socket, server_side=True)
        client = client_of(f"https://localhost:{service.server_address[1]}")
        with pytest.raises(IndexUnavailable):
            client.query({"q": "x"})
        assert client.query({"q": "x"}) == NOTHING_FOUND
    assert [path for path, _, _ in service.requests if "select" in path] == ["/contents/select?wt=json"]


def tls_for_localhost(folder: Path) -> tuple[ssl.SSLContext, Path]:
    """Return the TLS context of a server named localhost, and the certificate file for its clients."""
    key, name = (
        ec.generate_private_key(ec.SECP256R1()),
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")]),
    )
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = folder / "localhost.pem"
    plain = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(plain + signed.public_bytes(Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context, file


def test_neither_questions_nor_answers_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", "pysolr")
    refuse = answer_json({"error": {"msg": "secret answer"}}, 400)
    with StubServer(refuse) as service, pytest.raises(QueryRefused) as refused:
        client_of(service.url, service.url).query({"q": "secret question"})  # of two nodes none is checked
    assert "secret" not in caplog.text + str(refused.value)
    assert not [path for path, _, _ in service.requests if "secret" in path]

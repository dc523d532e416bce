"""Errors are problem responses with a stable code that reveal nothing the caller may not know."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
import structlog
from helpers.memory_index import MemoryIndex
from helpers.shop import BASE, DOCUMENTS, ERIC, Shop, code_of
from structlog.testing import capture_logs

from contents_service.errors import Busy, IndexUnavailable
from contents_service.index.scope_snapshot import ScopeSnapshot
from contents_service.model import Scope

PASSAGES = f"{BASE}/apps/shop/passages"


class UnavailableIndex(MemoryIndex):
    """An index that fails with this error."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self._error = error

    def is_ready(self) -> bool:
        return False

    def scope_snapshot(self, scope: Scope) -> ScopeSnapshot:
        raise self._error


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer ", "Basic ZXJpYw==", "Bearer a.b.c", "Bearer ü"])
def test_a_request_without_a_valid_token_is_refused(shop: Shop, header: str | None) -> None:
    headers = {} if header is None else {"Authorization": header}
    for url in (DOCUMENTS, f"{BASE}/home?limit=wrong"):
        response = shop.request("GET", url, None, headers=headers)
        assert code_of(response) == (401, "unauthenticated")
        assert response.headers["WWW-Authenticate"].startswith("Bearer")


def test_the_session_cookie_gives_no_access_to_the_api(shop: Shop) -> None:
    client = shop.app.test_client()
    client.set_cookie("contents_session", "anything")
    assert code_of(client.get(DOCUMENTS)) == (401, "unauthenticated")


@pytest.mark.parametrize(
    ("method", "url"), [("PUT", DOCUMENTS), ("GET", PASSAGES), ("OPTIONS", DOCUMENTS), ("POST", "/livez")]
)
def test_a_wrong_method_gets_the_allowed_methods(shop: Shop, method: str, url: str) -> None:
    response = shop.request(method, url)
    assert code_of(response) == (405, "method_not_allowed")
    assert response.headers["Allow"]


@pytest.mark.parametrize(
    "url", ["/", "/api", f"{DOCUMENTS}/", f"{BASE}//home", f"{BASE}/apps/a%2Fb/documents", "/apps"]
)
def test_an_unknown_address_is_not_found(shop: Shop, url: str) -> None:
    assert code_of(shop.request("GET", url)) == (404, "not_found")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/yaml"])
def test_a_body_of_another_media_type_is_refused(shop: Shop, kind: str) -> None:
    response = shop.request("POST", PASSAGES, data=b"{}", headers={"Content-Type": kind})
    assert code_of(response) == (415, "unsupported_media_type")


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff", b'{"question": NaN}', b'{"question": "\\ud800", "documents": []}', b"[" * 100_000],
    ids=["empty", "cut", "not utf-8", "not a number", "lone surrogate", "deep"],
)
def test_a_body_that_is_not_json_is_refused(shop: Shop, body: bytes) -> None:
    response = shop.request("POST", PASSAGES, data=body, headers={"Content-Type": "application/json"})
    assert code_of(response) == (400, "invalid_request")


def test_a_body_over_the_limit_is_refused(shop: Shop) -> None:
    response = shop.request("POST", PASSAGES, json={"question": "x" * 2_000_001, "documents": []})
    assert code_of(response) == (413, "too_big")


def test_the_body_of_a_refused_request_is_drained_so_that_the_sender_gets_the_response(shop: Shop) -> None:
    for caller, status, bytes_read in ((ERIC, 413, 1_500_000), (None, 401, 0)):
        body = BytesIO(b"x" * 1_500_000)
        response = shop.request(
            "PUT",
            f"{DOCUMENTS}/upload?path=eric/big.md",
            caller,
            input_stream=body,
            content_length=1_500_000,
            environ_overrides={"wsgi.input_terminated": True},
        )
        assert (response.status_code, body.tell()) == (status, bytes_read)


@pytest.mark.parametrize(
    ("url", "pointer"),
    [
        (f"{DOCUMENTS}?limit=0", "/limit"), (f"{DOCUMENTS}?limit=many", "/limit"), (f"{DOCUMENTS}?limit=1.5", "/limit"),
        (f"{DOCUMENTS}?limit=99999999999", "/limit"), (f"{DOCUMENTS}?state=gone", "/state"),
        (f"{DOCUMENTS}?cursor=%C3%BC", "/cursor"),
        (f"{BASE}/apps/{'a' * 201}/documents", "/app_uid"), (f"{BASE}/home?path=", "/path"),
    ],
)  # fmt: skip
def test_an_invalid_parameter_is_named(shop: Shop, url: str, pointer: str) -> None:
    response = shop.request("GET", url)
    assert code_of(response) == (400, "invalid_request")
    assert response.json["pointers"] == [pointer]


def test_an_upload_requires_a_path(shop: Shop) -> None:
    assert shop.request("PUT", f"{DOCUMENTS}/upload", data=b"x").json["pointers"] == ["/path"]


@pytest.mark.parametrize(("error", "code"), [(IndexUnavailable("away"), "index_unavailable"), (Busy("full"), "busy")])
def test_an_unavailable_service_says_when_to_try_again(tmp_path: Path, error: Exception, code: str) -> None:
    response = Shop(tmp_path, UnavailableIndex(error)).request("GET", DOCUMENTS)
    assert code_of(response) == (503, code)
    assert int(response.headers["Retry-After"]) > 0


def test_an_unexpected_error_is_logged_without_its_message(tmp_path: Path) -> None:
    shop = Shop(tmp_path, UnavailableIndex(RuntimeError("Maria hides the key under the doormat")))
    with capture_logs() as logs:
        response = shop.request("GET", DOCUMENTS)
    assert code_of(response) == (500, "internal_error")
    (entry,) = [line for line in logs if line["event"] == "unexpected"]
    assert entry["error"] == "RuntimeError"
    assert "doormat" not in response.text + str(logs)


def test_a_request_keeps_a_valid_request_id_or_gets_a_new_one(shop: Shop) -> None:
    assert shop.request("GET", "/livez", None, headers={"X-Request-Id": "a-1.b"}).headers["X-Request-Id"] == "a-1.b"
    generated = [
        shop.request("GET", "/livez", None, headers={"X-Request-Id": "two words"}).headers["X-Request-Id"] for _ in "ab"
    ]
    assert len(set(generated)) == 2
    refused = shop.request("GET", DOCUMENTS, None, headers={"X-Request-Id": "a-2"})
    assert refused.json["request_id"] == "a-2"


def test_the_request_id_is_unbound_after_the_request(shop: Shop) -> None:
    assert shop.request("GET", "/livez", None, headers={"X-Request-Id": "a-1"}).status_code == 200
    assert "request_id" not in structlog.contextvars.get_contextvars()


def test_neither_question_nor_path_is_logged(shop: Shop) -> None:
    with capture_logs() as logs:
        shop.request("GET", f"{BASE}/home?path=eric/support")
        shop.search("doormat", ["eric/support/guide.md"])
    assert [line["operation"] for line in logs if line["event"] == "request"] == ["list_home", "search_passages"]
    assert "doormat" not in str(logs)
    assert "support" not in str(logs)


def test_the_service_is_alive_and_reports_whether_it_is_ready(shop: Shop, tmp_path: Path) -> None:
    for url in ("/livez", "/readyz"):
        assert shop.request("GET", url, None).json == {"status": "ok"}
    away = Shop(tmp_path / "away", UnavailableIndex(IndexUnavailable("away")))
    assert away.request("GET", "/livez", None).status_code == 200
    assert code_of(away.request("GET", "/readyz", None)) == (503, "index_unavailable")
    shop.services.stopping.set()
    assert shop.request("GET", "/livez", None).status_code == 200
    assert code_of(shop.request("GET", "/readyz", None)) == (503, "busy")


def test_in_development_other_host_names_are_refused(shop: Shop) -> None:
    response = shop.app.test_client().get("/livez", headers={"Host": "rebound.example"})
    assert response.status_code == 400

"""Each access decision leaves one line in the audit log: who was allowed or denied what, and no content."""

from __future__ import annotations

import json
from io import BytesIO, StringIO
from typing import Any

import pytest
import structlog
from helpers.operations import operations
from helpers.pages import submit
from helpers.shop import BASE, DOCUMENTS, ERIC, MARIA, SHOP_DEPLOYMENT, Shop
from structlog.testing import capture_logs
from werkzeug.test import Client

from contents_service.identity.audit import AUDIT_LOGGER
from contents_service.logs import set_up_logs
from contents_service.model import Principal

GUIDE, MISSING = "eric/support/guide.md", "0" * 32
FIELDS = {
    "logger", "who", "kind", "owner", "app", "operation", "document", "decision", "reason", "event", "log_level",
}  # fmt: skip


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    return Shop(tmp_path_factory.mktemp("shop"))


def audit_request(
    shop: Shop, method: str, url: str, caller: Principal | None = ERIC, **options: Any
) -> list[dict[str, Any]]:
    with capture_logs() as logs:
        shop.request(method, url, caller, **options)
    return audit_lines(logs)


def audit_lines(logs: Any) -> list[dict[str, Any]]:
    lines = [dict(line) for line in logs if line.get("logger") == AUDIT_LOGGER]
    assert all(set(line) == FIELDS for line in lines)
    return lines


def select(lines: list[dict[str, Any]], *fields: str) -> list[tuple[Any, ...]]:
    return [tuple(line[field] for field in fields) for line in lines]


@pytest.mark.parametrize("caller", [ERIC, SHOP_DEPLOYMENT, None], ids=["person", "deployment", "anonymous"])
def test_every_operation_leaves_one_line_for_any_caller(shop: Shop, caller: Principal | None) -> None:
    token = {"Authorization": f"Bearer {shop.signer.token(caller)}"} if caller else {}
    for operation in operations():
        with capture_logs() as logs:
            Client(shop.app).open(operation.url(), method=operation.method, headers=token, **operation.body)
        (line,) = audit_lines(logs)
        assert line["operation"] == operation.name
        assert line["app"] == ("shop" if operation.is_for_app else None)
        assert line["document"] == MISSING or not operation.is_for_document
        assert (line["decision"] == "denied") == (line["reason"] in {"unauthenticated", "read_only", "not_found"})


def test_a_line_says_who_was_allowed_to_use_which_document(shop: Shop) -> None:
    document = shop.give(GUIDE)
    for caller, who, kind in ((ERIC, "eric", "person"), (SHOP_DEPLOYMENT, "shop-1", "deployment")):
        (line,) = audit_request(shop, "GET", f"{DOCUMENTS}/{document}", caller)
        assert select([line], "who", "kind", "owner") == [(who, kind, "eric")]
        assert select([line], "app", "document", "decision", "reason") == [("shop", document, "allowed", None)]


def test_a_line_says_who_was_denied_and_why(shop: Shop) -> None:
    document = shop.give(GUIDE)
    denied: list[tuple[Principal | None, str, str, str | None, str]] = [
        (MARIA, "GET", document, "maria", "not_found"),
        (SHOP_DEPLOYMENT, "DELETE", document, "shop-1", "read_only"),
        (None, "GET", document, None, "unauthenticated"),
    ]
    for caller, method, id_, who, reason in denied:
        lines = audit_request(shop, method, f"{DOCUMENTS}/{id_}", caller)
        assert select(lines, "who", "document", "decision", "reason") == [(who, id_, "denied", reason)]


def test_a_request_that_fails_for_another_reason_is_allowed_with_that_reason(shop: Shop) -> None:
    document = shop.give(GUIDE)
    lines = audit_request(shop, "DELETE", f"{DOCUMENTS}/{document}", headers={"If-Match": '"0"'})
    assert select(lines, "decision", "reason") == [("allowed", "changed_meanwhile")]


def test_giving_is_logged_with_the_id_of_the_document(shop: Shop) -> None:
    document = shop.give(GUIDE)
    form = {"file": (BytesIO(b"# Fee\n"), "fee.md")}
    assert select(audit_request(shop, "POST", DOCUMENTS, json={"path": GUIDE}), "document") == [(document,)]
    several = audit_request(shop, "POST", DOCUMENTS, json={"paths": [GUIDE, "maria/diary.md"]})
    assert select(several, "document", "decision", "reason") == [
        (document, "allowed", None),
        (None, "denied", "not_found"),
    ]
    for lines in (
        audit_request(shop, "PUT", f"{DOCUMENTS}/upload?path=eric/new.md", data=b"# New\n"),
        audit_request(shop, "POST", DOCUMENTS, data=form),
    ):
        assert len(lines[0]["document"]) == 32


def test_an_action_on_the_page_is_logged_for_each_document(shop: Shop) -> None:
    document, foreign = shop.give(GUIDE), shop.give("maria/diary.md", MARIA)
    with capture_logs() as logs:
        submit(shop, "documents/read", {"document": [document, foreign]})
    expected = [(document, "allowed", None), (foreign, "denied", "not_found")]
    assert select(audit_lines(logs), "document", "decision", "reason") == expected
    with capture_logs() as logs:
        submit(shop, "give", {"path": [GUIDE]})
    assert select(audit_lines(logs), "operation", "document") == [("give_chosen", document)]


def test_no_question_path_or_text_is_in_the_audit_log(shop: Shop) -> None:
    shop.write("eric/doormat/doormat.md", "# Doormat\nThe doormat hides the key.\n")
    with capture_logs() as logs:
        document = shop.give("eric/doormat/doormat.md")
        shop.search("doormat", ["eric/doormat/doormat.md"])
        submit(shop, "ask", {"question": "doormat"})
        shop.request("GET", f"{BASE}/home?path=eric/doormat")
        shop.request("POST", DOCUMENTS, json={"path": "eric/doormat/none.md"})
        shop.request("GET", f"{DOCUMENTS}/doormat/passages")
        shop.request("GET", f"{DOCUMENTS}/{document}/passages?cursor=doormat")
        shop.request("PUT", f"{DOCUMENTS}/upload?path=eric/doormat.md", data=b"doormat")
    lines = audit_lines(logs)
    assert len(lines) == 8
    assert "doormat" not in str(lines).lower()


def test_an_audit_line_is_json_with_the_request_id_and_its_own_logger(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = StringIO()
    monkeypatch.setattr("sys.stderr", written)
    set_up_logs(shop.services.settings)
    try:
        shop.request("GET", DOCUMENTS, headers={"X-Request-Id": "a-1"})
    finally:
        structlog.reset_defaults()
    (line,) = [line for line in map(json.loads, written.getvalue().splitlines()) if line.get("logger") == AUDIT_LOGGER]
    assert (line["request_id"], line["operation"], line["level"]) == ("a-1", "list_documents", "info")

"""Each decision leaves one line in the audit log, by which one can say later who was let at what, and nothing else."""

from __future__ import annotations

import json
from io import BytesIO, StringIO
from typing import Any

import pytest
import structlog
from helpers.operations import operations
from helpers.pages import submit
from helpers.shop import BASE, DOCUMENTS, ERIC, MARIA, SHOP, Shop
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


def decided(shop: Shop, method: str, url: str, caller: Principal | None = ERIC, **said: Any) -> list[dict[str, Any]]:
    with capture_logs() as logs:
        shop.request(method, url, caller, **said)
    return audited(logs)


def audited(logs: Any) -> list[dict[str, Any]]:
    lines = [dict(line) for line in logs if line.get("logger") == AUDIT_LOGGER]
    assert all(set(line) == FIELDS for line in lines)
    return lines


def of(lines: list[dict[str, Any]], *fields: str) -> list[tuple[Any, ...]]:
    return [tuple(line[field] for field in fields) for line in lines]


@pytest.mark.parametrize("caller", [ERIC, SHOP, None], ids=["person", "deployment", "nobody"])
def test_every_operation_leaves_one_line_whoever_asks(shop: Shop, caller: Principal | None) -> None:
    token = {"Authorization": f"Bearer {shop.signer.token(caller)}"} if caller else {}
    for operation in operations():
        with capture_logs() as logs:
            Client(shop.app).open(operation.url(), method=operation.method, headers=token, **operation.body)
        (line,) = audited(logs)
        assert line["operation"] == operation.name
        assert line["app"] == ("shop" if operation.is_for_app else None)
        assert line["document"] == MISSING or not operation.is_for_document
        assert (line["decision"] == "denied") == (line["reason"] in {"unauthenticated", "read_only", "not_found"})


def test_it_says_who_was_let_at_which_document(shop: Shop) -> None:
    document = shop.give(GUIDE)
    for caller, who, kind in ((ERIC, "eric", "person"), (SHOP, "shop-1", "deployment")):
        (line,) = decided(shop, "GET", f"{DOCUMENTS}/{document}", caller)
        assert of([line], "who", "kind", "owner") == [(who, kind, "eric")]
        assert of([line], "app", "document", "decision", "reason") == [("shop", document, "allowed", None)]


def test_it_says_who_was_not_and_why(shop: Shop) -> None:
    document = shop.give(GUIDE)
    tried: list[tuple[Principal | None, str, str, str | None, str]] = [
        (MARIA, "GET", document, "maria", "not_found"),
        (SHOP, "DELETE", document, "shop-1", "read_only"),
        (None, "GET", document, None, "unauthenticated"),
    ]
    for caller, method, named, who, reason in tried:
        lines = decided(shop, method, f"{DOCUMENTS}/{named}", caller)
        assert of(lines, "who", "document", "decision", "reason") == [(who, named, "denied", reason)]


def test_what_failed_for_another_reason_was_allowed_and_says_which(shop: Shop) -> None:
    document = shop.give(GUIDE)
    lines = decided(shop, "DELETE", f"{DOCUMENTS}/{document}", headers={"If-Match": '"0"'})
    assert of(lines, "decision", "reason") == [("allowed", "changed_meanwhile")]


def test_a_gift_is_told_by_the_id_of_its_document(shop: Shop) -> None:
    document = shop.give(GUIDE)
    form = {"file": (BytesIO(b"# Fee\n"), "fee.md")}
    assert of(decided(shop, "POST", DOCUMENTS, json={"path": GUIDE}), "document") == [(document,)]
    many = decided(shop, "POST", DOCUMENTS, json={"paths": [GUIDE, "maria/diary.md"]})
    assert of(many, "document", "decision", "reason") == [(document, "allowed", None), (None, "denied", "not_found")]
    for lines in (
        decided(shop, "PUT", f"{DOCUMENTS}/upload?path=eric/new.md", data=b"# New\n"),
        decided(shop, "POST", DOCUMENTS, data=form),
    ):
        assert len(lines[0]["document"]) == 32


def test_what_is_done_on_the_page_is_told_of_each_document(shop: Shop) -> None:
    document, foreign = shop.give(GUIDE), shop.give("maria/diary.md", MARIA)
    with capture_logs() as logs:
        submit(shop, "documents/read", {"document": [document, foreign]})
    expected = [(document, "allowed", None), (foreign, "denied", "not_found")]
    assert of(audited(logs), "document", "decision", "reason") == expected
    with capture_logs() as logs:
        submit(shop, "give", {"path": [GUIDE]})
    assert of(audited(logs), "operation", "document") == [("give_picked", document)]


def test_no_question_path_or_text_is_in_it_however_it_is_sent(shop: Shop) -> None:
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
    lines = audited(logs)
    assert len(lines) == 8
    assert "doormat" not in str(lines).lower()


def test_in_the_log_it_is_a_line_of_json_with_the_requests_id_and_a_name_to_be_routed_by(
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

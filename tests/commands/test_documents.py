"""The commands for documents show each document's state, and name those that failed."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

from contents_service.commands.documents import describe_document, remove
from contents_service.commands.support.client import Client, Json, RequestFailed

DOCUMENT: Json = {
    "id": "1",
    "path": "eric/a.md",
    "state": "read",
    "enabled": True,
    "passages": 1,
    "pages": None,
    "why": None,
    "unread": [],
    "reread": None,
    "original": "unchanged",
}
WHY = {"code": "damaged", "message": "It is damaged."}


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "read, 1 passage"),
        ({"passages": 2, "pages": 3, "enabled": False}, "read, 2 passages, 3 pages, turned off"),
        ({"state": "not_read", "passages": 0, "why": WHY}, "not read\n    It is damaged."),
        (
            {"state": "partly_read", "unread": [{"where": {"text": "Page 2"}, "message": "It is a picture."}]},
            "partly read, 1 passage\n    Not read: Page 2. It is a picture.",
        ),
        ({"reread": {"why": WHY}}, "read, 1 passage\n    Reading it again failed: It is damaged."),
        ({"original": "changed"}, "read, 1 passage\n    Changed since it was read."),
        ({"original": "missing"}, "read, 1 passage\n    No longer in the Home Folder."),
    ],
)
def test_a_document_is_described_with_its_state_and_problems(changes: Json, text: str) -> None:
    assert describe_document({**DOCUMENT, **changes}) == text


def test_a_document_that_fails_is_named_and_the_others_are_still_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    requests: list[tuple[str, str]] = []

    def call(_client: Client, method: str, path: str, **_options: Any) -> Json:
        requests.append((method, path))
        return {"documents": [DOCUMENT], "next": None}

    monkeypatch.setattr(Client, "call", call)

    result = CliRunner().invoke(remove, ["no/such.md", "eric/a.md", "--app", "shop", "--token", "t"])

    assert "no/such.md was not given to shop" in result.stderr
    assert "eric/a.md: removed with 1 passage" in result.stdout
    assert ("DELETE", "/documents/1") in requests
    assert (type(result.exception), str(result.exception)) == (
        RequestFailed,
        "1 of 2 failed; the reasons are above.",
    )

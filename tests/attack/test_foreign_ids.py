"""What is another's is told exactly like what does not exist: the same bytes, headers, and work of the index."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.factories import new_app_id
from helpers.listening import listen
from helpers.operations import Operation, operations
from helpers.shop import BASE, ERIC, MARIA, Shop
from werkzeug.test import Client, TestResponse

from contents_service.model import Deployment, Principal
from contents_service.solr.client import Request
from contents_service.solr.index import SolrIndex

pytestmark = pytest.mark.solr

MISSING = "0" * 32
OF_DOCUMENTS = [operation for operation in operations() if operation.is_for_document]


class Watched(Shop):
    """The service over a real Solr, in an application of its own, that counts what it asks the index."""

    def __init__(self, folder: Path, index: SolrIndex) -> None:
        super().__init__(folder, index)
        self.name, self.asked = new_app_id(), 0
        for client in (index._searching, index._writing):
            listen(client, self._count)

    def _count(self, _: Request) -> None:
        self.asked += 1

    def given(self, path: str, caller: Principal, app: str | None = None) -> str:
        url = f"{BASE}/apps/{app or self.name}/documents"
        response = self.request("POST", url, caller, json={"path": path})
        assert response.status_code in {200, 202}
        self.read_all()
        return str(response.json["id"])

    def tried(self, operation: Operation, document: str, caller: Principal) -> tuple[TestResponse, int]:
        before = self.asked
        token = {"Authorization": f"Bearer {self.signer.token(caller)}"}
        conditions = {"X-Request-Id": "same", "If-Match": "*", "If-None-Match": "*"}
        url = operation.url(self.name, document)
        reply = Client(self.app).open(url, method=operation.method, headers={**token, **conditions}, **operation.body)
        return reply, self.asked - before


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory, solr_url: str) -> Watched:
    return Watched(tmp_path_factory.mktemp("watched"), SolrIndex.at([solr_url]))


@pytest.fixture(scope="module")
def foreign(watched: Watched) -> dict[str, str]:
    """Documents' ids, and what looks like some, that are nothing to Eric in this application."""
    watched.given("eric/support/guide.md", ERIC)
    own = watched.given("eric/support/prices.md", ERIC)
    passages = watched.request("GET", f"{BASE}/apps/{watched.name}/documents/{own}/passages").json["passages"]
    removed = watched.given("eric/legal/lease.md", ERIC)
    watched.request("DELETE", f"{BASE}/apps/{watched.name}/documents/{removed}")
    return {
        "of another person": watched.given("maria/diary.md", MARIA),
        "of another app": watched.given("eric/support/guide.md", ERIC, app=new_app_id()),
        "removed": removed,
        "a passage": passages[0]["id"],
        "an outline": f"{passages[0]['version']}.outline",
        "in capitals": own.upper(),
        "with a parameter": f"{MISSING}&id={own}",
        "with another": f"{own}&fl=nothing",
        "with a fragment": f"{own}#",
        "with a comma": f"{MISSING},{own}",
        "with a macro": "${wt}",
        "with local parameters": "{!v=$id}",
        "of every character": "%&?#+\0\n\"'\\<>Ω🦀\u202e",
        "of no character": " ",
        "long": "f" * 4_000,
        "above": "..%2f..%2fadmin%2fcores",
    }


@pytest.mark.parametrize("operation", OF_DOCUMENTS, ids=lambda operation: operation.name)
@pytest.mark.parametrize("as_deployment", [False, True], ids=["person", "deployment"])
def test_a_foreign_id_is_told_to_the_byte_like_a_missing_one_and_costs_as_much(
    watched: Watched, foreign: dict[str, str], operation: Operation, *, as_deployment: bool
) -> None:
    caller: Principal = Deployment(sub="runs", app=watched.name, owner="eric") if as_deployment else ERIC
    watched.tried(operation, MISSING, caller)  # what is remembered of the scope is remembered now
    expected, requests = watched.tried(operation, MISSING, caller)
    assert expected.status_code == (403 if as_deployment and operation.method != "GET" else 404)
    for kind, document in foreign.items():
        told, asked = watched.tried(operation, document, caller)
        assert told.data == expected.data, kind
        assert told.headers.to_wsgi_list() == expected.headers.to_wsgi_list(), kind
        assert asked == requests, kind


def test_nothing_that_a_person_sees_changes_with_what_another_gives(watched: Watched, foreign: dict[str, str]) -> None:
    def seen() -> list[tuple[int, bytes, str | None]]:
        replies = [
            watched.request("GET", f"{BASE}/apps/{watched.name}/documents"),
            watched.request("GET", f"{BASE}/apps/{watched.name}/contents"),
            watched.request("GET", f"{BASE}/home"),
            watched.request(
                "POST",
                f"{BASE}/apps/{watched.name}/passages",
                json={"question": "doormat euros", "documents": ["maria/diary.md", "eric/support/prices.md"]},
            ),
        ]
        return [(each.status_code, _without_time(each.data), each.headers.get("ETag")) for each in replies]

    before = seen()
    assert [status for status, _, _ in before] == [200] * 4
    watched.write("maria/more.md", "# Doormats\nA doormat costs nine euros.\n")
    watched.given("maria/more.md", MARIA)
    assert seen() == before


def test_a_list_that_another_person_saw_is_not_unchanged_to_oneself(watched: Watched, foreign: dict[str, str]) -> None:
    url = f"{BASE}/apps/{watched.name}/documents"
    theirs = watched.request("GET", url, MARIA).headers["ETag"]
    assert watched.request("GET", url, MARIA, headers={"If-None-Match": theirs}).status_code == 304
    assert watched.request("GET", url, ERIC, headers={"If-None-Match": theirs}).status_code == 200


def _without_time(body: bytes) -> bytes:
    return re.sub(rb'"took_ms":[\d.]+', b"", body)

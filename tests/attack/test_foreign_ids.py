"""Another person's document looks exactly like a missing one: same bytes, headers, and number of requests to Solr."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.factories import new_app_id
from helpers.observed_solr import observed_index
from helpers.operations import Operation, operations
from helpers.shop import BASE, ERIC, MARIA, Shop
from requests import PreparedRequest
from werkzeug.test import Client, TestResponse

from contents_service.model import Deployment, Principal

pytestmark = pytest.mark.solr

MISSING = "0" * 32
DOCUMENT_OPERATIONS = [operation for operation in operations() if operation.is_for_document]


class CountingShop(Shop):
    """The service over a real Solr, in a new application; it counts the requests to Solr."""

    def __init__(self, folder: Path, solr_url: str) -> None:
        super().__init__(folder, observed_index(solr_url, self._count))
        self.app_id, self.solr_requests = new_app_id(), 0

    def _count(self, _: PreparedRequest) -> None:
        self.solr_requests += 1

    def give_to_app(self, path: str, caller: Principal, app: str | None = None) -> str:
        url = f"{BASE}/apps/{app or self.app_id}/documents"
        response = self.request("POST", url, caller, json={"path": path})
        assert response.status_code in {200, 202}
        self.read_all()
        return str(response.json["id"])

    def try_operation(self, operation: Operation, document: str, caller: Principal) -> tuple[TestResponse, int]:
        before = self.solr_requests
        headers = {
            "Authorization": f"Bearer {self.signer.token(caller)}",
            "X-Request-Id": "same",  # responses repeat it
            "If-Match": "*",
            "If-None-Match": "*",
        }
        url = operation.url(self.app_id, document)
        reply = Client(self.app).open(url, method=operation.method, headers=headers, **operation.body)
        return reply, self.solr_requests - before


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory, solr_url: str) -> CountingShop:
    return CountingShop(tmp_path_factory.mktemp("shop"), solr_url)


@pytest.fixture(scope="module")
def foreign(shop: CountingShop) -> dict[str, str]:
    """Strings that name no document of Eric's in this application: ids of other things, and malformed ids."""
    shop.give_to_app("eric/support/guide.md", ERIC)
    own = shop.give_to_app("eric/support/prices.md", ERIC)
    passages = shop.request("GET", f"{BASE}/apps/{shop.app_id}/documents/{own}/passages").json["passages"]
    removed = shop.give_to_app("eric/legal/lease.md", ERIC)
    shop.request("DELETE", f"{BASE}/apps/{shop.app_id}/documents/{removed}")
    return {
        "of another person": shop.give_to_app("maria/diary.md", MARIA),
        "of another app": shop.give_to_app("eric/support/guide.md", ERIC, app=new_app_id()),
        "removed": removed,
        "a passage": passages[0]["id"],
        "an outline": f"{passages[0]['version']}.outline",
        "in capitals": own.upper(),
        "with a parameter": f"{MISSING}&id={own}",
        "with another parameter": f"{own}&fl=nothing",
        "with a fragment": f"{own}#",
        "with a comma": f"{MISSING},{own}",
        "with a macro": "${wt}",
        "with local parameters": "{!v=$id}",
        "special characters": "%&?#+\0\n\"'\\<>Ω🦀\u202e",
        "a space": " ",
        "long": "f" * 4_000,
        "a path traversal": "..%2f..%2fadmin%2fcores",
    }


@pytest.mark.parametrize("operation", DOCUMENT_OPERATIONS, ids=lambda operation: operation.name)
@pytest.mark.parametrize("as_deployment", [False, True], ids=["person", "deployment"])
def test_a_foreign_id_gets_the_same_response_as_a_missing_one_at_the_same_cost(
    shop: CountingShop, foreign: dict[str, str], operation: Operation, *, as_deployment: bool
) -> None:
    caller: Principal = Deployment(sub="runs", app=shop.app_id, owner="eric") if as_deployment else ERIC
    shop.try_operation(operation, MISSING, caller)  # this loads the snapshot of the scope
    expected, expected_requests = shop.try_operation(operation, MISSING, caller)
    assert expected.status_code == (403 if as_deployment and operation.method != "GET" else 404)
    for kind, document in foreign.items():
        response, solr_requests = shop.try_operation(operation, document, caller)
        assert response.data == expected.data, kind
        assert response.headers.to_wsgi_list() == expected.headers.to_wsgi_list(), kind
        assert solr_requests == expected_requests, kind


@pytest.mark.usefixtures("foreign")
def test_nothing_a_person_sees_changes_when_another_person_gives_a_document(shop: CountingShop) -> None:
    def responses() -> list[tuple[int, bytes, str | None]]:
        replies = [
            shop.request("GET", f"{BASE}/apps/{shop.app_id}/documents"),
            shop.request("GET", f"{BASE}/apps/{shop.app_id}/contents"),
            shop.request("GET", f"{BASE}/home"),
            shop.request(
                "POST",
                f"{BASE}/apps/{shop.app_id}/passages",
                json={"question": "doormat euros", "documents": ["maria/diary.md", "eric/support/prices.md"]},
            ),
        ]
        return [(each.status_code, _without_time(each.data), each.headers.get("ETag")) for each in replies]

    before = responses()
    assert [status for status, _, _ in before] == [200] * 4
    shop.write("maria/more.md", "# Doormats\nA doormat costs nine euros.\n")
    shop.give_to_app("maria/more.md", MARIA)
    assert responses() == before


@pytest.mark.usefixtures("foreign")
def test_the_etag_of_another_persons_list_never_matches_ones_own(shop: CountingShop) -> None:
    url = f"{BASE}/apps/{shop.app_id}/documents"
    theirs = shop.request("GET", url, MARIA).headers["ETag"]
    assert shop.request("GET", url, MARIA, headers={"If-None-Match": theirs}).status_code == 304
    assert shop.request("GET", url, ERIC, headers={"If-None-Match": theirs}).status_code == 200


def _without_time(body: bytes) -> bytes:
    return re.sub(rb'"took_ms":[\d.]+', b"", body)

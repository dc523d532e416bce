"""Giving, listing, changing and removing documents over HTTP. `Shop` checks each response against `openapi.yaml`."""

from __future__ import annotations

import json
from hashlib import sha256
from io import BytesIO
from typing import Any

import pytest
import yaml
from helpers.shop import BASE, DOCUMENTS, ERIC, FILES, MARIA, SHOP_DEPLOYMENT, Shop, code_of

from contents_service.model import Deployment

GUIDE, PRICES, LEASE, SCAN = "eric/support/guide.md", "eric/support/prices.md", "eric/legal/lease.md", "eric/scan.pdf"


def hash_of(path: str) -> str:
    return sha256(FILES[path].encode()).hexdigest()


def test_a_gift_is_acknowledged_before_it_is_read(shop: Shop) -> None:
    response = shop.request("POST", DOCUMENTS, json={"path": GUIDE})
    assert response.status_code == 202
    assert response.json["state"] == "reading"
    assert response.json["sha256"] == hash_of(GUIDE)
    shop.read_all()
    read = shop.request("GET", response.headers["Location"]).json
    assert (read["state"], read["passages"], read["title"]) == ("read", 2, "Returns")
    assert read["outline"][0]["heading"] == ["Returns"]


def test_giving_a_file_again_reads_it_again_only_if_it_changed(shop: Shop) -> None:
    first = shop.give(GUIDE)
    again = shop.request("POST", DOCUMENTS, json={"path": GUIDE})
    assert (again.status_code, again.json["id"]) == (200, first)
    shop.write(GUIDE, "# Returns\nWithin 60 days.\n")
    changed = shop.request("POST", DOCUMENTS, json={"path": GUIDE})
    assert (changed.status_code, changed.json["id"], changed.json["state"]) == (202, first, "reading")
    assert changed.json["read_at"]


def test_several_documents_are_given_at_once_and_those_that_fail_are_named(shop: Shop) -> None:
    response = shop.request("POST", DOCUMENTS, json={"paths": [GUIDE, "eric/none.md", "maria/diary.md", PRICES]})
    assert response.status_code == 202
    assert [document["path"] for document in response.json["documents"]] == [GUIDE, PRICES]
    problems = {problem["path"]: problem["code"] for problem in response.json["problems"]}
    assert problems == {"eric/none.md": "not_found", "maria/diary.md": "not_found"}


def test_waiting_for_a_document_that_is_read_ends_at_once(shop: Shop) -> None:
    shop.give(GUIDE)
    response = shop.request("POST", DOCUMENTS, json={"path": GUIDE}, headers={"Prefer": "respond-async, wait=30"})
    assert (response.status_code, response.headers["Preference-Applied"]) == (200, "wait=30")


def test_when_the_wait_is_over_the_document_is_returned_as_it_is(shop: Shop) -> None:
    response = shop.request("POST", DOCUMENTS, json={"path": GUIDE}, headers={"Prefer": "wait=0"})
    assert (response.status_code, response.json["state"]) == (202, "reading")


def test_an_upload_is_stored_in_the_home_folder_and_given(shop: Shop) -> None:
    response = shop.request("PUT", f"{DOCUMENTS}/upload?path=eric/new/fee.md", data=b"# Fee\nTen euros.\n")
    assert response.status_code == 202
    assert (shop.home / "eric/new/fee.md").read_bytes() == b"# Fee\nTen euros.\n"
    again = shop.request("PUT", f"{DOCUMENTS}/upload?path=eric/new/fee.md", data=b"# Fee\nTen euros.\n")
    assert (again.status_code, again.json["id"]) == (200, response.json["id"])


def test_an_upload_overwrites_a_different_file_only_with_its_hash(shop: Shop) -> None:
    url = f"{DOCUMENTS}/upload?path={GUIDE}"
    refused = shop.request("PUT", url, data=b"other")
    assert code_of(refused) == (409, "conflict")
    assert refused.json["sha256"] == hash_of(GUIDE)
    assert code_of(shop.request("PUT", url, data=b"other", headers={"If-Match": '"0"'})) == (412, "changed_meanwhile")
    assert code_of(shop.request("PUT", url, data=b"other", headers={"If-Match": "*"})) == (412, "changed_meanwhile")
    replaced = shop.request("PUT", url, data=b"other", headers={"If-Match": f'"{refused.json["sha256"]}"'})
    assert replaced.status_code == 202
    assert (shop.home / GUIDE).read_bytes() == b"other"


@pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded", "text/plain"])
def test_an_upload_of_any_media_type_is_stored_unchanged(shop: Shop, kind: str) -> None:
    response = shop.request(
        "PUT", f"{DOCUMENTS}/upload?path=eric/a.json", data=b"{a=b&c", headers={"Content-Type": kind}
    )
    assert response.status_code == 202
    assert (shop.home / "eric/a.json").read_bytes() == b"{a=b&c"


def test_an_upload_over_the_limit_is_refused_and_leaves_nothing(shop: Shop) -> None:
    url = f"{DOCUMENTS}/upload?path=eric/big.md"
    assert code_of(shop.request("PUT", url, data=b"x" * 1_000_001)) == (413, "too_big")
    assert not (shop.home / "eric/big.md").exists()
    assert shop.request("PUT", url, data=b"x" * 1_000_000).status_code == 202


def test_a_form_uploads_one_file_into_a_folder(shop: Shop) -> None:
    form = {"file": (BytesIO(b"# Fee\nTen euros.\n"), "mine/fee.md"), "folder": "eric/support"}
    assert shop.request("POST", DOCUMENTS, data=form).json["path"] == "eric/support/fee.md"
    assert shop.request("POST", DOCUMENTS, data={"file": (BytesIO(b"x"), "top.md")}).json["path"] == "eric/top.md"
    elsewhere = {"file": (BytesIO(b"x"), "fee.md"), "folder": "maria"}
    assert code_of(shop.request("POST", DOCUMENTS, data=elsewhere)) == (404, "not_found")
    assert code_of(shop.request("POST", DOCUMENTS, data={"folder": "eric", "file": (BytesIO(b""), "")}))[0] == 400


def test_documents_are_listed_in_pages_and_by_state(shop: Shop) -> None:
    for path in (GUIDE, PRICES, LEASE, SCAN):
        shop.give(path)
    first = shop.request("GET", f"{DOCUMENTS}?limit=3").json
    second = shop.request("GET", f"{DOCUMENTS}?limit=3&cursor={first['next']}").json
    paths = [document["path"] for document in first["documents"] + second["documents"]]
    assert (paths, second["next"]) == ([GUIDE, PRICES, LEASE, SCAN], None)
    (scan,) = shop.request("GET", f"{DOCUMENTS}?state=not_read").json["documents"]
    assert (scan["path"], scan["why"]["code"]) == (SCAN, "scanned")


def test_an_unchanged_list_or_document_is_not_modified(shop: Shop) -> None:
    document = shop.give(GUIDE)
    tags = {url: shop.request("GET", url).headers["ETag"] for url in (DOCUMENTS, f"{DOCUMENTS}/{document}")}
    for url, tag in tags.items():
        assert shop.request("GET", url, headers={"If-None-Match": tag}).status_code == 304
    assert shop.request("PATCH", f"{DOCUMENTS}/{document}", json={"enabled": False}).status_code == 200
    for url, tag in tags.items():
        assert shop.request("GET", url, headers={"If-None-Match": tag}).status_code == 200


def test_the_passages_of_a_document_are_listed_in_order(shop: Shop) -> None:
    url = f"{DOCUMENTS}/{shop.give(GUIDE)}/passages"
    first = shop.request("GET", f"{url}?limit=1").json
    second = shop.request("GET", f"{url}?limit=1&cursor={first['next']}").json
    assert [passage["number"] for passage in first["passages"] + second["passages"]] == [1, 2]
    assert second["next"] is None
    assert first["passages"][0]["citation"] == "(guide.md, Returns, line 2)"


def test_a_document_is_turned_off_and_on(shop: Shop) -> None:
    url = f"{DOCUMENTS}/{shop.give(GUIDE)}"
    assert shop.request("PATCH", url, json={"enabled": False}).json["enabled"] is False
    assert shop.search("opened boxes", [GUIDE])["status"] == "nothing_given"
    assert shop.request("PATCH", url, json={"enabled": True}).json["enabled"] is True
    assert shop.search("opened boxes", [GUIDE])["status"] == "found"


def test_a_document_is_read_with_the_chosen_encoding(shop: Shop) -> None:
    url = f"{DOCUMENTS}/{shop.give(GUIDE)}"
    assert shop.request("PATCH", url, json={"encoding": "cp1252"}).status_code == 202
    shop.read_all()
    assert shop.request("GET", url).json["encoding"] == "cp1252"
    assert code_of(shop.request("PATCH", url, json={"encoding": "no-such"})) == (400, "invalid_request")


def test_a_document_is_read_again(shop: Shop) -> None:
    url = f"{DOCUMENTS}/{shop.give(GUIDE)}"
    assert shop.request("POST", f"{url}/read").status_code == 202
    (shop.home / GUIDE).unlink()
    shop.read_all()
    document = shop.request("GET", url).json
    assert (document["state"], document["reread"]["why"]["code"], document["original"]) == (
        "read",
        "missing",
        "missing",
    )


def test_a_document_is_removed_unless_it_has_changed(shop: Shop) -> None:
    url = f"{DOCUMENTS}/{shop.give(GUIDE)}"
    assert code_of(shop.request("DELETE", url, headers={"If-Match": '"old"'})) == (412, "changed_meanwhile")
    removed = shop.request("DELETE", url, headers={"If-Match": shop.request("GET", url).headers["ETag"]})
    assert (removed.status_code, removed.data) == (204, b"")
    for method, below in (("GET", ""), ("DELETE", ""), ("GET", "/passages"), ("POST", "/read")):
        assert code_of(shop.request(method, url + below)) == (404, "not_found")
    assert shop.request("GET", DOCUMENTS).json == {"documents": [], "next": None}


def test_the_contents_of_the_appspec_come_as_json_or_yaml(shop: Shop) -> None:
    shop.give(GUIDE)
    url = f"{BASE}/apps/shop/contents"
    assert shop.request("GET", url).json == {"contents": [GUIDE]}
    as_yaml = shop.request("GET", url, headers={"Accept": "application/yaml, application/json;q=0.5"})
    assert as_yaml.mimetype == "application/yaml"
    assert yaml.safe_load(as_yaml.text) == {"contents": [GUIDE]}
    assert as_yaml.headers["Vary"] == "Accept"


CHANGES = [
    ("POST", "", {"json": {"path": GUIDE}}),
    ("POST", "", {"json": {"paths": [GUIDE]}}),
    ("PUT", "/upload?path=eric/x.md", {"data": b"x"}),
    ("PATCH", "/{id}", {"json": {"enabled": False}}),
    ("POST", "/{id}/read", {}),
    ("DELETE", "/{id}", {}),
]


@pytest.mark.parametrize(("method", "below", "options"), CHANGES)
def test_a_deployment_changes_nothing(shop: Shop, method: str, below: str, options: dict[str, Any]) -> None:
    document = shop.give(GUIDE)
    url = f"{DOCUMENTS}{below.format(id=document)}"
    assert code_of(shop.request(method, url, SHOP_DEPLOYMENT, **options)) == (403, "read_only")
    elsewhere = Deployment(sub="other-1", app="other", owner="eric")
    assert code_of(shop.request(method, url, elsewhere, **options)) == (404, "not_found")


READS = [("GET", ""), ("GET", "/{id}"), ("GET", "/{id}/passages")]


@pytest.mark.parametrize(("method", "below"), READS)
def test_a_deployment_sees_what_its_owner_gave_its_application_only(shop: Shop, method: str, below: str) -> None:
    url = f"{DOCUMENTS}{below.format(id=shop.give(GUIDE))}"
    assert GUIDE in shop.request(method, url, SHOP_DEPLOYMENT).text
    elsewhere = shop.request(method, url, Deployment(sub="other-1", app="other", owner="eric"))
    assert code_of(elsewhere) == (404, "not_found")


@pytest.mark.parametrize(("method", "below", "options"), [*CHANGES[3:], *((*read, {}) for read in READS[1:])])
def test_another_persons_document_looks_like_a_missing_one(
    shop: Shop, method: str, below: str, options: dict[str, Any]
) -> None:
    theirs = shop.request(method, f"{DOCUMENTS}{below.format(id=shop.give(GUIDE))}", MARIA, **options)
    none = shop.request(method, f"{DOCUMENTS}{below.format(id='0' * 32)}", MARIA, **options)
    assert code_of(theirs) == code_of(none) == (404, "not_found")
    assert json.loads(theirs.data)["detail"] == json.loads(none.data)["detail"]


def test_a_person_does_not_see_what_another_gave_the_same_application(shop: Shop) -> None:
    shop.give(GUIDE, ERIC)
    assert shop.request("GET", DOCUMENTS, MARIA).json == {"documents": [], "next": None}

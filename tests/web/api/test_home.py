"""The Home Folder over HTTP."""

from __future__ import annotations

import pytest
from helpers.shop import BASE, SHOP_DEPLOYMENT, Shop, code_of

HOME = f"{BASE}/home"


def test_a_folder_lists_its_folders_and_whether_files_could_be_read(shop: Shop) -> None:
    entries = shop.request("GET", HOME).json["entries"]
    listed = [(entry["name"], entry["kind"], entry["readable"], entry["format"]) for entry in entries]
    assert listed == [
        ("legal", "folder", True, None),
        ("support", "folder", True, None),
        ("scan.pdf", "file", False, "pdf"),
    ]
    assert entries[2]["why"]["code"] == "scanned"


def test_a_folder_is_listed_in_pages(shop: Shop) -> None:
    first = shop.request("GET", f"{HOME}?path=eric/support&limit=1").json
    second = shop.request("GET", f"{HOME}?path=eric/support&limit=1&cursor={first['next']}").json
    assert [page["entries"][0]["path"] for page in (first, second)] == [
        "eric/support/guide.md",
        "eric/support/prices.md",
    ]
    assert second["next"] is None


@pytest.mark.parametrize("path", ["maria", "eric/..", "eric/%2e%2e/maria", "/etc", "..", "eric/none", "eric/scan.pdf"])
def test_only_a_persons_own_folders_are_found(shop: Shop, path: str) -> None:
    assert code_of(shop.request("GET", f"{HOME}?path={path}")) == (404, "not_found")


def test_a_deployment_has_no_home_folder(shop: Shop) -> None:
    assert code_of(shop.request("GET", HOME, SHOP_DEPLOYMENT)) == (404, "not_found")

"""When an application gets a new owner, documents of the old owner stay with the old owner."""

from __future__ import annotations

from helpers.shop import BASE, DOCUMENTS, ERIC, MARIA, SHOP_DEPLOYMENT, Shop
from msgspec.structs import replace

from contents_service.model import Deployment

GUIDE, DIARY = "eric/support/guide.md", "maria/diary.md"
MARIAS_DEPLOYMENT = replace(SHOP_DEPLOYMENT, owner="maria")
QUESTION = "Within how many days may goods be returned?"


def listed_paths(shop: Shop, caller: Deployment) -> list[str]:
    return [document["path"] for document in shop.request("GET", DOCUMENTS, caller).json["documents"]]


def test_the_new_owner_sees_none_of_the_old_owners_documents(shop: Shop) -> None:
    document = shop.give(GUIDE)
    assert shop.search(QUESTION, [GUIDE], SHOP_DEPLOYMENT)["status"] == "found"

    answer = shop.search(QUESTION, [GUIDE], MARIAS_DEPLOYMENT)

    assert (answer["status"], answer["searched"], listed_paths(shop, MARIAS_DEPLOYMENT)) == ("nothing_given", [], [])
    for caller in (MARIAS_DEPLOYMENT, MARIA):
        assert shop.request("GET", f"{DOCUMENTS}/{document}", caller).status_code == 404
        assert shop.request("GET", f"{BASE}/apps/shop/contents", caller).json["contents"] == []


def test_each_owner_searches_only_their_own_documents(shop: Shop) -> None:
    shop.give(GUIDE)
    shop.give(DIARY, MARIA)

    found = shop.search("Where is the key hidden?", [GUIDE, DIARY], MARIAS_DEPLOYMENT)

    assert found["searched"] == [DIARY]
    assert shop.search(QUESTION, [GUIDE, DIARY], ERIC)["searched"] == [GUIDE]

"""When an application changes hands, what its old owner gave stays theirs."""

from __future__ import annotations

from pathlib import Path

from helpers.shop import BASE, DOCUMENTS, ERIC, MARIA, SHOP, Shop
from msgspec.structs import replace

from contents_service.model import Deployment

GUIDE, DIARY = "eric/support/guide.md", "maria/diary.md"
OF_MARIA = replace(SHOP, owner="maria")
QUESTION = "Within how many days may goods be returned?"


def listed(shop: Shop, caller: Deployment) -> list[str]:
    return [document["path"] for document in shop.request("GET", DOCUMENTS, caller).json["documents"]]


def test_for_its_new_owner_an_application_knows_nothing_of_what_the_old_one_gave(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    document = shop.give(GUIDE)
    assert shop.search(QUESTION, [GUIDE], SHOP)["status"] == "found"

    answer = shop.search(QUESTION, [GUIDE], OF_MARIA)

    assert (answer["status"], answer["searched"], listed(shop, OF_MARIA)) == ("nothing_given", [], [])
    for caller in (OF_MARIA, MARIA):
        assert shop.request("GET", f"{DOCUMENTS}/{document}", caller).status_code == 404
        assert shop.request("GET", f"{BASE}/apps/shop/contents", caller).json["contents"] == []


def test_what_the_new_owner_gives_answers_and_the_old_owner_keeps_theirs(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    shop.give(GUIDE)
    shop.give(DIARY, MARIA)

    found = shop.search("Where is the key hidden?", [GUIDE, DIARY], OF_MARIA)

    assert found["searched"] == [DIARY]
    assert shop.search(QUESTION, [GUIDE, DIARY], ERIC)["searched"] == [GUIDE]

"""Choosing an encoding, from the request to the reading and to the response."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.shop import DOCUMENTS, Shop

from contents_service.limits import Limits
from contents_service.parsing.sandbox.sandbox import Sandbox

GIVEN = "eric/notes.txt"


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    """A shop whose reader has a real sandbox."""
    sandbox = Sandbox(Limits())
    shop = Shop(tmp_path, sandbox=sandbox)
    (shop.home / GIVEN).write_bytes("Größe und Maße der Tür, im Café gemessen.".encode("cp1252"))
    yield shop
    sandbox.close()


def test_a_wrong_encoding_keeps_the_reading_and_a_right_one_replaces_it(shop: Shop) -> None:
    url = f"{DOCUMENTS}/{shop.give(GIVEN)}"

    shop.request("PATCH", url, json={"encoding": "utf-8"})
    shop.read_all()
    rejected = shop.request("GET", url).json
    shop.request("PATCH", url, json={"encoding": "cp1250"})
    shop.read_all()
    accepted = shop.request("GET", url).json

    assert (rejected["state"], rejected["encoding"]) == ("read", "cp1252")
    assert rejected["reread"]["why"]["code"] == "wrong_encoding"
    assert (accepted["state"], accepted["encoding"], accepted["reread"], accepted["notes"]) == (
        "read",
        "cp1250",
        None,
        [],
    )

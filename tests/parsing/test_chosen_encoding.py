"""Choosing an encoding, from the request to the reading and back."""

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


def test_an_encoding_that_does_not_fit_leaves_the_reading_and_one_that_does_replaces_it(shop: Shop) -> None:
    url = f"{DOCUMENTS}/{shop.give(GIVEN)}"

    shop.request("PATCH", url, json={"encoding": "utf-8"})
    shop.read_all()
    misfit = shop.request("GET", url).json
    shop.request("PATCH", url, json={"encoding": "cp1250"})
    shop.read_all()
    fit = shop.request("GET", url).json

    assert (misfit["state"], misfit["encoding"]) == ("read", "cp1252")
    assert misfit["reread"]["why"]["code"] == "wrong_encoding"
    assert (fit["state"], fit["encoding"], fit["reread"], fit["notes"]) == ("read", "cp1250", None, [])

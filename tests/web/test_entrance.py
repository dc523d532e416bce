"""The bare address of the service, which somebody may type."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.shop import Shop, code_of

from contents_service.settings import Settings

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_in_development_it_leads_to_signing_in(tmp_path: Path) -> None:
    response = Shop(tmp_path, settings=Settings(dev=True)).request("GET", "/", None, headers=BROWSER)
    assert (response.status_code, response.headers["Location"]) == (303, "/sign-in")


def test_elsewhere_it_says_where_the_page_is(tmp_path: Path) -> None:
    response = Shop(tmp_path, settings=Settings()).request("GET", "/", None, headers=BROWSER)
    assert response.status_code == 200
    assert "Open your application on the platform" in response.text
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]


@pytest.mark.parametrize("dev", [True, False])
def test_a_program_finds_nothing_there(tmp_path: Path, dev: bool) -> None:
    shop = Shop(tmp_path, settings=Settings(dev=dev))
    assert code_of(shop.request("GET", "/", None)) == (404, "not_found")

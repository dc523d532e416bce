"""The root address of the service, which a person may type into a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.shop import Shop, code_of

from contents_service.settings import Settings

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_in_development_the_root_redirects_to_sign_in(tmp_path: Path) -> None:
    response = Shop(tmp_path, settings=Settings(dev=True)).request("GET", "/", None, headers=BROWSER)
    assert (response.status_code, response.headers["Location"]) == (303, "/sign-in")


def test_in_production_the_root_says_where_the_page_is(tmp_path: Path) -> None:
    response = Shop(tmp_path, settings=Settings()).request("GET", "/", None, headers=BROWSER)
    assert response.status_code == 200
    assert "Open your application on the platform" in response.text
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]


@pytest.mark.parametrize("dev", [True, False])
def test_the_root_is_not_found_for_programs(tmp_path: Path, dev: bool) -> None:
    shop = Shop(tmp_path, settings=Settings(dev=dev))
    assert code_of(shop.request("GET", "/", None)) == (404, "not_found")

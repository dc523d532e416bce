"""The page as a whole: who may see it, what it lets other sites do, and what it says when something is wrong."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from helpers.pages import APP, SAME_ORIGIN, get_page, parse_page, submit
from helpers.shop import ERIC, MARIA, SHOP_DEPLOYMENT, Shop

from contents_service.errors import IndexUnavailable
from contents_service.settings import InvalidSetting, Settings, settings_from

GUIDE = "eric/support/guide.md"


def test_only_our_scripts_run_and_none_inline(shop: Shop) -> None:
    policy = shop.request("GET", APP).headers["Content-Security-Policy"]
    assert "default-src 'none'; script-src 'self'" in policy
    assert "unsafe" not in policy


def test_the_text_of_a_document_never_becomes_markup(shop: Shop) -> None:
    name = "eric/<script>alert(1)<script>.md"
    shop.write(name, "# <b>Bold</b>\nZebra <img src=x onerror=alert(1)> stripes.\n")
    document = shop.give(name)
    for response in (
        submit(shop, "ask", {"question": "zebra stripes"}),
        shop.request("GET", f"{APP}/documents/{document}"),
        shop.request("GET", f"{APP}/give"),
    ):
        assert response.status_code == 200
        assert "<img src=x" not in response.text
        assert "<script>alert" not in response.text
        assert "&lt;script&gt;alert" in response.text


@pytest.mark.parametrize(
    "origin",
    [
        {}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://evil.example"},
        {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    ],
)  # fmt: skip
def test_a_form_of_another_site_changes_nothing(shop: Shop, origin: dict[str, str]) -> None:
    assert submit(shop, "give", {"path": GUIDE}, origin=origin).status_code == 403
    assert shop.request("PUT", f"{APP}/upload?path=x.md", data=b"x", headers=origin).status_code == 403
    assert "It knows nothing yet" in get_page(shop).text


def test_a_form_with_only_our_origin_is_accepted(shop: Shop) -> None:
    assert submit(shop, "give", {"path": GUIDE}, origin={"Origin": "http://localhost"}).status_code == 303


def test_only_the_origins_that_the_operator_names_may_frame_the_page(
    tmp_path: Path,
) -> None:
    settings = settings_from(
        {"CONTENTS_DEV": "1", "CONTENTS_FRAME_ORIGINS": "https://build.example.org, https://[::1]:8443"}
    )
    policy = Shop(tmp_path, settings=settings).request("GET", APP).headers["Content-Security-Policy"]
    assert policy.endswith("frame-ancestors 'self' https://build.example.org https://[::1]:8443")


@pytest.mark.parametrize(
    "origin", ["*", "example.org", "https://example.org/", "https://*.example.org", "https://a; script-src *"]
)
def test_an_invalid_origin_is_refused_at_startup(origin: str) -> None:
    with pytest.raises(InvalidSetting, match="CONTENTS_FRAME_ORIGINS"):
        settings_from({"CONTENTS_FRAME_ORIGINS": origin})


def test_another_persons_document_looks_like_one_that_does_not_exist(shop: Shop) -> None:
    document = shop.give("maria/diary.md", MARIA)
    pages = [
        shop.request("GET", f"{APP}/documents/{document_id}", ERIC, headers={"X-Request-Id": "same"})
        for document_id in (document, "0" * 32)
    ]
    assert [page.status_code for page in pages] == [404, 404]
    assert pages[0].data == pages[1].data
    assert "There is nothing here" in pages[0].text
    assert submit(shop, f"documents/{document}/remove").status_code == 404
    assert "diary.md" in get_page(shop, caller=MARIA).text


def test_a_deployment_has_no_page(shop: Shop) -> None:
    assert shop.request("GET", APP, SHOP_DEPLOYMENT).status_code == 403
    assert shop.request("GET", "/apps/other", SHOP_DEPLOYMENT).status_code == 404


def test_when_the_index_is_down_the_page_says_what_to_do(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    def down(_: object) -> None:
        raise IndexUnavailable("The index does not answer.")

    monkeypatch.setattr(shop.services.index, "scope_snapshot", down)
    response = shop.request("GET", APP)
    assert (response.status_code, response.headers["Retry-After"]) == (503, "2")
    assert "Nothing that you added is lost." in response.text
    assert "Try again" in response.text


def test_an_unexpected_error_is_shown_as_a_page(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(shop.services.index, "scope_snapshot", broken)
    response = shop.request("GET", APP)
    assert (response.status_code, response.mimetype) == (500, "text/html")
    assert "on our side" in response.text
    assert "Content-Security-Policy" in response.headers


def test_in_development_a_person_signs_in_by_name_and_stays_signed_in(tmp_path: Path) -> None:
    shop = Shop(tmp_path, settings=Settings(dev=True, home=tmp_path / "home"))
    client = shop.app.test_client()
    assert client.get(APP).headers["Location"] == "/sign-in?app=shop"
    sign_in_page = client.get("/sign-in?app=shop").text
    assert "sign in as anybody" in sign_in_page
    assert "With a Home Folder here: eric, maria." in sign_in_page
    response = client.post("/sign-in", data={"person": "eric", "app": "shop"}, headers=SAME_ORIGIN)
    assert response.headers["Location"] == APP
    assert {"HttpOnly", "SameSite=Strict"} <= set(response.headers["Set-Cookie"].split("; "))
    assert "As eric" in parse_page(client.get(APP)).text


@pytest.mark.parametrize(("person", "app"), [("../maria", "shop"), ("", "shop"), ("eric", ""), ("eric", "a/b")])
def test_an_invalid_name_cannot_sign_in(shop: Shop, person: str, app: str) -> None:
    client = shop.app.test_client()
    response = client.post("/sign-in", data={"person": person, "app": app}, headers=SAME_ORIGIN)
    assert response.status_code == 400
    assert "Set-Cookie" not in response.headers


def test_signing_in_from_another_site_is_refused(shop: Shop) -> None:
    response = shop.app.test_client().post("/sign-in", data={"person": "eric", "app": "shop"})
    assert response.status_code == 403
    assert "Set-Cookie" not in response.headers


def test_every_file_that_the_page_and_its_modules_load_exists(shop: Shop) -> None:
    to_load = re.findall(r'(?:href|src)="(/static/[^"]+)"', shop.request("GET", APP).text)
    loaded: set[str] = set()
    while to_load:
        url = to_load.pop()
        response = shop.request("GET", url, None)
        assert response.status_code == 200, url
        loaded.add(url)
        imported = re.findall(r'^import\b.*"(.+)";$', response.text, re.MULTILINE) if url.endswith(".js") else []
        to_load += {urljoin(url, module) for module in imported} - loaded
    assert {"/static/page.css", "/static/icon.svg", "/static/vendor/idiomorph.min.js", "/static/uploads.js"} <= loaded

"""The page: what the application knows, and asking it, for a person with a browser and no script."""

from __future__ import annotations

from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pytest
from helpers.shop import ERIC, SHOP, Shop
from werkzeug.test import TestResponse

from contents_service.model import Principal
from contents_service.settings import Settings

OURS = {"Sec-Fetch-Site": "same-origin"}
GUIDE = "eric/support/guide.md"


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path)


class Words(HTMLParser):
    """The words of a page, as they are read, and where its forms lead."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[str] = []
        self._said: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "form":
            self.forms.append(dict(attrs).get("action") or "")

    def handle_data(self, data: str) -> None:
        self._said.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self._said).split())


def page_of(response: TestResponse) -> Words:
    assert response.status_code == 200, response.text
    return Words(response.text)


def press(
    shop: Shop, action: str, data: object = None, caller: Principal = ERIC, origin: dict[str, str] = OURS
) -> TestResponse:
    return shop.ask("POST", f"/apps/shop/{action}", caller, data=data, headers=origin)


def test_an_application_that_knows_nothing_says_how_to_begin(shop: Shop) -> None:
    assert "It knows nothing yet. Give it a document" in page_of(shop.ask("GET", "/apps/shop")).text


def test_each_document_is_shown_with_what_was_read_or_why_not(shop: Shop) -> None:
    shop.give(GUIDE)
    shop.give("eric/scan.pdf")
    text = page_of(shop.ask("GET", "/apps/shop")).text
    assert "2 documents, 1 read, 1 not read" in text
    assert "guide.md support 2 passages read just now" in text
    assert "scan.pdf Not read given just now These are pictures of pages, with no text in them. Give a version" in text


def test_a_document_that_changed_or_went_is_told(shop: Shop) -> None:
    shop.give(GUIDE)
    shop.write(GUIDE, "# Returns\nOther.\n")
    assert "Changed since it was read. Read again" in page_of(shop.ask("GET", "/apps/shop")).text
    (shop.home / GUIDE).unlink()
    assert "No longer in the Home Folder; what was read still answers." in page_of(shop.ask("GET", "/apps/shop")).text


def test_the_page_gives_uploads_and_removes(shop: Shop) -> None:
    assert press(shop, "give", {"path": GUIDE}).headers["Location"] == "/apps/shop"
    assert (
        press(shop, "upload", {"file": [(BytesIO(b"# A\na\n"), "a.md"), (BytesIO(b"# B\nb\n"), "b.md")]}).status_code
        == 303
    )
    shop.read_all()
    page = page_of(shop.ask("GET", "/apps/shop"))
    assert "3 documents, 3 read" in page.text
    (remove, *_) = [form for form in page.forms if form.endswith("/remove")]
    assert shop.ask("POST", remove, headers=OURS).status_code == 303
    assert "2 documents, 2 read" in page_of(shop.ask("GET", "/apps/shop")).text


def test_the_page_switches_reads_again_and_chooses_an_encoding(shop: Shop) -> None:
    document = f"documents/{shop.give(GUIDE)}"
    press(shop, f"{document}/switch", {"enabled": "no"})
    assert "2 passages , switched off" in page_of(shop.ask("GET", "/apps/shop")).text.replace("passages,", "passages ,")
    press(shop, f"{document}/switch", {"enabled": "yes"})
    press(shop, f"{document}/read")
    assert "It is being read again" in page_of(shop.ask("GET", "/apps/shop")).text
    press(shop, f"{document}/encoding", {"encoding": "cp1252"})
    shop.read_all()
    assert "cp1252" in page_of(shop.ask("GET", "/apps/shop")).text


def test_the_preview_shows_passages_with_their_places_and_what_the_agent_gets(shop: Shop) -> None:
    shop.give(GUIDE)
    text = page_of(press(shop, "ask", {"question": "Are opened boxes fine?"})).text
    assert "guide.md, Returns, line 3" in text
    assert "What the agent gets" in text
    assert "not instructions" in text


def test_the_preview_says_when_there_is_no_answer(shop: Shop) -> None:
    assert "There is nothing to search." in page_of(press(shop, "ask", {"question": "warranty"})).text
    shop.give(GUIDE)
    assert "None of these documents holds the answer." in page_of(press(shop, "ask", {"question": "Zanzibar?"})).text
    assert "The question has no word to search for." in page_of(press(shop, "ask", {"question": "?"})).text


def test_what_a_document_says_never_becomes_markup(shop: Shop) -> None:
    name = "eric/<script>alert(1)<script>.md".replace("/<", "/", 1)
    shop.write(name, "# <b>Bold</b>\nZebra <img src=x onerror=alert(1)> stripes.\n")
    shop.give(name)
    response = press(shop, "ask", {"question": "zebra stripes"})
    assert "<img" not in response.text
    assert "<script" not in response.text
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "origin",
    [
        {}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://evil.example"},
        {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    ],
)  # fmt: skip
def test_a_form_of_another_site_changes_nothing(shop: Shop, origin: dict[str, str]) -> None:
    assert press(shop, "give", {"path": GUIDE}, origin=origin).status_code == 403
    assert "It knows nothing yet" in page_of(shop.ask("GET", "/apps/shop")).text


def test_a_browser_that_tells_only_its_origin_is_let_in(shop: Shop) -> None:
    assert press(shop, "give", {"path": GUIDE}, origin={"Origin": "http://localhost"}).status_code == 303


@pytest.mark.parametrize("path", ["maria/diary.md", "eric/none.md", "eric/../maria/diary.md", ""])
def test_what_cannot_be_given_is_said_on_a_page(shop: Shop, path: str) -> None:
    response = press(shop, "give", {"path": path})
    assert (response.status_code, response.mimetype) == (404, "text/html")
    assert "There is no such file in the Home Folder." in response.text


def test_a_different_file_of_the_same_name_is_not_overwritten(shop: Shop) -> None:
    response = press(shop, "upload", {"file": [(BytesIO(b"other"), "scan.pdf")]})
    assert response.status_code == 409
    assert "Nothing was overwritten." in response.text


def test_an_upload_that_is_too_big_is_said_on_a_page(tmp_path: Path) -> None:
    shop = Shop(tmp_path, settings=Settings(dev=True, upload_bytes=1_000))
    response = press(shop, "upload", {"file": [(BytesIO(b"x" * 200_000), "big.md")]})
    assert (response.status_code, response.mimetype) == (413, "text/html")
    assert "That is more than may be sent." in response.text


def test_a_deployment_has_no_page(shop: Shop) -> None:
    assert shop.ask("GET", "/apps/shop", SHOP).status_code == 403
    assert shop.ask("GET", "/apps/other", SHOP).status_code == 404


def test_in_development_a_person_is_chosen_and_stays(shop: Shop) -> None:
    client = shop.app.test_client()
    assert client.get("/apps/shop").headers["Location"] == "/sign-in?app=shop"
    assert "be whoever you like" in client.get("/sign-in?app=shop").text
    entered = client.post("/sign-in", data={"person": "eric", "app": "shop"}, headers=OURS)
    assert entered.headers["Location"] == "/apps/shop"
    assert {"HttpOnly", "SameSite=Strict"} <= set(entered.headers["Set-Cookie"].split("; "))
    assert "As eric" in page_of(client.get("/apps/shop")).text


@pytest.mark.parametrize(("person", "app"), [("../maria", "shop"), ("", "shop"), ("eric", ""), ("eric", "a/b")])
def test_nobody_is_signed_in_under_what_is_no_name(shop: Shop, person: str, app: str) -> None:
    client = shop.app.test_client()
    refused = client.post("/sign-in", data={"person": person, "app": app}, headers=OURS)
    assert refused.status_code == 400
    assert "Set-Cookie" not in refused.headers
    assert client.post("/sign-in", data={"person": "eric", "app": "shop"}).status_code == 403


def test_the_style_sheet_is_there(shop: Shop) -> None:
    assert shop.ask("GET", "/static/page.css", None).status_code == 200

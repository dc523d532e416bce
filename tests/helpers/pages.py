"""The page without scripts: its text, where its forms and links lead, and submitting a form."""

from __future__ import annotations

from html.parser import HTMLParser

from werkzeug.test import TestResponse

from contents_service.model import Principal
from helpers.shop import ERIC, Shop

OURS = {"Sec-Fetch-Site": "same-origin"}
APP = "/apps/shop"


class Words(HTMLParser):
    """The text of a page, and the addresses of its forms, buttons and links."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.acts: list[str] = []
        self.links: list[str] = []
        self.marked: list[str] = []
        self._texts: list[str] = []
        self._open_tags: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.acts += [act for name in ("action", "formaction") if (act := attributes.get(name))]
        self.links += [attributes["href"] or ""] if tag == "a" and "href" in attributes else []
        self._open_tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._open_tags and self._open_tags.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        self._texts.append(data)
        if "mark" in self._open_tags:
            self.marked.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self._texts).split())


def page_of(response: TestResponse) -> Words:
    assert response.status_code == 200, response.text
    return Words(response.text)


def look(shop: Shop, where: str = "", caller: Principal = ERIC, **params: object) -> Words:
    """Return the page at an address below the application's."""
    return page_of(shop.ask("GET", f"{APP}{where}", caller, query_string=params))


def press(
    shop: Shop, action: str, data: object = None, caller: Principal = ERIC, origin: dict[str, str] = OURS
) -> TestResponse:
    """Submit a form and return the response."""
    return shop.ask("POST", f"{APP}/{action}", caller, data=data, headers=origin)


def pressed(shop: Shop, action: str, data: object = None) -> Words:
    """Submit a form and return the page that it redirects to."""
    response = press(shop, action, data)
    assert response.status_code == 303, response.text
    return page_of(shop.ask("GET", response.headers["Location"]))

"""The page as a browser without scripts sees it: its text, forms and links."""

from __future__ import annotations

from html.parser import HTMLParser

from werkzeug.test import TestResponse

from contents_service.model import Principal
from helpers.shop import ERIC, Shop

SAME_ORIGIN = {"Sec-Fetch-Site": "same-origin"}
APP = "/apps/shop"


class PageText(HTMLParser):
    """The text of a page, and the addresses of its forms, buttons and links."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.actions: list[str] = []
        self.links: list[str] = []
        self.marked: list[str] = []
        self._texts: list[str] = []
        self._open_tags: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.actions += [action for name in ("action", "formaction") if (action := attributes.get(name))]
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


def parse_page(response: TestResponse) -> PageText:
    assert response.status_code == 200, response.text
    return PageText(response.text)


def get_page(shop: Shop, where: str = "", caller: Principal = ERIC, **params: object) -> PageText:
    """Return the page at an address below the application's."""
    return parse_page(shop.request("GET", f"{APP}{where}", caller, query_string=params))


def submit(
    shop: Shop, action: str, data: object = None, caller: Principal = ERIC, origin: dict[str, str] = SAME_ORIGIN
) -> TestResponse:
    """Submit a form and return the response."""
    return shop.request("POST", f"{APP}/{action}", caller, data=data, headers=origin)


def submit_and_follow(shop: Shop, action: str, data: object = None) -> PageText:
    """Submit a form and return the page that it redirects to."""
    response = submit(shop, action, data)
    assert response.status_code == 303, response.text
    return parse_page(shop.request("GET", response.headers["Location"]))

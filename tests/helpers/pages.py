"""The page as a person without a script meets it: its words, where its forms and links lead, and pressing one."""

from __future__ import annotations

from html.parser import HTMLParser

from werkzeug.test import TestResponse

from contents_service.model import Principal
from helpers.shop import ERIC, Shop

OURS = {"Sec-Fetch-Site": "same-origin"}
APP = "/apps/shop"


class Words(HTMLParser):
    """The words of a page, as they are read, and where its forms, buttons and links lead."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.acts: list[str] = []
        self.links: list[str] = []
        self.marked: list[str] = []
        self._said: list[str] = []
        self._within: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        self.acts += [act for name in ("action", "formaction") if (act := said.get(name))]
        self.links += [said["href"] or ""] if tag == "a" and "href" in said else []
        self._within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._within and self._within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        self._said.append(data)
        if "mark" in self._within:
            self.marked.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self._said).split())


def page_of(response: TestResponse) -> Words:
    assert response.status_code == 200, response.text
    return Words(response.text)


def look(shop: Shop, where: str = "", caller: Principal = ERIC, **said: object) -> Words:
    """The page at an address below the application's."""
    return page_of(shop.ask("GET", f"{APP}{where}", caller, query_string=said))


def press(
    shop: Shop, action: str, data: object = None, caller: Principal = ERIC, origin: dict[str, str] = OURS
) -> TestResponse:
    """What a form leads to."""
    return shop.ask("POST", f"{APP}/{action}", caller, data=data, headers=origin)


def pressed(shop: Shop, action: str, data: object = None) -> Words:
    """The page that a form leads to after what it does."""
    response = press(shop, action, data)
    assert response.status_code == 303, response.text
    return page_of(shop.ask("GET", response.headers["Location"]))

"""Every state of the page, each produced as a person or an outside event would.

They serve two purposes: axe checks each (`test_page_for_everyone.py`), and `make screenshots` takes pictures of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager

from playwright.sync_api import FilePayload

from contents_service.web.page.picker import MAX_MATCHES
from helpers.browsing import HOMES, Visit, drag_files, paused
from helpers.pdf_making import LOREM, Picture, Shapes, Words, lines, locked, pdf
from helpers.polling import poll_until

State = Callable[[Visit], AbstractContextManager[None]]

SUPPORT = HOMES / "eric/support"
LONG_PAGES = 800
"""Pages of a PDF that takes some seconds to read, so that the page shows progress."""

QUESTION = "Within how many days may goods be returned?"


def partly_read_pdf() -> bytes:
    """Return a PDF with two scanned pages between pages of text."""
    first = [Words("Lease of the workshop", y=760, size=18, bold=True), *lines(LOREM * 3)]
    return pdf(first, [Picture()], [Picture()], lines(LOREM * 3), lines(LOREM * 2))


def undrawable_pdf() -> bytes:
    """Return a PDF that can be read but whose pages cannot be drawn."""
    return pdf([Words("Lease of the workshop", y=760, size=18), *lines(LOREM)]).replace(b"/Root 1 0 R", b"")


def visit_full_card(visit: Visit) -> dict[str, str]:
    """Visit an application with a document in every state of the card, and return the documents' ids by name.

    The first visit gives the documents; no state changes them.
    """
    visit.app = "everything"
    if not list(visit.client.documents()):
        _give_documents(visit)
    return {document["name"]: document["id"] for document in visit.client.documents()}


def _give_documents(visit: Visit) -> None:
    changed = visit.write("opening-hours.txt", "Open from nine to five.\n")
    missing = visit.write("old-prices.csv", "part,price\nwheel,80\n")
    unchanged = [
        visit.write("product-guide.md", (SUPPORT / "product-guide.md").read_bytes()),
        visit.write("returns-policy.pdf", (SUPPORT / "returns-policy.pdf").read_bytes()),
        visit.write("lease.pdf", partly_read_pdf()),
        visit.write("old-lease.pdf", undrawable_pdf()),
        visit.write("invoice-scan.pdf", pdf([Picture()], [Picture()])),
        visit.write("payroll.pdf", locked(pdf(lines(LOREM)), user="secret", owner="secret")),
        visit.write("drawing.pdf", pdf([Shapes(300)])),
        visit.write("price-list-2022.docx", (SUPPORT / "price-list-2022.docx").read_bytes()),
        visit.write("menu.txt", "Crème brûlée à la carte, déjà vu\n".encode("cp1252")),
        visit.write("a-very-long-name-of-a-document-that-somebody-gave-it-in-a-hurry-final-2 (copy).md", "# A\na\n"),
        visit.write("draft.md", ""),
    ]
    documents = visit.give(changed, missing, *unchanged)
    visit.client.call("PATCH", f"/documents/{documents[2]}", json={"enabled": False})
    visit.service.write(changed, "Open from ten to six, and on Saturdays.\n")
    (visit.service.data / "home" / missing).unlink()


@contextmanager
def _empty(visit: Visit) -> Iterator[None]:
    visit.open()
    yield


@contextmanager
def _sign_in(visit: Visit) -> Iterator[None]:
    visit.page.goto(f"{visit.service.url}/sign-in?app=support-desk")
    yield


@contextmanager
def _reading(visit: Visit) -> Iterator[None]:
    visit.give(visit.write("product-guide.md", (SUPPORT / "product-guide.md").read_bytes()))
    (long,) = visit.give(visit.write("handbook.pdf", pdf(*[lines(LOREM * 4)] * LONG_PAGES)), read=False)
    poll_until(lambda: visit.client.call("GET", f"/documents/{long}")["progress"], "some of its pages are read")
    with paused(visit.service, "reader"):
        visit.give(*(visit.write(f"report-{number}.md", "# A\na\n") for number in range(3)), read=False)
        visit.open()
        yield
    visit.client.call("DELETE", f"/documents/{long}")


@contextmanager
def _many(visit: Visit) -> Iterator[None]:
    with paused(visit.service, "reader"):
        visit.give(*(visit.write(f"report-{number:02}.md", "# A\na\n") for number in range(60)), read=False)
        visit.open("?sort=name")
        yield


@contextmanager
def _card(visit: Visit) -> Iterator[None]:
    visit_full_card(visit)
    visit.open("?sort=attention")
    yield


@contextmanager
def _menu(visit: Visit) -> Iterator[None]:
    visit_full_card(visit)
    page = visit.open("?sort=name")
    page.locator(".document .menu summary").first.click()
    yield


@contextmanager
def _removing_one(visit: Visit) -> Iterator[None]:
    documents = visit_full_card(visit)
    visit.open(f"?sort=name&q=guide&remove={documents['product-guide.md']}")
    yield


@contextmanager
def _removing_several(visit: Visit) -> Iterator[None]:
    documents = list(visit_full_card(visit).values())
    visit.open("?" + "&".join(f"remove={document}" for document in documents[:3]))
    yield


@contextmanager
def _selected(visit: Visit) -> Iterator[None]:
    visit_full_card(visit)
    page = visit.open("?sort=name")
    page.get_by_label("Select lease.pdf").check()
    page.get_by_text("1 selected").click()
    yield


@contextmanager
def _none_matches(visit: Visit) -> Iterator[None]:
    visit_full_card(visit)
    visit.open("?q=zebra")
    yield


@contextmanager
def _picker(visit: Visit) -> Iterator[None]:
    visit.give("eric/support/product-guide.md")
    page = visit.open()
    page.locator("#give").click()
    page.get_by_role("link", name="support/").click()
    page.get_by_label("shipping.md").check()
    yield


@contextmanager
def _picker_search(visit: Visit) -> Iterator[None]:
    visit.open("/give?folder=eric/support&search=price")
    yield


@contextmanager
def _picker_stopped(visit: Visit) -> Iterator[None]:
    home = visit.service.data / "home" / visit.person / visit.app
    for number in range(MAX_MATCHES + 1):
        (home / f"zebra-{number}").mkdir(parents=True, exist_ok=True)
    visit.open(f"/give?folder={visit.person}/{visit.app}&search=zebra")
    yield


@contextmanager
def _picker_upload(visit: Visit) -> Iterator[None]:
    visit.open().get_by_role("link", name="this computer").click()
    visit.page.locator("#file").wait_for()
    yield


@contextmanager
def _dropping(visit: Visit) -> Iterator[None]:
    page = visit.open()
    drag_files(page, [HOMES / "eric/support/warranty.md"], "dragEnter", "dragOver")
    page.locator(".drop-overlay").wait_for()
    yield


@contextmanager
def _picker_problem(visit: Visit) -> Iterator[None]:
    page = visit.open("/give?folder=eric/support")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text("Choose at least one document.").first.wait_for()
    yield


@contextmanager
def _same_name(visit: Visit) -> Iterator[None]:
    visit.write("guide.md", "# Guide\nas it was\n")
    page = visit.open()
    page.get_by_role("link", name="this computer").click()
    page.locator("#into").fill(f"{visit.person}/{visit.app}")
    page.locator("#file").set_input_files(
        [
            FilePayload(name="guide.md", mimeType="text/markdown", buffer=b"# Guide\nanother\n"),
            FilePayload(name="film.txt", mimeType="text/plain", buffer=b"x" * 3_500_000),
        ]
    )
    page.get_by_role("button", name="Upload and add").click()
    page.get_by_role("button", name="Keep both").wait_for()
    yield


def _ask(visit: Visit, question: str) -> None:
    page = visit.open()
    page.locator("#question").fill(question)
    page.get_by_role("button", name="Ask", exact=True).click()
    page.locator("#outcome").wait_for()


@contextmanager
def _found(visit: Visit) -> Iterator[None]:
    visit_full_card(visit)
    _ask(visit, QUESTION)
    yield


@contextmanager
def _agent_text(visit: Visit) -> Iterator[None]:
    visit_full_card(visit)
    _ask(visit, QUESTION)
    visit.page.get_by_text("What the agent gets", exact=True).click()
    yield


@contextmanager
def _none_holds_it(visit: Visit) -> Iterator[None]:
    visit_full_card(visit)
    _ask(visit, "Which vegetarian warranti is on the lunch menu?")
    yield


@contextmanager
def _nothing_given(visit: Visit) -> Iterator[None]:
    _ask(visit, QUESTION)
    yield


@contextmanager
def _still_reading(visit: Visit) -> Iterator[None]:
    with paused(visit.service, "reader"):
        visit.give(visit.write("guide.md", "# A\na\n"), read=False)
        _ask(visit, QUESTION)
        yield


@contextmanager
def _read_pdf(visit: Visit) -> Iterator[None]:
    visit.open(f"/documents/{visit_full_card(visit)['returns-policy.pdf']}/passages/4")
    visit.wait_for_image()
    yield


@contextmanager
def _read_text(visit: Visit) -> Iterator[None]:
    visit.open(f"/documents/{visit_full_card(visit)['product-guide.md']}/passages/5")
    yield


@contextmanager
def _read_in_part(visit: Visit) -> Iterator[None]:
    visit.open(f"/documents/{visit_full_card(visit)['lease.pdf']}?page=3")
    visit.wait_for_image()
    yield


@contextmanager
def _not_read(visit: Visit) -> Iterator[None]:
    visit.open(f"/documents/{visit_full_card(visit)['invoice-scan.pdf']}")
    visit.wait_for_image()
    yield


@contextmanager
def _missing_image(visit: Visit) -> Iterator[None]:
    visit.open(f"/documents/{visit_full_card(visit)['old-lease.pdf']}")
    visit.page.locator("#missing-image").wait_for()
    yield


@contextmanager
def _changed(visit: Visit) -> Iterator[None]:
    visit.open(f"/documents/{visit_full_card(visit)['opening-hours.txt']}")
    yield


@contextmanager
def _nothing_here(visit: Visit) -> Iterator[None]:
    visit.open(f"/documents/{'0' * 32}")
    yield


@contextmanager
def _index_down(visit: Visit) -> Iterator[None]:
    with paused(visit.service, "solr"):
        visit.open()
        yield


@contextmanager
def _offline(visit: Visit) -> Iterator[None]:
    visit_full_card(visit)
    page = visit.open()
    page.locator("#question").fill(QUESTION)
    page.context.set_offline(True)
    page.get_by_role("button", name="Ask", exact=True).click()
    page.get_by_text("The service cannot be reached").wait_for()
    yield
    page.context.set_offline(False)


STATES: Mapping[str, State] = {
    "sign-in": _sign_in,
    "empty": _empty,
    "reading": _reading,
    "many": _many,
    "card": _card,
    "menu": _menu,
    "removing-one": _removing_one,
    "removing-several": _removing_several,
    "selected": _selected,
    "none-matches": _none_matches,
    "picker": _picker,
    "picker-search": _picker_search,
    "picker-stopped": _picker_stopped,
    "picker-upload": _picker_upload,
    "picker-problem": _picker_problem,
    "dropping": _dropping,
    "same-name": _same_name,
    "found": _found,
    "agent-text": _agent_text,
    "none-holds-it": _none_holds_it,
    "nothing-given": _nothing_given,
    "still-reading": _still_reading,
    "read-pdf": _read_pdf,
    "read-text": _read_text,
    "read-in-part": _read_in_part,
    "not-read": _not_read,
    "missing-image": _missing_image,
    "changed": _changed,
    "nothing-here": _nothing_here,
    "index-down": _index_down,
    "offline": _offline,
}
"""The states by name, as `make screenshots` and the axe test use them."""

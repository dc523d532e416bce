"""The card: every document with what was read of it, found, sorted and changed by a person without a script."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from helpers.pages import APP, get_page, parse_page, submit, submit_and_follow
from helpers.shop import ERIC, Shop
from hypothesis import given
from hypothesis import strategies as st

from contents_service.model import Scope
from contents_service.web.page.card import ROWS_PER_PAGE, CardView, build_card

GUIDE = "eric/support/guide.md"
PRICES = "eric/support/prices.md"
SCAN = "eric/scan.pdf"


def names(shop: Shop, **params: str) -> list[str]:
    view = CardView.from_params({name: [value] for name, value in params.items()})
    return [row.document.name for row in build_card(shop.services, Scope("shop", "eric"), view).rows]


def test_an_application_that_knows_nothing_says_how_to_begin(shop: Shop) -> None:
    text = get_page(shop).text
    assert "It knows nothing yet. Add a document" in text
    assert "Search by name" not in text


def test_each_document_is_shown_with_what_was_read_or_why_not(shop: Shop) -> None:
    shop.give(GUIDE)
    shop.give(SCAN)
    text = get_page(shop).text
    assert "2 documents, 1 read" in text
    assert "Searching what you added (1 document)" in text
    assert "guide.md support/ · Markdown 2 passages read just now" in text
    assert "scan.pdf PDF Not read added just now" in text
    assert "These are pictures of pages, with no text in them. Give a version" in text


def test_documents_being_read_are_counted_after_a_reload_too(shop: Shop) -> None:
    shop.give(GUIDE)
    submit(shop, "give", {"path": [PRICES, SCAN]})
    for _ in range(2):
        assert "Reading 2 documents; 1 of 3 done" in get_page(shop).text
    shop.read_all()
    assert "done" not in get_page(shop).text


def test_a_changed_or_missing_file_is_shown(shop: Shop) -> None:
    shop.give(GUIDE)
    shop.write(GUIDE, "# Returns\nOther.\n")
    assert "Changed since it was read. Read again" in get_page(shop).text
    (shop.home / GUIDE).unlink()
    assert "File missing: it is no longer in the Home Folder. What was read still answers." in get_page(shop).text


def test_the_card_shows_the_documents_of_one_state(shop: Shop) -> None:
    for path in (GUIDE, PRICES, SCAN):
        shop.give(path)
    submit_and_follow(shop, f"documents/{shop.give(PRICES)}/turn-off")
    shop.write(GUIDE, "# Returns\nOther.\n")
    assert names(shop, show="not_read") == ["scan.pdf"]
    assert names(shop, show="off") == ["prices.md"]
    assert names(shop, show="changed") == ["guide.md"]
    assert "none is listed under “Reading”" in get_page(shop, show="reading").text


def test_the_card_finds_by_name_folder_and_title(shop: Shop) -> None:
    for path in (GUIDE, PRICES, SCAN):
        shop.give(path)
    assert names(shop, q="GUIDE") == ["guide.md"]
    assert names(shop, q="support") == ["prices.md", "guide.md"]
    assert names(shop, q="support returns") == ["guide.md"]
    assert "none has “zebra” in its name. Show all" in get_page(shop, q="zebra").text.replace("name .", "name.")


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("given", ["scan.pdf", "prices.md", "guide.md"]),
        ("name", ["guide.md", "prices.md", "scan.pdf"]),
        ("read", ["prices.md", "guide.md", "scan.pdf"]),
        ("attention", ["scan.pdf", "guide.md", "prices.md"]),
    ],
)
def test_the_card_is_sorted(shop: Shop, sort: str, order: list[str]) -> None:
    for path in (GUIDE, PRICES, SCAN):
        shop.give(path)
    assert names(shop, sort=sort) == order


def test_searching_and_sorting_apply_to_all_documents_not_only_one_page(shop: Shop) -> None:
    paths = [f"eric/many/{number:03}.md" for number in range(ROWS_PER_PAGE + 10)]
    for path in paths:
        shop.write(path, "# A\na\n")
    submit(shop, "give", {"path": paths})
    assert names(shop, sort="name", page="2") == [
        f"{number:03}.md" for number in range(ROWS_PER_PAGE, ROWS_PER_PAGE + 10)
    ]
    assert names(shop, q="005") == ["005.md"]
    assert names(shop, sort="name", page="99") == names(shop, sort="name", page="2")
    assert "51–60 of 60" in get_page(shop, sort="name", page=2).text


def test_a_refresh_is_not_modified_if_nothing_changed(shop: Shop) -> None:
    document = shop.give(GUIDE)
    first = shop.request("GET", f"{APP}/card")
    again = shop.request("GET", f"{APP}/card", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    submit(shop, f"documents/{document}/turn-off")
    changed = shop.request("GET", f"{APP}/card", headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200
    assert "Turned off" in changed.text


def test_a_document_is_turned_off_and_on_and_read_again(shop: Shop) -> None:
    document = f"documents/{shop.give(GUIDE)}"
    assert "1 document turned off" in submit_and_follow(shop, f"{document}/turn-off").text
    assert "guide.md support/ · Markdown Turned off 2 passages" in get_page(shop).text
    assert "1 document turned on." in submit_and_follow(shop, f"{document}/turn-on").text
    assert "what was read before answers meanwhile" in submit_and_follow(shop, f"{document}/read").text
    assert submit(shop, f"{document}/turn-sideways").status_code == 404


def test_a_removal_is_confirmed_on_the_card(shop: Shop) -> None:
    document = shop.give(GUIDE)
    page = get_page(shop, remove=document)
    assert "Remove guide.md? Its 2 passages are removed; the file stays in the Home Folder. Remove Cancel" in page.text
    assert f"{APP}/documents/{document}/remove" in page.actions
    assert "1 document removed" in submit_and_follow(shop, f"documents/{document}/remove").text
    assert "It knows nothing yet" in get_page(shop).text
    assert (shop.home / GUIDE).exists()


def test_several_documents_are_removed_after_one_confirmation(shop: Shop) -> None:
    documents = [shop.give(GUIDE), shop.give(PRICES)]
    page = submit_and_follow(shop, "documents/confirm-removal", {"document": documents})
    assert "Remove 2 documents? What was read of them, 3 passages, is removed" in page.text
    confirmed = {"remove": documents, "document": []}  # nothing is selected any more in a page without scripts
    assert "2 documents removed" in submit_and_follow(shop, "documents/remove", confirmed).text
    assert "are no longer there" in submit_and_follow(shop, "documents/remove", confirmed).text


def test_several_documents_are_read_again_or_turned_off_at_once(shop: Shop) -> None:
    documents = [shop.give(GUIDE), shop.give(PRICES), "0" * 32]
    assert "2 documents turned off" in submit_and_follow(shop, "documents/turn-off", {"document": documents}).text
    assert "2 documents will be read again." in submit_and_follow(shop, "documents/read", {"document": documents}).text
    assert "No document was selected." in submit_and_follow(shop, "documents/read").text
    assert "No document was selected." in submit_and_follow(shop, "documents/confirm-removal").text


def test_all_changed_documents_are_read_again_at_once(shop: Shop) -> None:
    shop.give(GUIDE)
    shop.give(PRICES)
    assert "No document has changed since it was read." in submit_and_follow(shop, "documents/read-changed").text
    shop.write(GUIDE, "# Returns\nOther.\n")
    assert "1 document will be read again." in submit_and_follow(shop, "documents/read-changed").text


def test_an_action_leads_back_to_the_same_view_of_the_card(shop: Shop) -> None:
    document = shop.give(GUIDE)
    response = submit(shop, f"documents/{document}/read", {"q": "guide", "sort": "name"})
    query = parse_qs(urlsplit(response.headers["Location"]).query)
    assert query == {"q": ["guide"], "sort": ["name"], "did": ["read"], "n": ["1"]}


def test_an_address_cannot_make_up_a_notice(shop: Shop) -> None:
    text = get_page(shop, did="<b>You won</b>", n="1e9").text
    assert "won" not in text
    assert parse_page(shop.request("GET", f"{APP}?did=given&n=999999999999", ERIC)).text.endswith("1 document added.")


@given(
    st.dictionaries(
        st.sampled_from(["q", "show", "sort", "page", "remove"]), st.lists(st.text(max_size=20), max_size=3)
    )
)
def test_the_parameters_of_any_view_lead_back_to_it(
    params: dict[str, list[str]],
) -> None:
    view = CardView.from_params(params)
    again = {name: [value] if isinstance(value, str | int) else list(value) for name, value in view.params().items()}
    assert CardView.from_params({name: [str(each) for each in values] for name, values in again.items()}) == view


def test_showing_a_card_looks_at_no_more_files_than_it_shows(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [f"eric/{number:03}.md" for number in range(ROWS_PER_PAGE + 20)]
    for path in paths:
        shop.write(path, "# A\nwords\n")
    submit(shop, "give", {"path": paths})
    looked_at: list[str] = []
    stat = shop.services.home.stat

    def record_and_stat(person: str, path: str) -> object:
        looked_at.append(path)
        return stat(person, path)

    monkeypatch.setattr(shop.services.home, "stat", record_and_stat)

    get_page(shop, sort="name")

    assert sorted(looked_at) == paths[:ROWS_PER_PAGE]

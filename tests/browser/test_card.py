"""The card with a browser: read again, turn off, remove, by keyboard and without a script."""

from __future__ import annotations

import pytest
from helpers.browsing import Visit, VisitFactory
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.solr


def menu(page: Page, name: str, item: str) -> None:
    """Choose an item of a document's menu."""
    row = page.locator(".document").filter(has_text=name)
    row.locator(".menu summary").click()
    row.locator(".items").get_by_text(item).click()


def test_a_document_that_changed_is_read_again(visit: Visit) -> None:
    path = visit.write("hours.txt", "Open from nine to five.\n")
    visit.give(path)
    visit.service.write(path, "Open from ten to six.\n\n" * 200)
    page = visit.open()
    expect(page.get_by_text("Changed since it was read.")).to_be_visible()
    page.locator(".note").get_by_role("button", name="Read again").click()
    expect(page.locator("#notice")).to_have_text("1 document will be read again.")
    expect(page.get_by_text("Changed since it was read.")).to_have_count(0)
    expect(page.locator(".reading-summary")).to_contain_text("4 passages")


def test_a_document_is_turned_off_and_no_longer_found(visit: Visit) -> None:
    visit.give(visit.write("zebra.md", "# Zebra\nZebras have stripes.\n"))
    page = visit.open()
    menu(page, "zebra.md", "Turn off")
    expect(page.locator(".document")).to_contain_text("Turned off")
    page.locator("#question").fill("Who has stripes?")
    page.keyboard.press("Enter")
    expect(page.locator("#outcome")).to_contain_text("There is nothing to search.")
    menu(page, "zebra.md", "Turn on")
    expect(page.locator(".document")).not_to_contain_text("Turned off")
    expect(page.locator("#searching")).to_contain_text("1 document")


def test_a_document_is_removed_after_one_confirmation_in_place(visit: Visit) -> None:
    path = visit.write("zebra.md", "# Zebra\nZebras have stripes.\n")
    visit.give(path)
    page = visit.open()
    menu(page, "zebra.md", "Remove …")
    expect(page.locator(".confirm")).to_contain_text("Its 1 passage is removed; the file stays in the Home Folder.")
    expect(page.get_by_role("link", name="Cancel")).to_be_focused()
    page.get_by_role("link", name="Cancel").click()
    expect(page.locator(".confirm")).to_have_count(0)
    menu(page, "zebra.md", "Remove …")
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_text("It knows nothing yet.")).to_be_visible()
    assert (visit.service.data / "home" / path).exists()


def test_several_documents_are_selected_and_removed_at_once(visit: Visit) -> None:
    visit.give(*(visit.write(f"{number}.md", "# A\na\n") for number in range(4)))
    page = visit.open()
    page.get_by_label("Select all shown").check()
    page.get_by_label("Select 0.md").uncheck()
    page.get_by_text("3 selected").click()
    page.locator("#bulk").get_by_role("button", name="Remove …").click()
    expect(page.locator("#confirm")).to_contain_text("Remove 3 documents?")
    page.get_by_role("button", name="Remove them").click()
    expect(page.locator(".document")).to_have_count(1)
    expect(page.locator("#notice")).to_contain_text("3 documents removed")


def test_an_open_menu_and_a_selection_survive_a_refresh_of_the_card(visit: Visit) -> None:
    visit.give(*(visit.write(f"{number}.md", "# A\na\n") for number in range(2)))
    page = visit.open()
    page.get_by_label("Select 0.md").check()
    page.locator(".document").filter(has_text="1.md").locator(".menu summary").click()
    visit.give(visit.write("new.md", "# A\na\n"))
    with page.expect_response(lambda response: "/card" in response.url):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".document")).to_have_count(3)
    expect(page.get_by_label("Select 0.md")).to_be_checked()
    expect(page.locator(".document").filter(has_text="1.md").locator(".items")).to_be_visible()


def test_the_card_works_by_keyboard_alone(visit: Visit) -> None:
    visit.give(visit.write("zebra.md", "# Zebra\nZebras have stripes.\n"))
    page = visit.open()
    page.locator(".menu summary").last.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".document .items")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".document .items")).to_be_hidden()
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".document")).to_contain_text("Turned off")
    expect(page.locator(".document .items")).to_be_hidden()
    expect(page.locator(".document .menu summary")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(4):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Cancel")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("It knows nothing yet.")).to_be_visible()


def test_documents_are_given_searched_and_removed_without_scripts(visits: VisitFactory) -> None:
    with visits(scripts=False) as visit:
        page = visit.open()
        page.locator("#give").click()
        page.get_by_role("link", name="support/").click()
        page.get_by_label("product-guide.md").check()
        page.get_by_role("button", name="Add", exact=True).click()
        (document,) = visit.client.documents()
        visit.service.read_document(visit.client, document["id"])
        page.reload()
        page.locator("#question").fill("Can the Granite disc brake be filled with DOT fluid?")
        page.get_by_role("button", name="Ask", exact=True).click()
        page.locator("#answer h3 a").first.click()
        expect(page.locator(".lines .marked").first).to_be_visible()
        visit.open()
        page.locator(".document .menu summary").click()
        page.get_by_role("link", name="Remove …").click()
        page.get_by_role("button", name="Remove", exact=True).click()
        expect(page.get_by_text("It knows nothing yet.")).to_be_visible()


def test_a_refresh_of_an_idle_page_is_not_modified(visit: Visit) -> None:
    visit.give(visit.write("guide.md", "# A\na\n"))
    page = visit.open()
    with page.expect_response(lambda response: "/card" in response.url) as response:
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert response.value.status == 304

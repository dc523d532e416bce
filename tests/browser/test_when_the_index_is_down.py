"""When the index is down, the page says so and keeps the question; when the index is back, the page works again."""

from __future__ import annotations

import pytest
from helpers.browsing import Visit, paused
from playwright.sync_api import expect

pytestmark = pytest.mark.solr


def test_the_page_says_that_nothing_is_lost_and_works_again_when_the_index_is_back(visit: Visit) -> None:
    visit.give(visit.write("guide.md", "# Returns\nwithin 30 days\n"))
    page = visit.open()
    with paused(visit.service, "solr"):
        page.locator("#question").fill("returns")
        page.get_by_role("button", name="Ask", exact=True).click()
        expect(page.locator("#trouble")).not_to_be_empty()
        expect(page.locator(".document")).to_have_count(1)
        expect(page.locator("#question")).to_have_value("returns")
        other_tab = visit.page.context.new_page()
        other_tab.goto(visit.address)
        expect(other_tab.get_by_text("Nothing that you added is lost.")).to_be_visible()
    other_tab.get_by_role("link", name="Try again").click()
    expect(other_tab.locator(".document")).to_have_count(1)
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator("#outcome")).to_contain_text("1 found place")

"""The card of an application with many documents.

They stay unread, since reading them would take a minute.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from helpers.browsing import Visit, paused, start_visit
from helpers.running_service import RunningService
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.solr

MANY = 500


@pytest.fixture(scope="module")
def many(browser: Browser, service: RunningService) -> Iterator[Visit]:
    """A visit to an application with many documents, all of them unread."""
    with start_visit(browser, service, person="maria") as visit, paused(service, "reader"):
        paths = [visit.write(f"{number:03}.md", f"# Part {number}\nwords\n") for number in range(MANY)]
        visit.give(*paths, read=False)
        yield visit


def test_five_hundred_documents_are_found_sorted_and_paged(many: Visit) -> None:
    page = many.open("?sort=name")
    expect(page.locator(".document")).to_have_count(50)
    expect(page.get_by_text("1–50 of 500")).to_be_visible()
    expect(page.locator("#total")).to_contain_text("Reading 500 documents")
    page.get_by_role("link", name="Next").click()
    expect(page.locator(".name").first).to_have_text("050.md")
    page.get_by_label("Search by name").fill("49 .md")
    expect(page.locator(".document")).to_have_count(15)  # 049, 149 … 449, and 490 to 499
    expect(page.locator(".name").first).to_have_text("049.md")
    assert urlsplit(page.url).query == "q=49+.md&sort=name"

"""The card of an application that knows many documents.

They are all still to be read, and their lines take as long to show; to read them would take a minute. This comes
last of the tests with a browser, so that no other waits behind them.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
import requests
from helpers.browsing import Visit, paused, start_visit
from helpers.running_service import RunningService
from playwright.sync_api import Browser, expect

from contents_service.identity.tokens import DevelopmentSigner
from contents_service.model import Person

pytestmark = pytest.mark.solr

MANY = 500
TRIES = 15


@pytest.fixture(scope="module")
def many(browser: Browser, service: RunningService) -> Iterator[Visit]:
    """An application that knows many documents, none of them read."""
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


def test_a_large_card_is_shown_nearly_as_fast_as_a_small_one(visit: Visit, many: Visit) -> None:
    visit.give(*(visit.write(f"{number}.md", "# A\na\n") for number in range(10)), read=False)
    times = [(_seconds(visit), _seconds(many)) for _ in range(TRIES)]
    small, large = (statistics.median(each) for each in zip(*times, strict=True))
    assert large < 2 * small, (small, large)


def _seconds(visit: Visit) -> float:
    token = DevelopmentSigner(visit.service.data / "keys").token(Person(visit.person))
    began = time.perf_counter()
    assert requests.get(visit.address, headers={"Authorization": f"Bearer {token}"}, timeout=60).ok
    return time.perf_counter() - began

"""Every state of the page is accessible: axe finds nothing serious, and nothing is wider than a small screen."""

from __future__ import annotations

import pytest
from helpers.browsing import VisitFactory
from helpers.page_states import STATES
from playwright.sync_api import ViewportSize

pytestmark = pytest.mark.solr

NARROW = ViewportSize(width=360, height=900)
APPEARANCE_RULES = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"]
"""The rules of axe whose result may differ in the dark scheme or on a small screen."""


@pytest.mark.parametrize("state", STATES)
def test_every_state_of_the_page_is_accessible(visits: VisitFactory, state: str) -> None:
    with visits() as visit, STATES[state](visit):
        assert visit.axe_violations() == []
        visit.page.set_viewport_size(NARROW)
        visit.page.emulate_media(color_scheme="dark")
        assert visit.axe_violations(APPEARANCE_RULES) == []
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        assert visit.browser_errors == []

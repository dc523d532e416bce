"""Every state of the page is for everyone: axe finds nothing serious, and nothing is wider than a small screen."""

from __future__ import annotations

import pytest
from helpers.browsing import VisitFactory
from helpers.page_states import STATES
from playwright.sync_api import ViewportSize

pytestmark = pytest.mark.solr

NARROW = ViewportSize(width=360, height=900)
CHANGED_BY_THE_LOOK = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"]
"""Of axe's rules those that only the dark or a small screen may make a page break."""


@pytest.mark.parametrize("state", STATES)
def test_the_page_is_for_everyone(visits: VisitFactory, state: str) -> None:
    with visits() as visit, STATES[state](visit):
        assert visit.axe_violations() == []
        visit.page.set_viewport_size(NARROW)
        visit.page.emulate_media(color_scheme="dark")
        assert visit.axe_violations(CHANGED_BY_THE_LOOK) == []
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        assert visit.browser_errors == []

"""Every state of the page is for everyone: axe finds nothing serious, and nothing is wider than a small screen."""

from __future__ import annotations

import pytest
from helpers.browsing import Scheme, Visiting
from helpers.page_states import STATES

pytestmark = pytest.mark.solr


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
@pytest.mark.parametrize("state", STATES)
def test_the_page_is_for_everyone(visits: Visiting, state: str, scheme: Scheme, width: int) -> None:
    with visits(width=width, scheme=scheme) as visit, STATES[state](visit):
        assert visit.faults() == []
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= width
        assert visit.complaints == []

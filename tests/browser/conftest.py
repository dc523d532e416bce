"""Fixtures for a browser, the real service, and visits; without a browser these tests are skipped in one line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from helpers.browsing import Visit, VisitFactory, fill_home, start_visit
from helpers.chromium import ARGUMENTS, NO_CHROMIUM, find_chromium
from helpers.running_service import RunningService, running_service
from playwright.sync_api import Browser, sync_playwright

UPLOAD_BYTES = 3_000_000
"""A low limit, so that a file above it is quickly made."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium of this machine."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """The whole service over the example files, as an operator runs it."""
    data = tmp_path_factory.mktemp("service")
    fill_home(data / "home")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("CONTENTS_UPLOAD_BYTES", str(UPLOAD_BYTES))
        with running_service(data) as service:
            yield service


@pytest.fixture
def visits(browser: Browser, service: RunningService) -> VisitFactory:
    """Starts visits to the running service."""
    return partial(start_visit, browser, service)


@pytest.fixture
def visit(visits: VisitFactory) -> Iterator[Visit]:
    """A visit with a wide screen; it fails the test if the browser reported errors."""
    with visits() as visit:
        yield visit
        assert visit.browser_errors == []


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without a browser, skip one of its tests, which reports the reason in one line, and deselect the others."""
    needing_browser = [item for item in items if item.path.is_relative_to(Path(__file__).parent)]
    if not needing_browser or find_chromium():
        return
    first, *others = needing_browser
    first.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if item not in others]

"""A browser, the real service, and a person before both."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from helpers.browsing import Visit, VisitFactory, fill_home, start_visit
from helpers.chromium import ARGUMENTS, SKIPPED_WITHOUT_CHROMIUM, find_chromium
from helpers.running_service import RunningService, running_service
from playwright.sync_api import Browser, sync_playwright

UPLOAD_BYTES = 3_000_000
"""Small, so that a file that is too big is quickly made."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium that is there."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """The whole service over the examples, as its operator starts it."""
    data = tmp_path_factory.mktemp("whole")
    fill_home(data / "home")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("CONTENTS_UPLOAD_BYTES", str(UPLOAD_BYTES))
        with running_service(data) as service:
            yield service


@pytest.fixture
def visits(browser: Browser, service: RunningService) -> VisitFactory:
    """Visits of any kind to the running service."""
    return partial(start_visit, browser, service)


@pytest.fixture
def visit(visits: VisitFactory) -> Iterator[Visit]:
    """A person at a wide screen, whose browser has nothing to complain of."""
    with visits() as visit:
        yield visit
        assert visit.browser_errors == []


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without a browser, skip one of its tests, with the reason, and leave out the others."""
    needing_browser = [item for item in items if item.path.is_relative_to(Path(__file__).parent)]
    if not needing_browser or find_chromium():
        return
    first, *others = needing_browser
    first.add_marker(pytest.mark.skip(reason=SKIPPED_WITHOUT_CHROMIUM))
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if item not in others]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly that the browser tests were left out."""
    skipped = terminalreporter.stats.get("skipped", [])
    if any(SKIPPED_WITHOUT_CHROMIUM in str(report.longrepr) for report in skipped):
        terminalreporter.write_line(SKIPPED_WITHOUT_CHROMIUM, red=True, bold=True)

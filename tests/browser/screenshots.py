"""Take screenshots of every state of the page, light and dark, narrow and wide: `make screenshots`.

`screenshots.py FOLDER [STATE …]` writes them to a folder, for all states or for the named ones.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import get_args

from helpers.browsing import Scheme, fill_home, start_visit
from helpers.chromium import ARGUMENTS, NO_CHROMIUM, find_chromium
from helpers.page_states import STATES
from helpers.running_service import RunningService, running_service
from playwright.sync_api import Browser, sync_playwright

WIDTHS = (1280, 360)
HEIGHT = 900

DOCUMENT = "#read"
"""The view of a document, which scrolls to the passage when it is loaded, at the width that it then has."""
FIXED = f"dialog[open], {DOCUMENT}"
"""Elements that stay in place while the rest scrolls; with them the screenshot shows only the visible part."""


def main(arguments: Sequence[str]) -> None:
    """Take the screenshots."""
    folder, *names = arguments
    path = find_chromium()
    if path is None:
        raise SystemExit(NO_CHROMIUM)
    Path(folder).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        fill_home(Path(data) / "home")
        os.environ["CONTENTS_UPLOAD_BYTES"] = "3000000"  # as in the tests
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        with running_service(Path(data)) as service:
            for name in names or STATES:
                for file in _take_screenshots(browser, service, name, Path(folder)):
                    print(file)


def _take_screenshots(browser: Browser, service: RunningService, name: str, folder: Path) -> Sequence[Path]:
    taken: list[Path] = []
    with start_visit(browser, service) as visit, STATES[name](visit):
        for scheme, width in product(get_args(Scheme), WIDTHS):
            visit.page.set_viewport_size({"width": width, "height": HEIGHT})
            visit.page.emulate_media(color_scheme=scheme)
            if visit.page.locator(DOCUMENT).count():
                visit.page.evaluate("scrollTo(0, 0); document.dispatchEvent(new Event('put'))")
            taken.append(folder / f"{name}-{scheme}-{width}.png")
            visit.page.screenshot(path=taken[-1], full_page=not visit.page.locator(FIXED).count())
    return taken


if __name__ == "__main__":
    main(sys.argv[1:])

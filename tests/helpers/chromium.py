"""The Chromium that the browser tests drive: the one that is there, or one that is brought.

Run as a program, it brings one: Playwright's own, or as root Debian's package. It never fails: where neither can be
had, the tests say in one line that they were left out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
INSTALL_TIMEOUT_S = 600

ARGUMENTS: Sequence[str] = ["--no-sandbox"] if os.geteuid() == 0 else []
"""Chromium has no sandbox of its own for root."""

SKIPPED_WITHOUT_CHROMIUM = (
    "LEFT OUT: the browser tests. There is no Chromium here; `make chromium` brings one where that is possible."
)


def find_chromium() -> Path | None:
    """The Chromium of this machine, or the one that Playwright brought."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found:
        return Path(found)
    with sync_playwright() as playwright:
        playwright_chromium = Path(playwright.chromium.executable_path)
    return playwright_chromium if playwright_chromium.exists() else None


def install() -> None:
    """Bring a Chromium, by the first way that works."""
    ways = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if os.geteuid() == 0 and shutil.which("apt-get"):
        ways.append(["apt-get", "install", "--yes", "--no-install-recommends", "chromium"])
    for way in ways:
        try:
            if subprocess.run(way, timeout=INSTALL_TIMEOUT_S, check=False).returncode == 0:
                return
        except (OSError, subprocess.TimeoutExpired):
            continue


if __name__ == "__main__":
    if not find_chromium():
        install()
    print(f"Chromium: {find_chromium() or SKIPPED_WITHOUT_CHROMIUM}")

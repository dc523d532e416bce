"""The Chromium that the browser tests use: an installed one, or one that this program installs.

Run as a program, it installs Playwright's Chromium or, as root, Debian's package. It never fails: without a Chromium
the browser tests are skipped, and say so in one line.
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
"""Chromium's own sandbox does not work for root."""

NO_CHROMIUM = "There is no Chromium for the browser tests; `make chromium` installs one where that is possible."


def find_chromium() -> Path | None:
    """Return the path of this machine's Chromium or of Playwright's, or None if there is neither."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found:
        return Path(found)
    with sync_playwright() as playwright:
        playwright_chromium = Path(playwright.chromium.executable_path)
    return playwright_chromium if playwright_chromium.exists() else None


def install() -> None:
    """Install a Chromium with the first command that works."""
    commands = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if os.geteuid() == 0 and shutil.which("apt-get"):
        commands.append(["apt-get", "install", "--yes", "--no-install-recommends", "chromium"])
    for command in commands:
        try:
            if subprocess.run(command, timeout=INSTALL_TIMEOUT_S, check=False).returncode == 0:
                return
        except (OSError, subprocess.TimeoutExpired):
            continue


if __name__ == "__main__":
    if not find_chromium():
        install()
    print(f"Chromium: {find_chromium() or NO_CHROMIUM}")

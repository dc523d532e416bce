"""A person who visits the page of the real service with a browser."""

from __future__ import annotations

import os
import re
import shutil
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from contents_service.commands.support.client import Client
from contents_service.identity.tokens import DevelopmentSigner
from contents_service.model import Person
from contents_service.web.authentication import SESSION
from helpers.paths import EXAMPLES
from helpers.running_service import RunningService

HOMES = EXAMPLES / "home"

TIMEOUT_MS = 40_000
"""Longest wait in the browser, in milliseconds; the machine may be busy with other tests."""

FAILED_RESPONSE_MESSAGE = "Failed to load resource"
"""The console message for each response with an error status, which is often expected."""

AXE = Axe().axe_script

expect.set_options(timeout=TIMEOUT_MS)

Scheme = Literal["light", "dark"]
VisitFactory = Callable[..., AbstractContextManager["Visit"]]
"""Starts visits to the running service, with the options of `start_visit`."""

_numbers = count(1)


@dataclass
class Visit:
    """A person on the page of a new application that no other test uses."""

    service: RunningService
    page: Page
    app: str
    person: str
    browser_errors: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"{self.service.url}/apps/{self.app}"

    @property
    def client(self) -> Client:
        """A client of the API for the same person."""
        return self.service.client(self.app, self.person)

    def open(self, where: str = "") -> Page:
        self.page.goto(f"{self.address}{where}")
        return self.page

    def write(self, name: str, content: str | bytes) -> str:
        """Write a file into the person's Home Folder and return its path."""
        path = f"{self.person}/{self.app}/{name}"
        self.service.write(path, content)
        return path

    def give(self, *paths: str, read: bool = True) -> list[str]:
        """Give documents, wait until they are read (unless `read` is false), and return their ids."""
        given = self.client.call("POST", "/documents", json={"paths": list(paths)})
        assert not given["problems"], given
        documents = [document["id"] for document in given["documents"]]
        for document in documents if read else ():
            self.service.read_document(self.client, document)
        return documents

    def wait_for_image(self) -> None:
        """Wait until the image of a page is loaded."""
        image = self.page.locator(".page img")
        expect(image).to_have_js_property("complete", True)
        assert image.evaluate("image => image.naturalWidth") > 1000

    def record_console_error(self, message: ConsoleMessage) -> None:
        """Record an error message of the browser's console, unless it is about an error response."""
        if message.type == "error" and not message.text.startswith(FAILED_RESPONSE_MESSAGE):
            self.browser_errors.append(message.text)

    def axe_violations(self, rules: Sequence[str] = ()) -> list[str]:
        """Return the serious violations that axe finds on the page as it is now, by all rules or by some."""
        options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
        if self.page.evaluate("typeof axe === 'undefined'"):
            self.page.evaluate(AXE)
        violations: list[dict[str, Any]] = self.page.evaluate(
            "options => axe.run(options).then(result => result.violations)", options
        )
        return [
            f"{violation['id']}: {node['html'][:200]}"
            for violation in violations
            if violation["impact"] in {"serious", "critical"}
            for node in violation["nodes"]
        ]


def drag_files(page: Page, files: Sequence[Path], *kinds: str) -> None:
    """Drag files or folders over the page, as from another program."""
    session = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(file) for file in files], "dragOperationsMask": 1}
    for kind in kinds:
        session.send("Input.dispatchDragEvent", {"type": kind, "x": 300, "y": 300, "data": data})


def fill_home(home: Path) -> None:
    """Copy the example files into the Home Folders of two people."""
    shutil.copytree(HOMES, home, dirs_exist_ok=True)


@contextmanager
def start_visit(
    browser: Browser,
    service: RunningService,
    *,
    person: str = "eric",
    width: int = 1280,
    scheme: Scheme = "light",
    scripts: bool = True,
) -> Iterator[Visit]:
    """Visit a new application, signed in as the platform signs a person in."""
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme=scheme,
        java_script_enabled=scripts,
        reduced_motion="reduce",
    )
    context.set_default_timeout(TIMEOUT_MS)
    sign_in(context, service, person)
    try:
        visit = Visit(service, context.new_page(), f"app-{next(_numbers)}", person)
        visit.page.on("pageerror", lambda error: visit.browser_errors.append(str(error)))
        visit.page.on("console", visit.record_console_error)
        yield visit
    finally:
        context.close()


def sign_in(context: BrowserContext, service: RunningService, person: str) -> None:
    token = DevelopmentSigner(service.data / "keys").token(Person(person))
    context.add_cookies([{"name": SESSION, "value": token, "url": service.url}])


@contextmanager
def paused(service: RunningService, program: str) -> Iterator[None]:
    """Stop a program of the service during the block, and let it continue afterwards."""
    started = re.findall(rf'"program": "{program}[^"]*", "pid": (\d+)', service.log.read_text(encoding="utf-8"))
    pid = int(started[-1])
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)

"""A person with a browser before the real service, and what their browser complained of."""

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

from contents_service.commands.client import Client
from contents_service.identity.tokens import DevelopmentSigner
from contents_service.model import Person
from contents_service.web.authentication import SESSION
from helpers.paths import EXAMPLES
from helpers.running_service import RunningService

HOMES = EXAMPLES / "home"

TIMEOUT_MS = 40_000
"""For what a person waits for; the machine may be busy with other things."""

FAILED_RESPONSE_MESSAGE = "Failed to load resource"
"""How a browser tells of each answer that is an error, which a page may well expect."""

AXE = Axe().axe_script

expect.set_options(timeout=TIMEOUT_MS)

Scheme = Literal["light", "dark"]
VisitFactory = Callable[..., AbstractContextManager["Visit"]]
"""Makes visits of any kind to the running service."""

_numbers = count(1)


@dataclass
class Visit:
    """A person at the page of an application of their own, which nobody else has touched."""

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
        """The same person with the API."""
        return self.service.client(self.app, self.person)

    def open(self, where: str = "") -> Page:
        self.page.goto(f"{self.address}{where}")
        return self.page

    def write(self, name: str, content: str | bytes) -> str:
        """Put a file into the person's Home Folder; its path."""
        path = f"{self.person}/{self.app}/{name}"
        self.service.write(path, content)
        return path

    def give(self, *paths: str, read: bool = True) -> list[str]:
        """Give documents, and wait until they are read; their ids."""
        given = self.client.call("POST", "/documents", json={"paths": list(paths)})
        assert not given["problems"], given
        documents = [document["id"] for document in given["documents"]]
        for document in documents if read else ():
            self.service.read_document(self.client, document)
        return documents

    def wait_for_image(self) -> None:
        """Wait until the picture of a page is there."""
        picture = self.page.locator(".page img")
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("picture => picture.naturalWidth") > 1000

    def record_console_error(self, said: ConsoleMessage) -> None:
        """Note what the browser complains of."""
        if said.type == "error" and not said.text.startswith(FAILED_RESPONSE_MESSAGE):
            self.browser_errors.append(said.text)

    def axe_violations(self, rules: Sequence[str] = ()) -> list[str]:
        """What axe finds that is serious for somebody, on the page as it is now, by all of its rules or by some."""
        options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
        if self.page.evaluate("typeof axe === 'undefined'"):
            self.page.evaluate(AXE)
        found: list[dict[str, Any]] = self.page.evaluate(
            "options => axe.run(options).then(found => found.violations)", options
        )
        return [
            f"{fault['id']}: {node['html'][:200]}"
            for fault in found
            if fault["impact"] in {"serious", "critical"}
            for node in fault["nodes"]
        ]


def drag_files(page: Page, files: Sequence[Path], *kinds: str) -> None:
    """Drag files or folders over the page as a person does, from outside of the browser."""
    session = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(file) for file in files], "dragOperationsMask": 1}
    for kind in kinds:
        session.send("Input.dispatchDragEvent", {"type": kind, "x": 300, "y": 300, "data": data})


def fill_home(home: Path) -> None:
    """Put the examples into the Home Folders, for each of two persons."""
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
    """A visit to a new application, signed in as the platform signs a person in."""
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
    """While a program of the service stands still."""
    started = re.findall(rf'"program": "{program}[^"]*", "pid": (\d+)', service.log.read_text(encoding="utf-8"))
    pid = int(started[-1])
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)

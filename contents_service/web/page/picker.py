"""The picker: a person's Home Folder, from which they choose documents to add."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from typing import Literal

from flask import Blueprint, render_template, request
from msgspec import Struct
from werkzeug.wrappers import Response as AnyResponse

from contents_service.documents import giving, listing
from contents_service.documents.giving import PathProblem
from contents_service.errors import ContentsError, NotFound
from contents_service.home.folders import HomeFolders
from contents_service.model import Entry, Scope
from contents_service.web import request_audit
from contents_service.web.context import services, writable_scope
from contents_service.web.page.app_page import redirect_to_card
from contents_service.web.wording import count

ENTRIES_PER_PAGE = 200
MAX_SEARCHED = 2_000
"""Most entries that a search looks at: it opens each file to see what it is."""

MAX_SEARCH_S = 2.0
"""Most seconds that a search takes."""

MAX_FOUND = 100

StopReason = Literal["many", "slow", "enough", "unreachable"]
"""Why a search ended early."""

STOP_MESSAGES: Mapping[StopReason, str] = {
    "many": f"Only the nearest {count(MAX_SEARCHED, 'file')} and folders were searched; there are more.",
    "slow": f"The search stopped after {MAX_SEARCH_S:.0f} seconds, before it had searched every folder.",
    "enough": f"The first {MAX_FOUND} that were found are shown; there are more.",
    "unreachable": "One of the folders could not be opened at the moment.",
}

MAX_SEARCH_CHARACTERS = 200
MAX_GIVEN = 1_000

routes = Blueprint("picker", __name__)


class PickerView(Struct, frozen=True, kw_only=True):
    """A folder of the Home Folder, or what a search in it found, ready to be rendered."""

    folder: str
    search: str
    entries: tuple[Entry, ...]
    given: frozenset[str]
    """Paths that were already given to the application."""
    next: str | None = None
    stop: StopReason | None = None

    @property
    def stop_message(self) -> str:
        """Why the search ended early; an empty text if it did not."""
        return STOP_MESSAGES[self.stop] if self.stop else ""

    @property
    def breadcrumbs(self) -> tuple[tuple[str, str], ...]:
        """The path and the name of each folder from the Home Folder down to this one."""
        parts = self.folder.split("/")
        return tuple(("/".join(parts[: depth + 1]), name) for depth, name in enumerate(parts))


@routes.get("/give")
def show_picker(app_uid: str) -> str:
    """Show the Home Folder, to choose documents from."""
    return _render(app_uid, writable_scope(app_uid), (), ())


@routes.post("/give")
def give_picked(app_uid: str) -> AnyResponse | tuple[str, int]:
    """Give the chosen documents; those that could not be given are reported and stay chosen."""
    scope = writable_scope(app_uid)
    paths = request.form.getlist("path")[:MAX_GIVEN]
    if not paths:
        return _render(app_uid, scope, (PathProblem("", "none", "Choose at least one document."),), ()), 422
    result = giving.give_many(services(), scope, paths)
    request_audit.add_documents(result)
    if result.problems:
        still_chosen = [problem.path for problem in result.problems]
        return _render(app_uid, scope, result.problems, still_chosen), 422
    return redirect_to_card(app_uid, "given", len(result.documents))


def _render(app_uid: str, scope: Scope, problems: Collection[PathProblem], chosen: Collection[str]) -> str:
    params = request.values
    folder = params.get("folder") or scope.giver
    given = frozenset(listing.paths(services(), scope))
    search = params.get("search", "").strip()[:MAX_SEARCH_CHARACTERS]
    if search:
        view = _search(scope, folder, search, given)
    else:
        page = services().home.entries(scope.giver, folder, cursor=params.get("cursor") or None, limit=ENTRIES_PER_PAGE)
        view = PickerView(folder=folder, search="", entries=page.entries, given=given, next=page.next)
    return render_template(
        "give.html",
        app_uid=app_uid,
        person=scope.giver,
        view=view,
        problems=problems,
        chosen=chosen,
        upload_bytes=services().settings.upload_bytes,
        now=services().now(),
    )


def _search(scope: Scope, folder: str, search: str, given: frozenset[str]) -> PickerView:
    """Return the files and folders below a folder whose names contain all words of a search."""
    words = search.casefold().split()
    walk = _Walk(services().home, scope.giver, folder)
    found = [entry for entry in walk.entries() if all(word in entry.name.casefold() for word in words)]
    return PickerView(
        folder=folder,
        search=search,
        entries=tuple(found[:MAX_FOUND]),
        given=given,
        stop="enough" if len(found) > MAX_FOUND else walk.stop,
    )


class _Walk:
    """A breadth-first walk through a folder that ends within the limits."""

    def __init__(self, home: HomeFolders, person: str, folder: str) -> None:
        self._home = home
        self._person = person
        self._folders = deque([folder])
        self.stop: StopReason | None = None

    def entries(self) -> Iterator[Entry]:
        """Yield each file and folder, until the most entries or seconds are reached."""
        deadline, seen = time.monotonic() + MAX_SEARCH_S, 0
        while self._folders:
            for entry in self._list(self._folders.popleft()):
                if seen >= MAX_SEARCHED or time.monotonic() > deadline:
                    self.stop = "many" if seen >= MAX_SEARCHED else "slow"
                    return
                seen += 1
                if entry.kind == "folder":
                    self._folders.append(entry.path)
                yield entry

    def _list(self, folder: str) -> Iterator[Entry]:
        cursor = None
        while True:
            try:
                page = self._home.entries(self._person, folder, cursor=cursor, limit=ENTRIES_PER_PAGE)
            except NotFound:  # moved away while we walked
                return
            except ContentsError:
                self.stop = "unreachable"
                return
            yield from page.entries
            cursor = page.next
            if cursor is None:
                return

"""The picker: a person's Home Folder, to choose documents from."""

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
from contents_service.web.context import scope_to_change, services
from contents_service.web.page.app_page import back
from contents_service.web.wording import count

ENTRIES = 200
"""Files and folders on one page of the picker."""

LOOKED_THROUGH = 2_000
SEARCH_S = 2.0
"""How many entries a search looks through and how long it may take: each file is opened to see what it is."""

FOUND_MOST = 100

Stop = Literal["many", "slow", "enough", "unreachable"]
"""Why a search ended before everything was looked through."""

STOPS: Mapping[Stop, str] = {
    "many": f"Only the nearest {count(LOOKED_THROUGH, 'file')} and folders were looked through, of more.",
    "slow": f"The search stopped after {SEARCH_S:.0f} seconds, before it had looked into every folder.",
    "enough": f"The first {FOUND_MOST} that were found are shown, of more.",
    "unreachable": "One of the folders could not be looked into just now.",
}

SEARCH_CHARACTERS = 200
GIVEN_MOST = 1_000

routes = Blueprint("picker", __name__)


class Picked(Struct, frozen=True, kw_only=True):
    """What the picker shows of a Home Folder."""

    folder: str
    search: str
    entries: tuple[Entry, ...]
    given: frozenset[str]
    """The paths that the application was given already."""
    next: str | None = None
    stop: Stop | None = None

    @property
    def stopped(self) -> str:
        """Why not all was looked through, in words; nothing if it was."""
        return STOPS[self.stop] if self.stop else ""

    @property
    def above(self) -> tuple[tuple[str, str], ...]:
        """The folders above this one and itself, each with its path and its name."""
        parts = self.folder.split("/")
        return tuple(("/".join(parts[: depth + 1]), name) for depth, name in enumerate(parts))


@routes.get("/give")
def show_picker(app_uid: str) -> str:
    """The Home Folder, to pick documents from."""
    return _picker(app_uid, scope_to_change(app_uid), (), ())


@routes.post("/give")
def give_picked(app_uid: str) -> AnyResponse | tuple[str, int]:
    """Give the documents that were picked; what could not be given is said, and stays picked."""
    scope = scope_to_change(app_uid)
    paths = request.form.getlist("path")[:GIVEN_MOST]
    if not paths:
        return _picker(app_uid, scope, (PathProblem("", "none", "Choose at least one document."),), ()), 422
    given = giving.give_many(services(), scope, paths)
    request_audit.about_many(given)
    if given.problems:
        refused = [problem.path for problem in given.problems]
        return _picker(app_uid, scope, given.problems, refused), 422
    return back(app_uid, "given", len(given.documents))


def _picker(app_uid: str, scope: Scope, problems: Collection[PathProblem], chosen: Collection[str]) -> str:
    said = request.values
    folder = said.get("folder") or scope.giver
    given = frozenset(listing.paths(services(), scope))
    search = said.get("search", "").strip()[:SEARCH_CHARACTERS]
    if search:
        picked = _found(scope, folder, search, given)
    else:
        here = services().home.entries(scope.giver, folder, cursor=said.get("cursor") or None, limit=ENTRIES)
        picked = Picked(folder=folder, search="", entries=here.entries, given=given, next=here.next)
    return render_template(
        "give.html",
        app_uid=app_uid,
        person=scope.giver,
        picked=picked,
        problems=problems,
        chosen=chosen,
        upload_bytes=services().settings.upload_bytes,
        now=services().now(),
    )


def _found(scope: Scope, folder: str, search: str, given: frozenset[str]) -> Picked:
    """The files and folders beneath a folder whose names have the words of a search in them."""
    words = search.casefold().split()
    walk = _Walk(services().home, scope.giver, folder)
    found = [entry for entry in walk.entries() if all(word in entry.name.casefold() for word in words)]
    return Picked(
        folder=folder,
        search=search,
        entries=tuple(found[:FOUND_MOST]),
        given=given,
        stop="enough" if len(found) > FOUND_MOST else walk.stop,
    )


class _Walk:
    """A walk through a folder and those beneath it, the nearest first, that ends in time."""

    def __init__(self, home: HomeFolders, person: str, folder: str) -> None:
        self._home = home
        self._person = person
        self._folders = deque([folder])
        self.stop: Stop | None = None

    def entries(self) -> Iterator[Entry]:
        """Each file and folder that is met, as far as time and number allow."""
        deadline, met = time.monotonic() + SEARCH_S, 0
        while self._folders:
            for entry in self._within(self._folders.popleft()):
                if met >= LOOKED_THROUGH or time.monotonic() > deadline:
                    self.stop = "many" if met >= LOOKED_THROUGH else "slow"
                    return
                met += 1
                if entry.kind == "folder":
                    self._folders.append(entry.path)
                yield entry

    def _within(self, folder: str) -> Iterator[Entry]:
        cursor = None
        while True:
            try:
                page = self._home.entries(self._person, folder, cursor=cursor, limit=ENTRIES)
            except NotFound:  # moved away while we walked
                return
            except ContentsError:
                self.stop = "unreachable"
                return
            yield from page.entries
            cursor = page.next
            if cursor is None:
                return

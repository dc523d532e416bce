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

ENTRIES_PER_PAGE = 200
"""Files and folders on one page of a folder."""

MAX_SEARCHED_ENTRIES = 2_000
"""The largest number of files and folders that a search looks at; it opens each file to tell its format."""

MAX_SEARCH_S = 2.0
"""Seconds after which a search stops."""

MAX_MATCHES = 100
"""The largest number of matches that a search shows."""

StopReason = Literal["too_many_entries", "timed_out", "too_many_matches", "unreachable"]
"""Why a search stopped early."""

STOP_MESSAGES: Mapping[StopReason, str] = {
    "too_many_entries": (
        f"Only the first {MAX_SEARCHED_ENTRIES:,} files and folders, nearest to this folder, were searched."
    ),
    "timed_out": f"The search stopped after {MAX_SEARCH_S:.0f} seconds, before it had searched every folder.",
    "too_many_matches": f"Only the first {MAX_MATCHES} matches are shown.",
    "unreachable": "One of the folders could not be opened just now.",
}

MAX_QUERY_CHARACTERS = 200
"""The longest search, in characters; the rest of a longer one is ignored."""

MAX_CHOSEN = 1_000
"""The largest number of documents that one request gives."""

routes = Blueprint("picker", __name__)


class PickerView(Struct, frozen=True, kw_only=True):
    """A folder of the Home Folder, or what a search in it found, ready to be rendered."""

    folder: str
    query: str
    """What the person searches for; empty if the folder itself is shown."""
    entries: tuple[Entry, ...]
    given_paths: frozenset[str]
    """Paths that were already given to the application."""
    next_cursor: str | None = None
    stop_reason: StopReason | None = None

    @property
    def stop_message(self) -> str:
        """Why the search stopped early; an empty text if it did not."""
        return STOP_MESSAGES[self.stop_reason] if self.stop_reason else ""

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
def give_chosen(app_uid: str) -> AnyResponse | tuple[str, int]:
    """Give the chosen documents; those that could not be given are reported and stay chosen."""
    scope = writable_scope(app_uid)
    paths = request.form.getlist("path")[:MAX_CHOSEN]
    if not paths:
        return _render(app_uid, scope, (PathProblem("", "none_chosen", "Choose at least one document."),), ()), 422
    result = giving.give_many(services(), scope, paths)
    request_audit.add_documents(result)
    if result.problems:
        still_chosen = [problem.path for problem in result.problems]
        return _render(app_uid, scope, result.problems, still_chosen), 422
    return redirect_to_card(app_uid, "given", len(result.documents))


def _render(app_uid: str, scope: Scope, problems: Collection[PathProblem], chosen: Collection[str]) -> str:
    params = request.values
    folder = params.get("folder") or scope.giver
    given_paths = frozenset(listing.list_paths(services(), scope))
    query = params.get("search", "").strip()[:MAX_QUERY_CHARACTERS]
    if query:
        view = _search(scope, folder, query, given_paths)
    else:
        page = services().home.entries(scope.giver, folder, cursor=params.get("cursor") or None, limit=ENTRIES_PER_PAGE)
        view = PickerView(folder=folder, query="", entries=page.entries, given_paths=given_paths, next_cursor=page.next)
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


def _search(scope: Scope, folder: str, query: str, given_paths: frozenset[str]) -> PickerView:
    """Return the files and folders below a folder whose names contain all words of a query."""
    words = query.casefold().split()
    walk = _Walk(services().home, scope.giver, folder)
    matches = [entry for entry in walk.entries() if all(word in entry.name.casefold() for word in words)]
    return PickerView(
        folder=folder,
        query=query,
        entries=tuple(matches[:MAX_MATCHES]),
        given_paths=given_paths,
        stop_reason="too_many_matches" if len(matches) > MAX_MATCHES else walk.stop_reason,
    )


class _Walk:
    """A breadth-first walk through a folder that ends within the limits."""

    def __init__(self, home: HomeFolders, person: str, folder: str) -> None:
        self._home = home
        self._person = person
        self._folders = deque([folder])
        self.stop_reason: StopReason | None = None

    def entries(self) -> Iterator[Entry]:
        """Yield each file and folder, until a limit is reached."""
        deadline, entry_count = time.monotonic() + MAX_SEARCH_S, 0
        while self._folders:
            for entry in self._list(self._folders.popleft()):
                if entry_count >= MAX_SEARCHED_ENTRIES or time.monotonic() > deadline:
                    self.stop_reason = "too_many_entries" if entry_count >= MAX_SEARCHED_ENTRIES else "timed_out"
                    return
                entry_count += 1
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
                self.stop_reason = "unreachable"
                return
            yield from page.entries
            cursor = page.next
            if cursor is None:
                return

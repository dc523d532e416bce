"""Pictures of a document's pages, each drawn in a sandboxed child and kept for a while by the hash of its file."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from flask import Blueprint, Response, current_app, request
from flask.blueprints import BlueprintSetupState

from contents_service.documents.services import Services
from contents_service.errors import Busy, NotFound, NotReadable
from contents_service.limits import Limits
from contents_service.model import Record
from contents_service.parsing.formats import has_pages
from contents_service.parsing.sandbox.parent import DRAWER, ReaderCrashed, Sandbox
from contents_service.web.context import scope_to_change, services
from contents_service.web.page.document_page import record_of
from contents_service.web.page.original_file import read_as_it_was
from contents_service.web.page.picture_cache import PictureCache

DRAWING = Limits(cpu_s=10, clock_s=10, memory_bytes=1024 * 1024 * 1024)
"""A page that takes more to draw is not shown; what was read of it stands beside anyway."""

AT_ONCE = 2
"""Pages that one process has drawn at the same time: each takes a core and up to a gigabyte."""

KEPT_BY_THE_BROWSER = "private, no-cache"
"""It asks each time whether it may still show what it keeps: once a document is removed, it may not."""

PICTURES = "contents_pictures"
FOLDER = "pictures"
"""In the data folder."""

routes = Blueprint("pictures", __name__, url_prefix="/documents/<document_id>/pages")


class Pictures:
    """The pictures of pages that one process serves; its sandbox is started with the first of them."""

    def __init__(self, services: Services) -> None:
        self._services = services
        # A picture shows what a document says, so it goes in time wherever the document is removed. Swept as often as
        # they are kept for, pictures grow twice as old.
        self._kept = PictureCache(services.settings.data / FOLDER, kept_s=services.settings.forget_s / 2)
        self._places = threading.BoundedSemaphore(AT_ONCE)
        self._lock = threading.Lock()
        self._sandbox: Sandbox | None = None

    def of(self, record: Record, page: int) -> bytes:
        """The picture of a page as a PNG; NotFound where there is none, or the file is no longer what was read."""
        read = record.active.file if record.active else record.file
        data = read_as_it_was(self._services, record)
        if data is None:
            raise NotFound("The file has changed since it was read, so its pages are not shown.")
        kept = self._kept.get(read.sha256, page)
        if kept is None:
            with self._place():
                kept = self._kept.get(read.sha256, page) or self._drawn(data, page)
            self._kept.put(read.sha256, page, kept)
        return kept

    def forget(self, record: Record) -> None:
        """Delete what is kept of a document that is removed."""
        self._kept.forget((record.active.file if record.active else record.file).sha256)

    def close(self) -> None:
        """End the sandbox."""
        with self._lock:
            sandbox, self._sandbox = self._sandbox, None
        if sandbox:
            sandbox.close()

    def _drawn(self, data: bytes, page: int) -> bytes:
        try:
            return self._living_sandbox().draw(data, page)
        except (NotReadable, ReaderCrashed) as error:
            raise NotFound("This page cannot be drawn. What was read of it still answers.") from error

    def _living_sandbox(self) -> Sandbox:
        with self._lock:
            if self._sandbox is None:
                self._sandbox = Sandbox(DRAWING, DRAWER)
            return self._sandbox

    @contextmanager
    def _place(self) -> Iterator[None]:
        if not self._places.acquire(timeout=self._services.settings.search_s):
            raise Busy("Too many pages are being drawn. Try again in a moment.")
        try:
            yield
        finally:
            self._places.release()


@routes.get("/<int:page>.png")
def show_page(app_uid: str, document_id: str, page: int) -> Response:
    """The picture of a page, as long as its file is the one that was read."""
    record, _ = record_of(services(), scope_to_change(app_uid), document_id)
    pages = (record.active.pages if record.active else record.pages) or 0
    is_paged = has_pages(record.active.format if record.active else record.format)
    if not is_paged or not 1 <= page <= pages:
        raise NotFound("There is no such page.")
    response = Response(pictures().of(record, page), content_type="image/png")
    response.headers["Cache-Control"] = KEPT_BY_THE_BROWSER
    response.add_etag()
    response.make_conditional(request)
    return response


def pictures() -> Pictures:
    """The pictures of this application."""
    return cast("Pictures", current_app.extensions[PICTURES])


@routes.record_once
def set_up(state: BlueprintSetupState) -> None:
    """Give the application its pictures."""
    state.app.extensions[PICTURES] = Pictures(state.app.extensions["contents"].services)

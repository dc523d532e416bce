"""Images of a document's pages, each rendered in a sandboxed child and cached by the hash of its file."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from contents_service.documents.services import Services
from contents_service.errors import Busy, NotFound, NotReadable
from contents_service.limits import Limits
from contents_service.model import Record
from contents_service.parsing.sandbox.sandbox import RENDER_WORKER, ReaderCrashed, Sandbox
from contents_service.web.original_file import read_unchanged
from contents_service.web.rendering.image_cache import ImageCache

RENDERING_LIMITS = Limits(cpu_s=10, clock_s=10, memory_bytes=1024 * 1024 * 1024)
"""Limits for one page. A page that takes more has no image; its text is still shown."""

MAX_CONCURRENT = 2
"""Pages that one process may render at the same time; each takes a core and up to a gigabyte."""

FOLDER = "pictures"
"""Name of the folder of page images in the data folder."""


class PageImages:
    """The page images that one process serves; its sandbox starts with the first image."""

    def __init__(self, services: Services) -> None:
        self._services = services
        # An image shows what a document says, so it must go in time wherever the document is removed. As eviction runs
        # once in the maximum age, an image can reach twice that age.
        self._cache = ImageCache(services.settings.data / FOLDER, max_age_s=services.settings.forget_s / 2)
        self._slots = threading.BoundedSemaphore(MAX_CONCURRENT)
        self._lock = threading.Lock()
        self._sandbox: Sandbox | None = None

    def get(self, record: Record, page: int) -> bytes:
        """Return a page as a PNG. Raises NotFound if there is no such page or the file has changed."""
        sha256 = _sha256(record)
        data = read_unchanged(self._services, record)
        if data is None:
            raise NotFound("The file has changed since it was read, so its pages are not shown.")
        image = self._cache.get(sha256, page)
        if image is None:
            with self._slot():
                image = self._cache.get(sha256, page) or self._render(data, page)
            self._cache.put(sha256, page, image)
        return image

    def delete(self, record: Record) -> None:
        """Delete the cached images of a document that is removed."""
        self._cache.delete(_sha256(record))

    def close(self) -> None:
        """End the sandbox."""
        with self._lock:
            sandbox, self._sandbox = self._sandbox, None
        if sandbox:
            sandbox.close()

    def _render(self, data: bytes, page: int) -> bytes:
        try:
            return self._running_sandbox().render(data, page)
        except (NotReadable, ReaderCrashed) as error:
            raise NotFound("This page cannot be shown as an image. Its text can still be found.") from error

    def _running_sandbox(self) -> Sandbox:
        with self._lock:
            if self._sandbox is None:
                self._sandbox = Sandbox(RENDERING_LIMITS, RENDER_WORKER)
            return self._sandbox

    @contextmanager
    def _slot(self) -> Iterator[None]:
        if not self._slots.acquire(timeout=self._services.settings.search_s):
            raise Busy("Too many pages are being rendered. Try again in a moment.")
        try:
            yield
        finally:
            self._slots.release()


def _sha256(record: Record) -> str:
    return (record.active.file if record.active else record.file).sha256

"""A cache of page images on disk, limited in size and in the age of an image."""

from __future__ import annotations

import secrets
import threading
import time
from contextlib import suppress
from operator import itemgetter
from pathlib import Path

MAX_BYTES = 200_000_000
"""Largest total size of the cached images."""


class ImageCache:
    """A folder of page images that any number of processes share."""

    def __init__(self, folder: Path, *, max_bytes: int = MAX_BYTES, max_age_s: float) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._max_age_s = max_age_s
        self._lock = threading.Lock()
        self._eviction_is_scheduled = False
        self.evict()  # what an earlier process left behind

    def get(self, sha256: str, page: int) -> bytes | None:
        """Return the image of a page of the file with this hash."""
        try:
            return self._file(sha256, page).read_bytes()
        except OSError:
            return None

    def put(self, sha256: str, page: int, image: bytes) -> None:
        """Store an image atomically. On a full disk it is not stored, and is rendered again next time."""
        draft = self._folder / f".{secrets.token_hex(8)}"
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            draft.write_bytes(image)
            draft.replace(self._file(sha256, page))
        self.evict()
        self._schedule_eviction()

    def delete(self, sha256: str) -> None:
        """Delete the images of a file."""
        for path in self._folder.glob(f"{sha256}-*.png"):
            path.unlink(missing_ok=True)

    def evict(self) -> None:
        """Delete the images that are too old, then the oldest of the rest until they fit."""
        images = sorted(self._images(), key=itemgetter(0))
        total = sum(size for _, size, _ in images)
        for modified, size, path in images:
            if modified > time.time() - self._max_age_s and total <= self._max_bytes:
                return
            path.unlink(missing_ok=True)
            total -= size

    def _schedule_eviction(self) -> None:
        """Evict old images in time even if nobody asks for an image then."""
        with self._lock:
            if self._eviction_is_scheduled:
                return
            self._eviction_is_scheduled = True
        timer = threading.Timer(self._max_age_s + 1, self._run_scheduled_eviction)
        timer.daemon = True
        timer.start()

    def _run_scheduled_eviction(self) -> None:
        with self._lock:
            self._eviction_is_scheduled = False
        self.evict()
        if self._images():
            self._schedule_eviction()

    def _file(self, sha256: str, page: int) -> Path:
        return self._folder / f"{sha256}-{page}.png"

    def _images(self) -> list[tuple[float, int, Path]]:
        """Return the modification time, the size and the path of every image."""
        images: list[tuple[float, int, Path]] = []
        with suppress(FileNotFoundError):
            for path in self._folder.iterdir():
                with suppress(FileNotFoundError):
                    status = path.stat()
                    images.append((status.st_mtime, status.st_size, path))
        return images

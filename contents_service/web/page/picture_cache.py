"""Pictures that were drawn once, kept on disk for a while: bounded, and gone soon after they were drawn."""

from __future__ import annotations

import secrets
import threading
import time
from contextlib import suppress
from operator import itemgetter
from pathlib import Path

KEPT_BYTES = 200_000_000


class PictureCache:
    """A folder of pictures that any number of processes share."""

    def __init__(self, folder: Path, *, most_bytes: int = KEPT_BYTES, kept_s: float) -> None:
        self._folder = folder
        self._most_bytes = most_bytes
        self._kept_s = kept_s
        self._lock = threading.Lock()
        self._sweeps = False
        self.sweep()  # what a process left behind that ended before its pictures were due to go

    def get(self, sha256: str, page: int) -> bytes | None:
        """The picture of a page of the file with this hash."""
        try:
            return self._file(sha256, page).read_bytes()
        except OSError:
            return None

    def put(self, sha256: str, page: int, picture: bytes) -> None:
        """Keep a picture, whole or not at all; a full disk only means that it is drawn again."""
        draft = self._folder / f".{secrets.token_hex(8)}"
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            draft.write_bytes(picture)
            draft.replace(self._file(sha256, page))
        self.sweep()
        self._sweep_later()

    def forget(self, sha256: str) -> None:
        """Delete the pictures of a file."""
        for path in self._folder.glob(f"{sha256}-*.png"):
            path.unlink(missing_ok=True)

    def sweep(self) -> None:
        """Delete what is old, and of the rest the oldest until it fits."""
        found = sorted(self._aged(), key=itemgetter(0))
        total = sum(size for _, size, _ in found)
        for modified, size, path in found:
            if modified > time.time() - self._kept_s and total <= self._most_bytes:
                return
            path.unlink(missing_ok=True)
            total -= size

    def _sweep_later(self) -> None:
        """See that what was kept now goes in time, though nobody may ask for a picture then."""
        with self._lock:
            if self._sweeps:
                return
            self._sweeps = True
        timer = threading.Timer(self._kept_s + 1, self._swept_in_time)
        timer.daemon = True
        timer.start()

    def _swept_in_time(self) -> None:
        with self._lock:
            self._sweeps = False
        self.sweep()
        if self._aged():
            self._sweep_later()

    def _file(self, sha256: str, page: int) -> Path:
        return self._folder / f"{sha256}-{page}.png"

    def _aged(self) -> list[tuple[float, int, Path]]:
        """Every picture with when it was drawn and how large it is."""
        found: list[tuple[float, int, Path]] = []
        with suppress(FileNotFoundError):
            for path in self._folder.iterdir():
                with suppress(FileNotFoundError):
                    seen = path.stat()
                    found.append((seen.st_mtime, seen.st_size, path))
        return found

"""Pictures that were drawn once, kept on disk for a while: bounded, and gone soon after they were last wanted."""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from operator import itemgetter
from pathlib import Path

KEPT_BYTES = 200_000_000
KEPT_S = 3600.0
"""A picture holds what a document says: it goes an hour after it was drawn, whether or not the document is removed."""

SWEPT_EVERY_S = 60.0


class PictureCache:
    """A folder of pictures that any number of processes share."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._swept_at = 0.0

    def get(self, sha256: str, page: int) -> bytes | None:
        """The picture of a page of the file with this hash."""
        self._sweep_now_and_then()
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
        self._swept_at = 0.0

    def _file(self, sha256: str, page: int) -> Path:
        return self._folder / f"{sha256}-{page}.png"

    def _sweep_now_and_then(self) -> None:
        if time.monotonic() - self._swept_at > SWEPT_EVERY_S or not self._swept_at:
            self._swept_at = time.monotonic()
            self._sweep()

    def _sweep(self) -> None:
        """Delete what is old, and of the rest the oldest until it fits."""
        found = sorted(self._aged(), key=itemgetter(0))
        total = sum(size for _, size, _ in found)
        for modified, size, path in found:
            if modified > time.time() - KEPT_S and total <= KEPT_BYTES:
                return
            with suppress(FileNotFoundError):
                path.unlink()
            total -= size

    def _aged(self) -> list[tuple[float, int, Path]]:
        """Every picture with when it was drawn and how large it is."""
        found: list[tuple[float, int, Path]] = []
        with suppress(FileNotFoundError):
            for path in self._folder.iterdir():
                with suppress(FileNotFoundError):
                    seen = path.stat()
                    found.append((seen.st_mtime, seen.st_size, path))
        return found

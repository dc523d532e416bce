"""A file of another store, as steady as one that is open on this machine's disk."""

from __future__ import annotations

from io import SEEK_END, RawIOBase
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from contents_service.home.store_errors import translate_read_errors
from contents_service.home.upload import CHUNK_BYTES

MAX_MEMORY_BYTES = 4 * CHUNK_BYTES
"""What is kept in memory of a file that is being read; beyond that it is on disk."""


class LocalCopy(RawIOBase):
    """A file's bytes, each taken from the store once: seeking back finds again what was read before."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._kept = SpooledTemporaryFile(MAX_MEMORY_BYTES)  # noqa: SIM115  # closed with this
        self._length = 0
        self._at = 0

    def readable(self) -> bool:
        """It can be read."""
        return True

    def seekable(self) -> bool:
        """Any place of it can be sought."""
        return True

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Go to a place; the end is known once all was taken."""
        if whence == SEEK_END:
            self._take(None)
        self._at = max(0, offset + (0, self._at, self._length)[whence])
        return self._at

    def tell(self) -> int:
        """The place of the next byte."""
        return self._at

    def readinto(self, buffer: Any, /) -> int:
        """Fill a buffer from the place on, as far as there is something."""
        wanted = len(buffer)
        self._take(self._at + wanted)
        self._kept.seek(self._at)
        got = self._kept.read(wanted)
        buffer[: len(got)] = got
        self._at += len(got)
        return len(got)

    def close(self) -> None:
        """Let go of the store's stream and of what was kept."""
        if not self.closed:
            self._stream.close()
            self._kept.close()
        super().close()

    def _take(self, until: int | None) -> None:
        """Take from the store what is missing up to a place (None: all)."""
        self._kept.seek(self._length)
        with translate_read_errors():
            self._stream.seek(self._length)  # in memory:// all who have a file open share one place in it
            while until is None or self._length < until:
                chunk = self._stream.read(CHUNK_BYTES if until is None else until - self._length)
                if not chunk:
                    return
                self._kept.write(chunk)
                self._length += len(chunk)

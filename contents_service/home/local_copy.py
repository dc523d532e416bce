"""A local copy of a file in another store, made while it is read."""

from __future__ import annotations

from io import SEEK_END, RawIOBase
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from contents_service.home.store_errors import translate_read_errors
from contents_service.home.upload import CHUNK_BYTES

MAX_MEMORY_BYTES = 4 * CHUNK_BYTES
"""Largest number of bytes of a copy that is kept in memory; a larger copy is on disk."""


class LocalCopy(RawIOBase):
    """A file's bytes, each fetched from the store only once, so that after seeking back the same bytes are read."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._copy = SpooledTemporaryFile(MAX_MEMORY_BYTES)  # noqa: SIM115  # closed with this
        self._length = 0
        self._position = 0

    def readable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Go to a position; seeking from the end fetches the whole file."""
        if whence == SEEK_END:
            self._fetch(None)
        self._position = max(0, offset + (0, self._position, self._length)[whence])
        return self._position

    def tell(self) -> int:
        """Return the position of the next byte."""
        return self._position

    def readinto(self, buffer: Any, /) -> int:
        """Fill a buffer from the current position, and return how many bytes there were."""
        size = len(buffer)
        self._fetch(self._position + size)
        self._copy.seek(self._position)
        data = self._copy.read(size)
        buffer[: len(data)] = data
        self._position += len(data)
        return len(data)

    def close(self) -> None:
        """Close the store's stream and the copy."""
        if not self.closed:
            self._stream.close()
            self._copy.close()
        super().close()

    def _fetch(self, until: int | None) -> None:
        """Fetch the missing bytes up to a position (None: all)."""
        self._copy.seek(self._length)
        with translate_read_errors():
            self._stream.seek(self._length)  # with memory:// all who have a file open share its position
            while until is None or self._length < until:
                chunk = self._stream.read(CHUNK_BYTES if until is None else until - self._length)
                if not chunk:
                    return
                self._copy.write(chunk)
                self._length += len(chunk)

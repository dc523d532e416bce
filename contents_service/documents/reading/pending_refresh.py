"""Lets searches see new readings, several at once, since each refresh costs the index time."""

from __future__ import annotations

import threading

from contents_service.errors import ContentsError
from contents_service.index.protocol import Index

REFRESH_INTERVAL_S = 0.5
"""The longest time that a reading waits to be seen while more documents are due, in seconds."""


class PendingRefresh:
    """Whether something was written that searches do not see yet."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._pending = threading.Event()

    def request(self) -> None:
        """Note that something was written that searches should see."""
        self._pending.set()

    def run(self) -> None:
        """Refresh the index, if something was written since it last was."""
        if not self._pending.is_set():
            return
        self._pending.clear()
        try:
            self._index.refresh()
        except ContentsError:
            self._pending.set()
            raise

"""The service without its web part, over real files, with an index and a clock that the test chooses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from contents_service.documents.reading.document_reader import DocumentSandbox
from contents_service.documents.reading.reader import Reader
from contents_service.documents.services import Services
from contents_service.errors import NotReadable
from contents_service.home.folders import HomeFolders
from contents_service.home.local import LocalStore
from contents_service.home.store import OpenedFile
from contents_service.identity.tokens import DevelopmentSigner
from contents_service.index.protocol import Index
from contents_service.model import Format, NotRead, Progress, Reading, Why
from contents_service.parsing.detection.file_type import detect
from contents_service.parsing.sandbox import read_worker
from contents_service.reasons import why
from contents_service.settings import Settings


class InProcessSandbox:
    """A sandbox that reads with the real parsers, in this process."""

    def close(self) -> None:
        """There is nothing to end."""

    def read(
        self, name: str, data: bytes, *, encoding: str | None, on_progress: Callable[[Progress], None]
    ) -> Reading | NotRead:
        try:
            return read_worker.read(name, data, encoding=encoding, limits=Settings().limits, report=on_progress)
        except NotReadable as error:
            return NotRead(why=why(error.code, **error.details), format="other")


@dataclass
class Clock:
    """A clock that the test moves forward."""

    time: datetime = field(default_factory=lambda: datetime(2026, 11, 30, tzinfo=UTC))

    def __call__(self) -> datetime:
        self.time += timedelta(milliseconds=1)
        return self.time

    def advance(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


class Backend:
    """The services over a Home Folder, and readers."""

    def __init__(self, folder: Path, index: Index, settings: Settings | None = None) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        self.clock = Clock()
        self.services = Services(
            settings=settings or Settings(dev=True),
            home=HomeFolders(LocalStore(self.home), _detect_format),
            index=index,
            token_verifier=DevelopmentSigner(folder / "keys").verifier(),
            now=self.clock,
        )

    def write(self, path: str, text: str | bytes) -> None:
        file = self.home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)

    def reader(
        self, name: str = "reader-1", sandbox: DocumentSandbox | None = None, services: Services | None = None
    ) -> Reader:
        return Reader(services or self.services, sandbox or InProcessSandbox(), name)

    def read_all(self) -> None:
        reader = self.reader()
        while reader.read_one():
            pass


def _detect_format(opened: OpenedFile, name: str) -> tuple[Format, Why | None]:
    try:
        return detect(name, opened.file.read(64_000)).format, None
    except NotReadable as error:
        return "other", why(error.code, **error.details)

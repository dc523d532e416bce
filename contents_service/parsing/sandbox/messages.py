"""The messages between a process and the child that parses one document for it: one task in, lines of JSON out."""

from __future__ import annotations

from msgspec import Struct

from contents_service.limits import Limits
from contents_service.model import Format, Progress, Reading


class ReadTask(Struct, frozen=True, kw_only=True, tag="read"):
    """A document to read; its bytes come in a file descriptor with the message."""

    name: str
    encoding: str | None
    limits: Limits
    last_page: int | None = None


class RenderTask(Struct, frozen=True, kw_only=True, tag="render"):
    """A page to render; the document's bytes come in a file descriptor with the message."""

    page: int
    limits: Limits


class FormatDetected(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The document's format, sent before anything is read."""

    format: Format


class ProgressMade(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The progress of the reading."""

    progress: Progress


class ReadResult(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The reading of the document, whole or in part."""

    reading: Reading


class RenderResult(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The image of a page as a PNG."""

    image: bytes


class NotReadableResult(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The reason why a document has no passages: its code, and the details that fill its sentence."""

    code: str
    details: dict[str, str | int]


class UnexpectedError(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """An error that should not have happened: for the log, never for a Maker."""

    error: str


Task = ReadTask | RenderTask
Result = ReadResult | RenderResult | NotReadableResult
Message = FormatDetected | ProgressMade | Result | UnexpectedError

OUT_OF_MEMORY = 77
"""Exit code of a child that was refused memory; it may have too little left to send a message."""

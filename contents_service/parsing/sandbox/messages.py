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
    """How far the reading has come."""

    progress: Progress


class ReadResult(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The reading of the document, whole or in part."""

    reading: Reading


class RenderResult(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The picture of a page."""

    picture: bytes


class NotReadableResult(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Why the document gives no passage: a reason's code, and the details that fill its sentence."""

    code: str
    details: dict[str, str | int]


class UnexpectedError(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """An error that should not have happened: for the log, never for a Maker."""

    error: str


Task = ReadTask | RenderTask
Result = ReadResult | RenderResult | NotReadableResult
Message = FormatDetected | ProgressMade | Result | UnexpectedError

OUT_OF_MEMORY = 77
"""Exit code of a child that was refused memory: with none left it may not be able to send a message."""

"""What passes between a reader process and the child that reads one document: one task in, lines of JSON out."""

from __future__ import annotations

from msgspec import Struct

from contents_service.limits import Limits
from contents_service.model import Format, Progress, Reading


class Task(Struct, frozen=True, kw_only=True):
    """What a child is to read; the bytes come beside it."""

    name: str
    encoding: str | None
    limits: Limits
    last_page: int | None = None


class Recognised(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """What kind of file it is, told before anything is read."""

    format: Format


class Progressed(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """How far the reading has come."""

    progress: Progress


class Read(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The document as it was read, whole or in part."""

    reading: Reading


class Refused(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Why the document gives no passage: a reason's code and what fills its sentence."""

    code: str
    details: dict[str, str | int]


class Failed(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """What went wrong that should not have: for the log, never for a Maker."""

    error: str


Record = Recognised | Progressed | Read | Refused | Failed

OUT_OF_MEMORY = 77
"""How a child exits that could not have the memory it asked for: with none left it may not be able to tell."""

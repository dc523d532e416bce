"""What passes between a process and the child that parses one document for it: one task in, lines of JSON out."""

from __future__ import annotations

from msgspec import Struct

from contents_service.limits import Limits
from contents_service.model import Format, Progress, Reading


class Task(Struct, frozen=True, kw_only=True, tag="read"):
    """What a child is to read; the bytes come beside it."""

    name: str
    encoding: str | None
    limits: Limits
    last_page: int | None = None


class Drawing(Struct, frozen=True, kw_only=True, tag="draw"):
    """A page that a child is to draw; the document's bytes come beside it."""

    page: int
    limits: Limits


class Recognised(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """What kind of file it is, told before anything is read."""

    format: Format


class Progressed(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """How far the reading has come."""

    progress: Progress


class Read(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The document as it was read, whole or in part."""

    reading: Reading


class Drawn(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The picture of a page."""

    picture: bytes


class Refused(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Why the document gives no passage: a reason's code and what fills its sentence."""

    code: str
    details: dict[str, str | int]


class Failed(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """What went wrong that should not have: for the log, never for a Maker."""

    error: str


AnyTask = Task | Drawing
Record = Recognised | Progressed | Read | Drawn | Refused | Failed

OUT_OF_MEMORY = 77
"""How a child exits that could not have the memory it asked for: with none left it may not be able to tell."""

"""Reading a document: the blocks that a format reader finds, the passages cut from them, and what could not be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, field

from contents_service.model.location import PageRegions, Span, Where

Format = Literal["text", "markdown", "rst", "csv", "json", "yaml", "code", "html", "mail", "pdf", "other"]


class Block(Struct, frozen=True, kw_only=True):
    """The smallest piece that a format reader tells apart: a heading, a paragraph, a row, a run of code.

    `text` is the source's own lines (for HTML and PDF: words in reading order). `path` is the headings above the
    block; a heading's own path ends with itself. `context` is repeated above any passage that contains the block (a
    table's header row). `extra` is indexed with the block and never shown (`Column: value`, both forms of a
    hyphenated word).
    """

    kind: Literal["heading", "prose", "code", "row"]
    """How it is cut if it is too long: prose at sentences, code at line ends, a row never below 2,400 characters."""
    text: str
    lines: Span | None = None
    page: int | None = None
    path: tuple[str, ...] = ()
    key: str | None = None
    record: Span | None = None
    context: str | None = None
    extra: str = ""
    unescaped: str = ""
    """What its escapes such as `\\u00fc` mean, which is shown above its passage."""
    keep_with_next: bool = False
    """True if it says little without the next block: a list's lead-in, a table's caption."""
    stands_alone: bool = False
    """True if it starts a passage of its own, as a symbol of code does."""
    regions: PageRegions | None = None
    """Where it is printed, for formats that have pages."""


class Why(Struct, frozen=True):
    """Why something could not be read, in words a Maker can act on."""

    code: str
    message: str


class Note(Struct, frozen=True):
    """Something worth knowing about how a document was read."""

    code: str
    message: str


class Unread(Struct, frozen=True, kw_only=True):
    """A part of a document that could not be read."""

    where: Where
    code: str
    message: str


class DocumentFacts(Struct, frozen=True, kw_only=True):
    """What reading a file tells about the document as a whole."""

    title: str | None = None
    keywords: str = ""
    """Words indexed with the title and never shown: the front matter's description, aliases and tags."""
    pages: int | None = None
    unread: tuple[Unread, ...] = ()
    notes: tuple[Note, ...] = ()
    encoding: str | None = None


class ParsedDocument(DocumentFacts, frozen=True, kw_only=True):
    """What a format reader found in a file, before it is cut into passages."""

    blocks: Sequence[Block]
    lines: Sequence[str] | None = None
    """The source's lines, for formats whose passages show them as they are; None for HTML and PDF."""
    page_labels: Sequence[str] = ()


class OutlineEntry(Struct, frozen=True):
    """A heading or a symbol, and where it is."""

    heading: tuple[str, ...]
    where: Where


class PassageContent(Struct, frozen=True, kw_only=True):
    """A passage's text and place, before it belongs to a reading."""

    text: str
    where: Where
    context: str | None = None
    extra: str = ""
    regions: PageRegions | None = field(default=None, name="ink")
    """Where on its page it is printed: shown to people, never sent to callers. Indexes store it as `ink`."""


class Reading(DocumentFacts, frozen=True, kw_only=True):
    """Everything one reading of a file produced: its passages in order, its outline, and what is missing."""

    format: Format
    passages: tuple[PassageContent, ...]
    outline: tuple[OutlineEntry, ...] = ()


class NotRead(Struct, frozen=True, kw_only=True):
    """A file that gave no passage, and why."""

    why: Why
    format: Format
    pages: int | None = None
    unread: tuple[Unread, ...] = ()


class Progress(Struct, frozen=True):
    """How far a reading has come."""

    done: int
    of: int
    unit: str

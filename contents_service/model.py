"""Every word of the product, as frozen types.

Shapes that leave the service (`Where`, `Document`, `Passage`, `Answer` …) are those of `openapi.yaml`: every field is
always there, None where it has nothing. Lines, pages and records count from 1, both ends included.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

Span = tuple[int, int]
"""First and last, counted from 1, both included."""

Format = Literal["text", "markdown", "rst", "csv", "json", "yaml", "code", "html", "pdf", "other"]
State = Literal["reading", "read", "partly_read", "not_read"]
Original = Literal["same", "changed", "missing", "unknown"]
Status = Literal["found", "none_holds_it", "no_content_words", "nothing_given", "nothing_read", "still_reading"]


class Where(Struct, frozen=True, kw_only=True):
    """Where something stands in its document; `text` says it in words."""

    text: str
    pages: Span | None = None
    page_label: str | None = None
    lines: Span | None = None
    heading: tuple[str, ...] = ()
    key: str | None = None
    record: Span | None = None
    part: Span | None = None


def place(
    *,
    pages: Span | None = None,
    page_label: str | None = None,
    lines: Span | None = None,
    heading: Sequence[str] = (),
    key: str | None = None,
    record: Span | None = None,
    part: Span | None = None,
) -> Where:
    """The place that these say, in words too: `page 6 (iv)`, or `Returns › Time limit, lines 40–52`."""
    label = page_label if page_label and pages and page_label != str(pages[0]) else None
    if pages:
        said = [_span("page", pages) + (f" ({label})" if label else "")]
    else:
        said = [" › ".join(heading)] if heading else []
        said += [key] if key else []
        said += [_span("record", record)] if record else []
        said += [_span("line", lines)] if lines else []
    said += [f"part {part[0]} of {part[1]}"] if part else []
    return Where(
        text=", ".join(said) or "whole document",
        pages=pages,
        page_label=label,
        lines=lines,
        heading=tuple(heading),
        key=key,
        record=record,
        part=part,
    )


def _span(noun: str, span: Span) -> str:
    first, last = span
    return f"{noun} {first}" if first == last else f"{noun}s {first}–{last}"


# Reading: what a reader makes of a file, and what is kept of it.


Area = tuple[int, int, int, int]
"""A rectangle of a page as it is shown, in thousandths of its width and height: left, top, right, bottom."""


class Ink(Struct, frozen=True):
    """Where on its page something is printed."""

    shape: Span
    """The page's width and height in points, as it is shown."""
    areas: tuple[Area, ...]
    """A rectangle for each line."""
    starts: tuple[int, ...] = ()
    """Of a block: where in its text each of these lines begins."""


class Block(Struct, frozen=True, kw_only=True):
    """The smallest piece that a reader tells apart: a heading, a paragraph, a row, a run of code.

    `text` is the source's own lines (for HTML and PDF: words in reading order). `path` is the headings above it; a
    heading's path ends with itself. `context` must be repeated above any passage that has this block (a table's header
    row). `extra` is indexed with the block and never shown (`Column: value`, both forms of a hyphenated word).
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
    keep_with_next: bool = False
    """Whether it says little without what follows: a list's lead-in, a table's caption."""
    stands_alone: bool = False
    """Whether it begins a passage of its own, as a symbol of code does."""
    ink: Ink | None = None
    """Where it is printed, for formats that have pages."""


class Why(Struct, frozen=True):
    """Why something could not be read, in words a Maker can act on."""

    code: str
    message: str


class Note(Struct, frozen=True):
    """Something worth knowing of how a document was read."""

    code: str
    message: str


class Unread(Struct, frozen=True, kw_only=True):
    """A part of a document that could not be read."""

    where: Where
    code: str
    message: str


class Parsed(Struct, frozen=True, kw_only=True):
    """What a reader found in a file, before it is cut into passages."""

    blocks: Sequence[Block]
    lines: Sequence[str] | None = None
    """The source's lines, for formats whose passages show them as they are; None for HTML and PDF."""
    title: str | None = None
    keywords: str = ""
    """Words indexed with the whole document: its front matter's description, aliases and tags."""
    pages: int | None = None
    page_labels: Sequence[str] = ()
    unread: Sequence[Unread] = ()
    notes: Sequence[Note] = ()
    encoding: str | None = None


class OutlineEntry(Struct, frozen=True):
    """A heading or a symbol, and where it is."""

    heading: tuple[str, ...]
    where: Where


class Draft(Struct, frozen=True, kw_only=True):
    """A passage as it was cut, before it belongs to a reading."""

    text: str
    where: Where
    context: str | None = None
    extra: str = ""
    ink: Ink | None = None
    """Where on its page it is printed: shown to people, never sent to callers."""


class Reading(Struct, frozen=True, kw_only=True):
    """All that reading a file gave: its passages in order, its outline, and an account of what is missing."""

    format: Format
    passages: tuple[Draft, ...]
    outline: tuple[OutlineEntry, ...] = ()
    title: str | None = None
    keywords: str = ""
    pages: int | None = None
    unread: tuple[Unread, ...] = ()
    notes: tuple[Note, ...] = ()
    encoding: str | None = None


class Progress(Struct, frozen=True):
    """How far a reading has come."""

    done: int
    of: int
    unit: str


class NotRead(Struct, frozen=True, kw_only=True):
    """A file that gave no passage, and why."""

    why: Why
    format: Format
    pages: int | None = None
    unread: tuple[Unread, ...] = ()


# What the index keeps of a document: its record.


class File(Struct, frozen=True, kw_only=True):
    """The file as it was when it was last opened; `modified_ns` is the store's own time in nanoseconds."""

    bytes: int
    sha256: str
    modified_ns: int


class Held(Struct, frozen=True, kw_only=True):
    """The reading that answers searches."""

    reading: str
    """The id that its passages carry."""
    read_at: str
    file: File
    format: Format
    title: str | None
    passages: int
    pages: int | None
    unread: tuple[Unread, ...]
    notes: tuple[Note, ...]
    encoding: str | None
    reader_version: int
    keywords: str = ""
    """Indexed with the title, and kept so that a backup can write the reading again; no caller sees them."""


class Failure(Struct, frozen=True):
    """An attempt to read again that failed, while the earlier reading goes on answering."""

    at: str
    why: Why


class Job(Struct, frozen=True, kw_only=True):
    """A reading that is due, or under way while a reader holds its lease."""

    reading: str
    since: str
    attempts: int = 0
    holder: str | None = None
    lease_until: float = 0.0
    """In seconds since 1970; a reader that still lives renews it."""
    progress: Progress | None = None


class Record(Struct, frozen=True, kw_only=True):
    """All that is known of a document that a person gave to an application."""

    id: str
    app: str
    giver: str
    path: str
    given_at: str
    file: File
    format: Format = "other"
    enabled: bool = True
    encoding_chosen: str | None = None
    held: Held | None = None
    why: Why | None = None
    """Why there is no reading, when none is held and none is due."""
    unread: tuple[Unread, ...] = ()
    pages: int | None = None
    reread: Failure | None = None
    job: Job | None = None
    retired: tuple[str, ...] = ()
    """Readings that no longer answer and whose passages are still to be deleted."""
    removed: bool = False

    @property
    def name(self) -> str:
        """The file's name without its folder."""
        return self.path.rpartition("/")[2]

    @property
    def state(self) -> State:
        """What the Maker sees: is it read, and if not, is it being read."""
        if self.job:
            return "reading"
        if not self.held:
            return "not_read"
        return "partly_read" if self.held.unread else "read"


# What callers see.


class Document(Struct, frozen=True, kw_only=True):
    """A document that was given, as the API and the card show it."""

    id: str
    path: str
    name: str
    title: str | None
    given_by: str
    given_at: str
    read_at: str | None
    enabled: bool
    state: State
    progress: Progress | None
    why: Why | None
    reread: Failure | None
    original: Original
    format: Format
    bytes: int
    sha256: str
    encoding: str | None
    passages: int
    pages: int | None
    unread: tuple[Unread, ...]
    notes: tuple[Note, ...]


class Passage(Struct, frozen=True, kw_only=True):
    """A few paragraphs that know where they are."""

    id: str
    document: str
    number: int
    text: str
    context: str | None
    where: Where
    citation: str
    version: str


class Also(Struct, frozen=True):
    """Another place where the same text stands."""

    document: str
    where: Where
    citation: str


class Part(Struct, frozen=True):
    """One part of a passage's score: what it is for, and how much it added."""

    name: str
    value: float


class FoundPassage(Struct, frozen=True, kw_only=True):
    """A passage that answers a question, with its rank and what of the question it holds."""

    id: str
    document: str
    number: int
    text: str
    context: str | None
    where: Where
    citation: str
    version: str
    rank: int
    score: float
    matched: tuple[str, ...]
    missing: tuple[str, ...]
    original: Original
    also: tuple[Also, ...]
    explanation: tuple[Part, ...] | None


class UnreadPart(Struct, frozen=True, kw_only=True):
    """A part of a searched document that could not be read and may hold the answer; `where` is None for all of it."""

    document: str
    where: Where | None
    code: str
    message: str


class Answer(Struct, frozen=True, kw_only=True):
    """What a search gives: the passages that answer, or a plain word that none does and why."""

    status: Status
    weak: bool
    question: str
    shortened: bool
    passages: tuple[FoundPassage, ...] = ()
    nearest: tuple[FoundPassage, ...] = ()
    missing_words: tuple[str, ...] = ()
    near_words: dict[str, tuple[str, ...]] = {}
    unread: tuple[UnreadPart, ...] = ()
    reading: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()
    took_ms: float = 0.0


class Entry(Struct, frozen=True, kw_only=True):
    """A file or folder of a Home Folder, as the picker shows it."""

    name: str
    path: str
    kind: Literal["file", "folder"]
    bytes: int | None
    modified: str
    format: Format | None
    readable: bool
    why: Why | None


# Who asks, and what they may see.


class Person(Struct, frozen=True):
    """A person, who sees and changes what they gave."""

    sub: str


class Deployment(Struct, frozen=True, kw_only=True):
    """An application that runs; it searches what its owner gave it and changes nothing."""

    sub: str
    app: str
    owner: str
    documents: frozenset[str] | None = None
    """The paths that its token names, if it names any: they bound every request."""


Principal = Person | Deployment


class Scope(Struct, frozen=True):
    """The documents that a principal may see of an application: those that one person gave it.

    There is no scope of everything. `named` narrows it to some paths; None leaves it at all that the giver gave.
    """

    app: str
    giver: str
    named: frozenset[str] | None = None

    def covers(self, path: str) -> bool:
        """Whether a document given under this path is in the scope."""
        return self.named is None or path in self.named

    def narrowed(self, paths: Sequence[str]) -> Scope:
        """This scope, with only those of its documents that have these paths."""
        named = frozenset(paths)
        return Scope(self.app, self.giver, named if self.named is None else self.named & named)


class OfApplication(Struct, frozen=True):
    """Everything that an application was given, by whomever: it is no scope, and only its operator can name it."""

    app: str

    def covers(self, app: str, _giver: str) -> bool:
        """Whether what a giver gave to an application is part of it."""
        return app == self.app


class OfPerson(Struct, frozen=True):
    """Everything that a person gave, to whatever application: it is no scope, and only an operator can name it."""

    giver: str

    def covers(self, _app: str, giver: str) -> bool:
        """Whether what a giver gave to an application is part of it."""
        return giver == self.giver


class OfAll(Struct, frozen=True):
    """Everything that anybody gave to whatever application: it is no scope, and only an operator can name it."""

    def covers(self, _app: str, _giver: str) -> bool:
        """Whether what a giver gave to an application is part of it."""
        return True


Whose = OfApplication | OfPerson | OfAll
"""What an operator's command is about."""

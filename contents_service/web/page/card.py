"""The card *What it knows*: every document of an application, filtered, sorted, counted, and shown page by page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from math import ceil
from typing import Any, Literal, Self, get_args

from msgspec import Struct
from msgspec.structs import replace

from contents_service.documents import listing
from contents_service.documents.freshness import original_state
from contents_service.documents.services import Services
from contents_service.model import Document, Record, Scope, State
from contents_service.web.wording import ago

ROWS = 50
"""Documents on one page of the card."""

SEARCH_CHARACTERS = 200
REMOVING_MOST = 1_000
"""Documents that may be marked for removal at once."""

Shown = Literal["all", "read", "partly_read", "not_read", "reading", "off", "changed"]
Sort = Literal["given", "name", "read", "attention"]

SHOWN: Mapping[Shown, str] = {
    "all": "All",
    "read": "Read",
    "partly_read": "Partly read",
    "not_read": "Not read",
    "reading": "Reading",
    "off": "Switched off",
    "changed": "Changed",
}
SORTS: Mapping[Sort, str] = {
    "given": "Given last",
    "read": "Read last",
    "name": "Name",
    "attention": "Needs attention",
}

_ATTENTION: Mapping[State, int] = {"not_read": 0, "partly_read": 1, "reading": 2, "read": 3}


class View(Struct, frozen=True, kw_only=True):
    """What of the card is asked for; it stands in the page's address, so that a reload shows the same."""

    search: str = ""
    shown: Shown = "all"
    sort: Sort = "given"
    page: int = 1
    removing: tuple[str, ...] = ()
    """Documents whose removal is to be confirmed."""

    @classmethod
    def asked(cls, said: Mapping[str, Sequence[str]]) -> Self:
        """The view that an address asks for; what it says wrong is passed over."""
        search, shown, sort, page = (next(iter(said.get(name, ())), "") for name in ("q", "show", "sort", "page"))
        return cls(
            search=search.strip()[:SEARCH_CHARACTERS],
            shown=shown if shown in get_args(Shown) else "all",  # type: ignore[arg-type]  # it is one of them
            sort=sort if sort in get_args(Sort) else "given",  # type: ignore[arg-type]  # it is one of them
            page=max(1, int(page)) if page.isascii() and page.isdigit() and len(page) < 7 else 1,
            removing=tuple(said.get("remove", ()))[:REMOVING_MOST],
        )

    def address(self, **changes: Any) -> dict[str, Any]:
        """The arguments of the address of this view, or of one that differs in something."""
        view = replace(self, **changes)
        said = {"q": view.search, "show": view.shown, "sort": view.sort, "page": view.page, "remove": view.removing}
        usual = {"q": "", "show": "all", "sort": "given", "page": 1, "remove": ()}
        return {name: value for name, value in said.items() if value != usual[name]}


class Row(Struct, frozen=True):
    """A document on the card, and how long ago what its line tells was."""

    document: Document
    when: str
    removing: bool


class Card(Struct, frozen=True, kw_only=True):
    """What the card shows."""

    view: View
    rows: tuple[Row, ...]
    counts: Mapping[str, int]
    """How many documents there are in each state, and under `all`, `off` and `searchable`."""
    matching: int
    removing: tuple[Document, ...]

    @property
    def total(self) -> int:
        """How many documents were given."""
        return self.counts["all"]

    @property
    def reading(self) -> int:
        """How many are being read."""
        return self.counts["reading"]

    @property
    def searchable(self) -> int:
        """How many a search looks into: switched on, and read as far as that went."""
        return self.counts["searchable"]

    @property
    def pages(self) -> int:
        """How many pages of the card there are."""
        return max(1, ceil(self.matching / ROWS))

    @property
    def first(self) -> int:
        """The number of the first document shown, from 1."""
        return (self.view.page - 1) * ROWS + 1

    @property
    def tag(self) -> str:
        """A tag that changes when what is shown does."""
        return listing.etag_of((self.view, self.rows, sorted(self.counts.items()), self.matching, self.removing))


def card_of(services: Services, scope: Scope, view: View) -> Card:
    """The card of an application as a view asks for it: filtered, sorted and counted over all of its documents."""
    records = services.index.scope_snapshot(scope).records(scope)
    order = _ORDERS[view.sort]
    matching = sorted(_matching(services, records, view), key=order.key, reverse=order.reverse)
    page = min(view.page, max(1, ceil(len(matching) / ROWS)))
    now = services.now()
    shown = matching[(page - 1) * ROWS : page * ROWS]
    marked = frozenset(view.removing)
    return Card(
        view=replace(view, page=page),
        rows=tuple(_row(services, record, now, marked) for record in shown),
        counts=_counts(records),
        matching=len(matching),
        removing=tuple(listing.document_of(services, record) for record in records if record.id in marked),
    )


def changed(services: Services, scope: Scope) -> list[Record]:
    """The documents whose files are no longer those that were read."""
    records = services.index.scope_snapshot(scope).records(scope)
    return [record for record in records if _has_changed(services, record)]


def _has_changed(services: Services, record: Record) -> bool:
    return not record.job and original_state(services.home, record) == "changed"


def _row(services: Services, record: Record, now: datetime, marked: frozenset[str]) -> Row:
    document = listing.document_of(services, record)
    return Row(document, ago(document.read_at or document.given_at, now), record.id in marked)


def _matching(services: Services, records: Iterable[Record], view: View) -> Iterable[Record]:
    words = view.search.casefold().split()
    return (record for record in records if _is_shown(services, record, view.shown) and _is_named(record, words))


def _is_shown(services: Services, record: Record, shown: Shown) -> bool:
    match shown:
        case "all":
            return True
        case "off":
            return not record.enabled
        case "changed":
            return _has_changed(services, record)
        case state:
            return record.state == state


def _is_named(record: Record, words: Sequence[str]) -> bool:
    """Whether a document's place in the Home Folder, or its title, has all these words in it."""
    named = f"{record.path.partition('/')[2]} {(record.active and record.active.title) or ''}".casefold()
    return all(word in named for word in words)


def _counts(records: Sequence[Record]) -> dict[str, int]:
    states = Counter(record.state for record in records)
    off = sum(not record.enabled for record in records)
    searchable = sum(record.enabled and record.active is not None for record in records)
    return {"all": len(records), "off": off, "searchable": searchable, **{state: states[state] for state in _ATTENTION}}


def _by_name(record: Record) -> tuple[Any, ...]:
    return (record.name.casefold(), record.path)


def _by_need(record: Record) -> tuple[Any, ...]:
    return (1 if record.reread else _ATTENTION[record.state], *_by_name(record))


class _Order(Struct, frozen=True):
    key: Callable[[Record], tuple[Any, ...]]
    reverse: bool = False


_ORDERS: Mapping[Sort, _Order] = {
    "given": _Order(lambda record: (record.given_at, record.id), reverse=True),
    "read": _Order(lambda record: (record.active.read_at if record.active else "", record.id), reverse=True),
    "name": _Order(_by_name),
    "attention": _Order(_by_need),
}

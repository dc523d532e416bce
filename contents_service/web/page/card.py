"""The card *What it knows*: all documents of an application, filtered, sorted, counted, and shown page by page."""

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
from contents_service.web.wording import time_ago

ROWS_PER_PAGE = 50
"""Documents on one page of the card."""
MAX_SEARCH_CHARACTERS = 200
"""The longest search, in characters; the rest of a longer one is ignored."""
MAX_SELECTED = 1_000
"""The largest number of documents that can be selected at once."""

Filter = Literal["all", "read", "partly_read", "not_read", "reading", "off", "changed"]
Sort = Literal["given", "name", "read", "attention"]

FILTER_NAMES: Mapping[Filter, str] = {
    "all": "All",
    "read": "Read",
    "partly_read": "Partly read",
    "not_read": "Not read",
    "reading": "Reading",
    "off": "Turned off",
    "changed": "Changed",
}
SORT_NAMES: Mapping[Sort, str] = {
    "given": "Added last",
    "read": "Read last",
    "name": "Name",
    "attention": "Needs attention",
}

_ATTENTION: Mapping[State, int] = {"not_read": 0, "partly_read": 1, "reading": 2, "read": 3}


class CardView(Struct, frozen=True, kw_only=True):
    """Which documents the card shows, and in which order. It is part of the page's address and survives a reload."""

    search: str = ""
    filter: Filter = "all"
    sort: Sort = "given"
    page: int = 1
    to_remove: tuple[str, ...] = ()
    """Documents whose removal is waiting to be confirmed."""

    @classmethod
    def from_params(cls, params: Mapping[str, Sequence[str]]) -> Self:
        """Return the view that parameters ask for; invalid values are ignored."""
        search, state, sort, page = (next(iter(params.get(name, ())), "") for name in ("q", "show", "sort", "page"))
        return cls(
            search=search.strip()[:MAX_SEARCH_CHARACTERS],
            filter=state if state in get_args(Filter) else "all",  # type: ignore[arg-type]  # it is one of them
            sort=sort if sort in get_args(Sort) else "given",  # type: ignore[arg-type]  # it is one of them
            page=max(1, int(page)) if page.isascii() and page.isdigit() and len(page) < 7 else 1,
            to_remove=tuple(params.get("remove", ()))[:MAX_SELECTED],
        )

    def params(self, **changes: Any) -> dict[str, Any]:
        """Return the parameters for this view, or for one with some changes; defaults are left out."""
        view = replace(self, **changes)
        params = {"q": view.search, "show": view.filter, "sort": view.sort, "page": view.page, "remove": view.to_remove}
        defaults = {"q": "", "show": "all", "sort": "given", "page": 1, "remove": ()}
        return {name: value for name, value in params.items() if value != defaults[name]}


class Row(Struct, frozen=True):
    """A document on the card."""

    document: Document
    when: str
    """How long ago it was read, or given if it has not been read."""
    to_remove: bool


class Card(Struct, frozen=True, kw_only=True):
    """The card, ready to be rendered."""

    view: CardView
    rows: tuple[Row, ...]
    counts: Mapping[str, int]
    """Number of documents in each state, and under `all`, `off` and `searchable`."""
    matching: int
    """Number of documents that the search and the filter let through, on all pages."""
    to_remove: tuple[Document, ...]

    @property
    def total(self) -> int:
        """Number of documents that were given."""
        return self.counts["all"]

    @property
    def reading(self) -> int:
        """Number of documents that are being read."""
        return self.counts["reading"]

    @property
    def searchable(self) -> int:
        """Number of documents that are searched: turned on, and read at least in part."""
        return self.counts["searchable"]

    @property
    def pages(self) -> int:
        """Number of pages of the card."""
        return _page_count(self.matching)

    @property
    def first(self) -> int:
        """Number of the first document on this page, counted from 1."""
        return (self.view.page - 1) * ROWS_PER_PAGE + 1

    @property
    def tag(self) -> str:
        """A tag that changes whenever the card does."""
        return listing.etag_of((self.view, self.rows, sorted(self.counts.items()), self.matching, self.to_remove))


def build_card(services: Services, scope: Scope, view: CardView) -> Card:
    """Build the card for a view, which filters, sorts and counts all documents of the application."""
    records = services.index.scope_snapshot(scope).records(scope)
    order = _ORDERS[view.sort]
    matching = sorted(_matching(services, records, view), key=order.key, reverse=order.reverse)
    page = min(view.page, _page_count(len(matching)))
    now = services.now()
    on_page = matching[(page - 1) * ROWS_PER_PAGE : page * ROWS_PER_PAGE]
    to_remove = frozenset(view.to_remove)
    return Card(
        view=replace(view, page=page),
        rows=tuple(_row(services, record, now, to_remove) for record in on_page),
        counts=_counts(records),
        matching=len(matching),
        to_remove=tuple(listing.to_document(services, record) for record in records if record.id in to_remove),
    )


def changed_records(services: Services, scope: Scope) -> list[Record]:
    """Return the records of documents whose files have changed since they were read."""
    records = services.index.scope_snapshot(scope).records(scope)
    return [record for record in records if _has_changed(services, record)]


def _page_count(documents: int) -> int:
    return max(1, ceil(documents / ROWS_PER_PAGE))


def _has_changed(services: Services, record: Record) -> bool:
    return not record.job and original_state(services.home, record) == "changed"


def _row(services: Services, record: Record, now: datetime, to_remove: frozenset[str]) -> Row:
    document = listing.to_document(services, record)
    return Row(document, time_ago(document.read_at or document.given_at, now), record.id in to_remove)


def _matching(services: Services, records: Iterable[Record], view: CardView) -> Iterable[Record]:
    words = view.search.casefold().split()
    return (record for record in records if _passes_filter(services, record, view.filter) and _has_words(record, words))


def _passes_filter(services: Services, record: Record, name: Filter) -> bool:
    match name:
        case "all":
            return True
        case "off":
            return not record.enabled
        case "changed":
            return _has_changed(services, record)
        case state:
            return record.state == state


def _has_words(record: Record, words: Sequence[str]) -> bool:
    """Whether a document's path within the Home Folder and its title contain all these words."""
    text = f"{record.path.partition('/')[2]} {(record.active and record.active.title) or ''}".casefold()
    return all(word in text for word in words)


def _counts(records: Sequence[Record]) -> dict[str, int]:
    states = Counter(record.state for record in records)
    off = sum(not record.enabled for record in records)
    searchable = sum(record.enabled and record.active is not None for record in records)
    return {"all": len(records), "off": off, "searchable": searchable, **{state: states[state] for state in _ATTENTION}}


def _by_name(record: Record) -> tuple[Any, ...]:
    return (record.name.casefold(), record.path)


def _by_attention(record: Record) -> tuple[Any, ...]:
    return (1 if record.reread else _ATTENTION[record.state], *_by_name(record))


class _Order(Struct, frozen=True):
    key: Callable[[Record], tuple[Any, ...]]
    reverse: bool = False


_ORDERS: Mapping[Sort, _Order] = {
    "given": _Order(lambda record: (record.given_at, record.id), reverse=True),
    "read": _Order(lambda record: (record.active.read_at if record.active else "", record.id), reverse=True),
    "name": _Order(_by_name),
    "attention": _Order(_by_attention),
}

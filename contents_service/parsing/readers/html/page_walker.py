"""Walk through a page and write down what it says, whatever it leaves unclosed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import islice

from msgspec.structs import replace

from contents_service.limits import Limits
from contents_service.model import Span
from contents_service.parsing.readers.code.split_points import runs
from contents_service.parsing.readers.heading_path import LONGEST_HEADING
from contents_service.parsing.readers.html.items import Item, Zone
from contents_service.parsing.readers.html.paragraph_text import Taken, Words
from contents_service.parsing.readers.html.tables import Table, as_rows, led_into
from contents_service.parsing.readers.html.tags import (
    APART,
    BLOCKS,
    CELLS,
    CLOSES,
    FENCES,
    HEADINGS,
    LISTS,
    NEVER_SHOWN,
    TABLE_PARTS,
    VOID,
    Attributes,
    is_hidden,
    is_strong,
    lays_out,
    leads,
    level_of,
    spans_of,
    zone_of,
)

FARTHEST = 64
"""How many open elements are looked through for one that a tag ends, so that no page costs more than its length."""

_TABLE = frozenset(("table",))
_NOTHING: frozenset[str] = frozenset()

LONGEST_LEAD_IN = 200
"""In characters: a paragraph of this length or less right above a list or a table leads into it, colon or not."""


@dataclass(frozen=True, slots=True)
class _Element:
    """An open element, and what holds for all in it."""

    tag: str
    hidden: bool = False
    zone: Zone = ""
    written: bool = False
    """Whether white space is kept as it is written."""
    level: int = 0
    title: bool = False
    strong: bool = False
    leads: bool = False
    anchor: bool = False
    """Whether it links to a place of this page."""
    table: Table | None = None


class Page(HTMLParser):
    """A page as it is parsed: its items so far, its title, and what it tells search engines of itself."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(convert_charrefs=True)
        self.items: list[Item] = []
        self.title: str | None = None
        self.keywords: list[str] = []
        self._limits = limits
        self._open = [_Element("")]
        self._scopes: list[Counter[str]] = [Counter()]
        """How often each tag is open, in the page and in each cell that is open."""
        self._words = Words()
        self._headed = False

    # What the parser calls.

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """An element begins: it may end others, and the paragraph before it."""
        if tag in BLOCKS:
            self._flush()
            self._end_implied(tag)
        if tag in VOID:
            self._void(tag, dict(attrs))
            return
        if tag in APART:
            self.handle_data(" ")
        self._begin(tag, dict(attrs))

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Browsers take `<p/>` for `<p>`; within a drawing it ends there, and what would hide all that follows, too."""
        self.handle_starttag(tag, attrs)
        if tag in NEVER_SHOWN or tag == "title" or (tag not in VOID and self._scopes[-1]["svg"]):
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """An element ends, and with it all that was left open in it."""
        if tag in BLOCKS:
            self._flush()
        if tag in TABLE_PARTS:
            self._end_nearest(frozenset((tag,)), _NOTHING if tag == "table" else _TABLE)
        elif self._scopes[-1][tag] and (tag in BLOCKS or self._is_near(tag)):
            self._end(tag)
        elif tag in HEADINGS:
            self._end_nearest(frozenset(HEADINGS), FENCES)
        if tag in APART:
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        """Words, at the line where they stand."""
        if not self._open[-1].hidden:
            self._words.add(data, self.getpos()[0], strong=self._open[-1].strong)

    def close(self) -> None:
        """The page ends, and all that is open with it."""
        super().close()
        self._flush()
        while len(self._open) > 1:
            self._pop()

    # Elements that begin.

    def _void(self, tag: str, told: Attributes) -> None:
        if tag == "meta" and (told.get("name") or "").lower() in ("description", "keywords"):
            self.keywords.append(told.get("content") or "")
        elif tag == "br":
            self._words.end_line()
        elif tag == "img" and told.get("alt") and not is_hidden(tag, told):
            self.handle_data(f" {told['alt']} ")

    def _begin(self, tag: str, told: Attributes) -> None:
        around = self._open[-1]
        drawn = tag == "title" and self._scopes[-1]["svg"] > 0
        # A button beside a heading's words or in code copies them; one that is all of a heading opens what it heads.
        copies = tag == "button" and (around.written or (around.level > 0 and self._words.begun()))
        if tag in LISTS or tag in ("table", "pre"):
            self._lead_in(tag)
        level = level_of(tag, told)
        self._headed = self._headed and not level
        element = _Element(
            tag,
            hidden=around.hidden or drawn or copies or is_hidden(tag, told),
            zone=zone_of(tag, told, around.zone),
            written=around.written or tag == "pre",
            level=level or around.level,
            title=around.title or tag == "title",
            strong=around.strong or is_strong(tag, told),
            leads=around.leads or leads(tag, told),
            anchor=tag == "a" and "#" in (told.get("href") or ""),
            table=self._table(tag, told),
        )
        self._scopes[-1][tag] += 1
        self._open.append(element)
        if tag in CELLS:
            self._scopes.append(Counter())

    def _table(self, tag: str, told: Attributes) -> Table | None:
        """The table that an element stands in, told what begins in it."""
        table = self._open[-1].table
        if tag == "table":
            if table:
                table.lays_out = True
            return Table(len(self.items), lays_out(told))
        if table and tag == "tr":
            table.begin_row()
        elif table and tag in ("td", "th"):
            rows, columns = spans_of(told)
            table.begin_cell(len(self.items), heads=tag == "th", rows=rows, columns=columns)
        elif table and tag == "thead":
            table.in_head = True
        return table

    def _lead_in(self, tag: str) -> None:
        """Tie the paragraph right above a list, a table or code to it."""
        last = self.items[-1] if self.items else None
        if last and last.kind == "prose" and _leads_in(last.text, tag):
            self.items[-1] = replace(last, keep_with_next=True)

    # Elements that end.

    def _end_implied(self, tag: str) -> None:
        """End what the start of an element ends: an open paragraph, the list item before it."""
        if self._scopes[-1]["p"]:
            self._end("p")
        ended = CLOSES.get(tag)
        while ended and self._end_nearest(ended, FENCES):
            pass

    def _end_nearest(self, tags: frozenset[str], fences: frozenset[str]) -> bool:
        """End the nearest element with one of these tags; whether there is one on this side of a fence."""
        for element in islice(reversed(self._open), FARTHEST):
            if element.tag in tags:
                self._end(element.tag)
                return True
            if element.tag in fences:
                return False
        return False

    def _is_near(self, tag: str) -> bool:
        """Whether an element within the paragraph is open, so that a stray end tag ends no more than that."""
        for element in islice(reversed(self._open), FARTHEST):
            if element.tag == tag:
                return True
            if element.tag in BLOCKS:
                return False
        return False

    def _end(self, tag: str) -> None:
        """End all that is open down to the nearest element with a tag, which is known to be open."""
        while self._pop() != tag:
            pass

    def _pop(self) -> str:
        element = self._open.pop()
        tag, table = element.tag, element.table
        if element.anchor and not element.written:
            self._words.drop_anchor()
        if tag in CELLS:
            self._scopes.pop()
        self._scopes[-1][tag] -= 1
        if table and tag in ("td", "th"):
            table.end_cell(len(self.items))
        elif table and tag == "thead":
            table.in_head = False
        elif table and tag == "table":
            self._end_table(table)
        return tag

    def _end_table(self, table: Table) -> None:
        rows = as_rows(table, self.items[table.start :])
        if not rows:
            return
        self.items[table.start :] = rows
        at = table.start - 1
        while at >= 0 and self.items[at].kind == "prose" and self.items[at].keep_with_next:
            self.items[at] = led_into(self.items[at], rows[0].context)
            at -= 1

    # Words that are complete.

    def _flush(self) -> None:
        """Write down the words so far as what they are."""
        around = self._open[-1]
        taken = self._words.take(as_written=around.written)
        if not taken:
            return
        if around.title:
            self.title = self.title or " ".join(taken.text.split())
        elif around.written and not around.level:
            self.items += self._code(taken.text, taken.lines, around)
        else:
            self._write(taken, around)

    def _write(self, taken: Taken, around: _Element) -> None:
        text, lines = taken.text, taken.lines
        heads = around.level > 0 and not self._headed and len(text) <= LONGEST_HEADING
        self._headed = self._headed or heads
        if heads:
            text = " ".join(text.split())
            self.items.append(Item(kind="heading", text=text, lines=lines, zone=around.zone, level=around.level))
            return
        names = (around.leads or taken.strong) and len(text) <= LONGEST_LEAD_IN
        self.items.append(
            Item(kind="prose", text=text, lines=lines, zone=around.zone, keep_with_next=names, strong=taken.strong)
        )

    def _code(self, text: str, lines: Span, around: _Element) -> Iterator[Item]:
        """Code, in runs at their own lines where it is long; none if it is the numbers beside another cell's lines."""
        written, zone = text.strip("\n").rstrip().split("\n"), around.zone
        if around.table and _are_line_numbers(written):
            return
        if len(written) != lines[1] - lines[0] + 1:
            yield Item(kind="code", text="\n".join(written), lines=lines, zone=zone)
            return
        for first, last in runs(written, (1, len(written)), self._limits):
            own = (lines[0] + first - 1, lines[0] + last - 1)
            yield Item(kind="code", text="\n".join(written[first - 1 : last]), lines=own, zone=zone)


def _leads_in(text: str, tag: str) -> bool:
    return text.endswith(":") or (tag != "pre" and len(text) <= LONGEST_LEAD_IN)


def _are_line_numbers(written: Sequence[str]) -> bool:
    first = written[0].strip()
    if not (first.isdecimal() and len(first) < 6 and len(written) > 1):
        return False
    return all(line.strip() == str(number) for number, line in enumerate(written, int(first)))

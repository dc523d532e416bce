"""Walk through a page, and collect its text as items, no matter which tags are missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html.parser import HTMLParser

from msgspec.structs import replace

from contents_service.limits import Limits
from contents_service.model import Span
from contents_service.parsing.readers.code.split_points import split_code
from contents_service.parsing.readers.heading_path import MAX_HEADING_CHARACTERS
from contents_service.parsing.readers.html.items import Item
from contents_service.parsing.readers.html.open_elements import Element, OpenElements
from contents_service.parsing.readers.html.paragraph_text import ParagraphBuilder, ParagraphText
from contents_service.parsing.readers.html.raised_text import Raised
from contents_service.parsing.readers.html.styles import Style, read_style
from contents_service.parsing.readers.html.tables import OpenTable, table_rows, tie_to_table
from contents_service.parsing.readers.html.tags import (
    BARRIERS,
    BOLD,
    CLOSED_BY_START_TAG,
    HEADINGS,
    LISTS,
    NEVER_SHOWN,
    PARAGRAPH_BREAKING,
    RUBY_BARRIERS,
    RUBY_PARTS,
    RUBY_READINGS,
    SPACED_INLINE,
    STRUCK,
    TABLE_PARTS,
    VOID,
    Attributes,
    find_heading_level,
    find_raised,
    find_zone,
    is_hidden,
    is_layout_table,
    is_lead_in,
    read_spans,
)
from contents_service.parsing.readers.paragraphs import MAX_LEAD_IN_CHARACTERS

_TABLE = frozenset(("table",))
_NO_BARRIERS: frozenset[str] = frozenset()


class PageWalker(HTMLParser):
    """A parser that collects a page's items, its title, and its keywords for search engines."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(convert_charrefs=True)
        self.items: list[Item] = []
        self.title: str | None = None
        self.keywords: list[str] = []
        self._limits = limits
        self._open = OpenElements()
        self._paragraph = ParagraphBuilder()
        self._heading_is_complete = False
        """Whether the open heading element already gave a heading; what else is in it is prose."""

    # Calls from the parser.

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Begin an element; a block-level one ends the paragraph before it and elements left open."""
        if tag in PARAGRAPH_BREAKING:
            self._end_paragraph()
            self._end_implied(tag)
        elif tag in RUBY_PARTS:
            self._end_nearest(CLOSED_BY_START_TAG[tag], RUBY_BARRIERS)
        if tag in VOID:
            self._handle_void(tag, dict(attrs))
            return
        if tag in SPACED_INLINE:
            self.handle_data(" ")
        self._begin(tag, dict(attrs))

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Begin an element written as `<p/>`, which browsers take for `<p>`.

        It also ends in a drawing, and if it would otherwise hide everything that follows.
        """
        self.handle_starttag(tag, attrs)
        if tag in NEVER_SHOWN or tag == "title" or (tag not in VOID and self._open.has("svg")):
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """End an element, and everything that is still open in it."""
        if tag in PARAGRAPH_BREAKING:
            self._end_paragraph()
        if tag in TABLE_PARTS:
            self._end_nearest(frozenset((tag,)), _NO_BARRIERS if tag == "table" else _TABLE)
        elif self._open.has(tag) and (tag in PARAGRAPH_BREAKING or self._open.is_in_paragraph(tag)):
            self._end(tag)
        elif tag in STRUCK and self._open.has(tag):
            self._end_paragraph()  # browsers may strike out all the rest of the page, which nobody means
            self._end(tag)
        elif tag in HEADINGS:
            self._end_nearest(frozenset(HEADINGS), BARRIERS)
        if tag in SPACED_INLINE:
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        """Add visible text to the paragraph."""
        element = self._open.innermost
        if data and not element.is_hidden:
            self._paragraph.add(data, self.lineno, is_bold=element.is_bold, is_struck=element.is_struck)
        elif element.is_reading:
            self._paragraph.add_reading(data)

    def close(self) -> None:
        """End the page and everything that is still open."""
        super().close()
        self._end_paragraph()
        while self._open:
            self._pop()

    # Elements that begin.

    def _handle_void(self, tag: str, attributes: Attributes) -> None:
        if tag == "meta" and (attributes.get("name") or "").lower() in ("description", "keywords"):
            self.keywords.append(attributes.get("content") or "")
        elif tag == "br":
            self._paragraph.break_line()
        elif tag == "img" and (words := attributes.get("alt")):
            style = read_style(attributes.get("style"))
            self.handle_data("" if is_hidden(tag, attributes, style) else f" {words} ")

    def _begin(self, tag: str, attributes: Attributes) -> None:
        parent = self._open.innermost
        style = read_style(attributes.get("style"))
        in_drawing = tag == "title" and self._open.has("svg")
        in_ruby = tag in RUBY_PARTS and tag != "rb" and self._open.has("ruby")
        if tag in LISTS or tag in ("table", "pre"):
            self._tie_lead_in_to(tag)
        level = find_heading_level(tag, attributes)
        self._heading_is_complete = self._heading_is_complete and not level
        links_within_page = tag == "a" and "#" in (attributes.get("href") or "")
        raised = self._begin_raised(tag, attributes, style)
        if links_within_page:
            self._paragraph.mark_reference()
        self._open.push(
            Element(
                tag,
                is_hidden=parent.is_hidden
                or in_drawing
                or in_ruby
                or self._is_copy_button(tag)
                or is_hidden(tag, attributes, style),
                is_reading=parent.is_reading or (in_ruby and not parent.is_hidden and tag in RUBY_READINGS),
                zone=find_zone(tag, attributes, parent.zone),
                preformatted=parent.preformatted or tag == "pre",
                heading_level=level or parent.heading_level,
                in_title=parent.in_title or tag == "title",
                is_bold=parent.is_bold or tag in BOLD or style.is_bold,
                is_struck=parent.is_struck or tag in STRUCK or style.is_struck,
                raised=raised,
                is_lead_in=parent.is_lead_in or is_lead_in(tag, attributes),
                links_within_page=links_within_page,
                first_part=self._paragraph.part_count,
                table=self._table_of(tag, attributes),
            )
        )

    def _begin_raised(self, tag: str, attributes: Attributes, style: Style) -> Raised:
        """Begin raised or lowered text if an element is such; it refers to a note if it is all of a link."""
        raised = "" if self._paragraph.is_raised else find_raised(tag, attributes, style)
        if raised:
            link = self._open.innermost
            is_whole_link = link.links_within_page and link.first_part == self._paragraph.part_count
            self._paragraph.begin_raised(raised)
            if is_whole_link:
                self._paragraph.mark_reference()
        return raised

    def _is_copy_button(self, tag: str) -> bool:
        """Whether a button is in code or next to a heading's words; one that is the whole heading opens its section."""
        parent = self._open.innermost
        return tag == "button" and (parent.preformatted or (parent.heading_level > 0 and self._paragraph.has_text()))

    def _table_of(self, tag: str, attributes: Attributes) -> OpenTable | None:
        """Return the table that a new element is or belongs to, and begin the row or cell that it is."""
        table = self._open.innermost.table
        if tag == "table":
            if table:
                table.is_layout = True
            return OpenTable(len(self.items), is_layout_table(attributes))
        if table and tag == "tr":
            table.begin_row()
        elif table and tag in ("td", "th"):
            rows, columns = read_spans(attributes)
            table.begin_cell(len(self.items), is_header=tag == "th", rows=rows, columns=columns)
        elif table and tag == "thead":
            table.in_head = True
        return table

    def _tie_lead_in_to(self, tag: str) -> None:
        """Keep the paragraph right above a list, table or code together with it, if it leads into it."""
        last = self.items[-1] if self.items else None
        if last and last.kind == "prose" and _leads_into(tag, last.text):
            self.items[-1] = replace(last, keep_with_next=True)

    # Elements that end.

    def _end_implied(self, tag: str) -> None:
        """End what a start tag ends: an open paragraph, the list item or cell before it."""
        if self._open.has("ruby"):
            self._end("ruby")
        if self._open.has("p"):
            self._end("p")
        tags = CLOSED_BY_START_TAG.get(tag)
        while tags and self._end_nearest(tags, BARRIERS):
            pass

    def _end_nearest(self, tags: frozenset[str], barriers: frozenset[str]) -> bool:
        """End the nearest element with one of some tags; whether there is one before a barrier."""
        tag = self._open.nearest(tags, barriers)
        if tag is not None:
            self._end(tag)
        return tag is not None

    def _end(self, tag: str) -> None:
        """End the nearest element with a tag, which must be open, and everything in it."""
        while self._pop() != tag:
            pass

    def _pop(self) -> str:
        element = self._open.pop()
        tag, table = element.tag, element.table
        if element.links_within_page and not element.preformatted:
            self._paragraph.discard_anchor_mark()
        if element.raised:
            self._paragraph.end_raised()
        if table and tag in ("td", "th"):
            table.end_cell(len(self.items))
        elif table and tag == "thead":
            table.in_head = False
        elif table and tag == "table":
            self._end_table(table)
        return tag

    def _end_table(self, table: OpenTable) -> None:
        """Replace a data table's items by its rows, and tie the paragraphs that lead into it to them."""
        rows = table_rows(table, self.items[table.start :])
        if not rows:
            return
        self.items[table.start :] = rows
        above = table.start - 1
        while above >= 0 and self.items[above].kind == "prose" and self.items[above].keep_with_next:
            self.items[above] = tie_to_table(self.items[above], rows[0].context)
            above -= 1

    # Paragraphs that are complete.

    def _end_paragraph(self) -> None:
        """Add the text so far as the title, code, a heading or a paragraph."""
        parent = self._open.innermost
        paragraph = self._paragraph.take(preformatted=parent.preformatted)
        if not paragraph:
            return
        if parent.in_title:
            self.title = self.title or " ".join(paragraph.text.split())
        elif parent.preformatted and not parent.heading_level:
            self.items += self._code_items(paragraph.text, paragraph.lines, parent)
        else:
            self.items.append(self._text_item(paragraph, parent))

    def _text_item(self, paragraph: ParagraphText, parent: Element) -> Item:
        text, lines, zone = paragraph.text, paragraph.lines, parent.zone
        if parent.heading_level and not self._heading_is_complete and len(text) <= MAX_HEADING_CHARACTERS:
            self._heading_is_complete = True
            return Item(kind="heading", text=" ".join(text.split()), lines=lines, zone=zone, level=parent.heading_level)
        leads_in = (parent.is_lead_in or paragraph.is_bold) and len(text) <= MAX_LEAD_IN_CHARACTERS
        return Item(
            kind="prose",
            text=text,
            lines=lines,
            zone=zone,
            keep_with_next=leads_in,
            is_bold=paragraph.is_bold,
            extra=paragraph.readings,
        )

    def _code_items(self, text: str, lines: Span, parent: Element) -> Iterator[Item]:
        """Yield code, split where it is long; nothing for a table cell that only numbers the lines of the next."""
        code, zone = text.strip("\n").rstrip().split("\n"), parent.zone
        if parent.table and _are_line_numbers(code):
            return
        if len(code) != lines[1] - lines[0] + 1:
            yield Item(kind="code", text="\n".join(code), lines=lines, zone=zone)
            return
        for first, last in split_code(code, (1, len(code)), self._limits):
            own_lines = (lines[0] + first - 1, lines[0] + last - 1)
            yield Item(kind="code", text="\n".join(code[first - 1 : last]), lines=own_lines, zone=zone)


def _leads_into(tag: str, text: str) -> bool:
    return text.endswith(":") or (tag != "pre" and len(text) <= MAX_LEAD_IN_CHARACTERS)


def _are_line_numbers(lines: Sequence[str]) -> bool:
    first = lines[0].strip()
    if not (first.isdecimal() and len(first) < 6 and len(lines) > 1):
        return False
    return all(line.strip() == str(number) for number, line in enumerate(lines, int(first)))

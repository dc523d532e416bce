"""Walk through a page, and collect its text as items, no matter which tags are missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html.parser import HTMLParser

from msgspec.structs import replace

from contents_service.limits import Limits
from contents_service.model import Span
from contents_service.parsing.readers.code.split_points import split_code
from contents_service.parsing.readers.heading_path import MAX_HEADING_CHARACTERS
from contents_service.parsing.readers.html.class_names import ClassMeaning, read_classes
from contents_service.parsing.readers.html.controls import Control, find_control
from contents_service.parsing.readers.html.folding import Folding, Panel
from contents_service.parsing.readers.html.items import Item, Zone
from contents_service.parsing.readers.html.open_elements import Element, OpenElements
from contents_service.parsing.readers.html.paragraph_text import ParagraphBuilder, ParagraphText
from contents_service.parsing.readers.html.styles import Style, read_style
from contents_service.parsing.readers.html.tables import OpenTable, table_rows, tie_to_table
from contents_service.parsing.readers.html.tags import (
    BARRIERS,
    BOLD,
    CLOSED_BY_START_TAG,
    HEADINGS,
    LEAD_INS,
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
    ZONED,
    Attributes,
    find_heading_level,
    find_raised,
    find_zone,
    is_hidden,
    is_layout_table,
    is_never_shown,
    read_spans,
)
from contents_service.parsing.readers.paragraphs import MAX_LEAD_IN_CHARACTERS
from contents_service.parsing.readers.raised_text import Raised

MAX_PANEL_DEPTH = 4
"""The largest number of panels around a panel, so that reading takes linear time."""

NO_WIDGETS = frozenset("html body main article section".split())
"""Elements whose classes tell what the page is about, not how a part of it works."""

_TABLE = frozenset(("table",))
_NO_BARRIERS: frozenset[str] = frozenset()


class PageWalker(HTMLParser):
    """A parser that collects a page's items, its title, and its keywords for search engines."""

    def __init__(self, limits: Limits, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.items: list[Item] = []
        self.title: str | None = None
        self.keywords: list[str] = []
        self._limits = limits
        self._open = OpenElements()
        self._paragraph = ParagraphBuilder()
        self._folding = Folding(page, self.items, limits)
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
        self.items = [item for item in self.items if item.text]

    # Elements that begin.

    def _handle_void(self, tag: str, attributes: Attributes) -> None:
        if tag == "meta" and (attributes.get("name") or "").lower() in ("description", "keywords"):
            self.keywords.append(attributes.get("content") or "")
        elif tag == "br":
            self._paragraph.break_line()
        elif tag == "img" and (words := attributes.get("alt")):
            is_shown = not is_hidden(tag, attributes, read_style(attributes.get("style")))
            self.handle_data(f" {words} " if is_shown else "")

    def _begin(self, tag: str, attributes: Attributes) -> None:
        parent = self._open.innermost
        style, classes = read_style(attributes.get("style")), read_classes(attributes.get("class"))
        zone = find_zone(tag, attributes, classes, parent.zone) if attributes or tag in ZONED else parent.zone
        is_tab_list = classes.is_tab_list or attributes.get("role") == "tablist"
        if is_tab_list:
            self._folding.begin_tab_list()
        control = self._begin_control(tag, attributes, parent)
        if tag in LISTS or tag in ("table", "pre"):
            self._tie_lead_in_to(tag)
        level = find_heading_level(tag, attributes)
        self._heading_is_complete = self._heading_is_complete and not level
        in_ruby = tag in RUBY_PARTS and tag != "rb" and self._open.has("ruby")
        widget = len(self.items) if classes.is_folding and tag not in NO_WIDGETS else parent.widget
        is_folded = not parent.is_hidden and is_hidden(tag, attributes, style)
        is_unfolded = is_folded and self._folding.can_unfold(tag, attributes, classes, zone, widget)
        is_left_out = is_never_shown(tag, attributes, classes) or in_ruby or self._is_useless(tag, parent)
        is_shown = not (parent.is_hidden or is_left_out or (is_folded and not is_unfolded))
        panel = self._begin_panel(tag, attributes, classes, zone, is_unfolded=is_unfolded) if is_shown else None
        links_within_page = tag == "a" and "#" in (attributes.get("href") or "")
        raised = self._begin_raised(tag, attributes, style, parent)
        if links_within_page:
            self._paragraph.mark_reference()
        self._open.push(
            Element(
                tag,
                is_hidden=not is_shown,
                is_reading=parent.is_reading or (in_ruby and not parent.is_hidden and tag in RUBY_READINGS),
                zone=zone,
                preformatted=parent.preformatted or tag == "pre",
                heading_level=level or parent.heading_level,
                in_title=parent.in_title or tag == "title",
                is_bold=parent.is_bold or tag in BOLD or style.is_bold,
                is_struck=parent.is_struck or tag in STRUCK or style.is_struck or classes.is_struck,
                raised=raised,
                is_lead_in=parent.is_lead_in or tag in LEAD_INS or classes.is_box_title,
                links_within_page=links_within_page,
                first_part=self._paragraph.part_count,
                first_item=len(self.items),
                control=control,
                in_control=parent.in_control or control is not None,
                panel=panel,
                panel_depth=parent.panel_depth + (panel is not None),
                widget=widget,
                is_tab_list=is_tab_list,
                is_label=classes.is_label,
                table=self._table_of(tag, attributes),
            )
        )

    def _begin_control(self, tag: str, attributes: Attributes, parent: Element) -> Control | None:
        """Begin the control that an element is, if it is one; a tab is a paragraph of its own."""
        if parent.in_control or parent.is_hidden:
            return None
        if not (attributes or parent.is_tab_list or tag == "button"):
            return None
        in_form = tag == "button" and self._open.has("form")
        control = find_control(tag, attributes, in_tab_list=parent.is_tab_list and tag == "label", in_form=in_form)
        if control and control.is_tab:
            self._end_paragraph()
        return control

    def _begin_panel(
        self, tag: str, attributes: Attributes, classes: ClassMeaning, zone: Zone, *, is_unfolded: bool
    ) -> Panel | None:
        """Begin the panel that a block-level element is, if it is one."""
        parent = self._open.innermost
        if (
            tag not in PARAGRAPH_BREAKING
            or not (attributes or tag == "details")
            or parent.panel_depth > MAX_PANEL_DEPTH
        ):
            return None
        if tag == "details":
            return Panel(len(self.items))
        is_tab_panel = classes.is_tab_panel or attributes.get("role") == "tabpanel"
        is_below_title = classes.is_panel and self._folding.is_below_title()
        if not (is_tab_panel or is_unfolded or is_below_title or self._folding.is_named(attributes.get("id"))):
            return None
        return self._folding.begin_panel(
            attributes, self.lineno, zone, is_tab_panel=is_tab_panel, may_move=parent.table is None
        )

    def _begin_raised(self, tag: str, attributes: Attributes, style: Style, parent: Element) -> Raised:
        """Begin raised or lowered text if an element is such; it refers to a note if it is all of a link."""
        raised = find_raised(tag, attributes, style)
        if not raised or self._paragraph.is_raised:
            return ""
        is_whole_link = parent.links_within_page and parent.first_part == self._paragraph.part_count
        self._paragraph.begin_raised(raised)
        if is_whole_link:
            self._paragraph.mark_reference()
        return raised

    def _is_useless(self, tag: str, parent: Element) -> bool:
        """Whether an element is the title of a drawing, or a button in code or next to a heading's words.

        A button that is the whole heading opens its section.
        """
        if tag == "title":
            return self._open.has("svg")
        return tag == "button" and (parent.preformatted or (parent.heading_level > 0 and self._paragraph.has_text()))

    def _table_of(self, tag: str, attributes: Attributes) -> OpenTable | None:
        """Return the table that a new element is or belongs to, and begin the row or cell that it is."""
        table = self._open.innermost.table
        if tag == "table":
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
        self._end_folding(element)
        if table and tag in ("td", "th"):
            table.end_cell(len(self.items))
        elif table and tag == "thead":
            table.in_head = False
        elif table and tag == "table":
            self._end_table(table)
            if around := self._open.innermost.table:
                around.add_nested(table)
        return tag

    def _end_folding(self, element: Element) -> None:
        """End the label, the control or the panel that an element is."""
        if element.is_label:
            self._tie_label(element)
        if element.control:
            self._end_control(element, element.control)
        if element.panel:
            self._folding.end_panel(element.panel)
        elif element.tag == "summary":
            self._end_summary(element)

    def _end_control(self, element: Element, control: Control) -> None:
        """Tell the words of a control, which are in the open paragraph or in items that are complete."""
        if control.is_tab:
            self._end_paragraph()
        if self._paragraph.has_text():
            self._folding.add_control(control, self._paragraph.text_since(element.first_part), is_complete=False)
        elif element.first_item < len(self.items):
            text = " ".join(item.text for item in self.items[element.first_item : element.first_item + 2])
            self._folding.add_control(control, " ".join(text.split()), is_complete=True)

    def _end_summary(self, summary: Element) -> None:
        """Take a summary for the label of its panel, if it is one paragraph."""
        panel = self._open.innermost.panel
        if panel and summary.first_item == len(self.items) - 1 and self.items[-1].kind == "prose":
            panel.label = self.items[-1].text

    def _tie_label(self, element: Element) -> None:
        """Keep a label, such as a question, together with what follows it, if the label is all that its element has."""
        if element.first_item == len(self.items) - 1 and not self._paragraph.has_text():
            last = self.items[-1]
            if last.kind == "prose" and len(last.text) <= MAX_LEAD_IN_CHARACTERS:
                self.items[-1] = replace(last, keep_with_next=True)

    def _end_table(self, table: OpenTable) -> None:
        """Replace a data table's items by its rows, and tie the paragraphs that lead into it to them."""
        rows = table_rows(table, self.items)
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
            self._add_items(self._code_items(paragraph.text, paragraph.lines, parent))
        else:
            self._add_items([self._text_item(paragraph, parent)])

    def _add_items(self, items: Iterable[Item]) -> None:
        for item in items:
            left_level = self._folding.left_level
            self.items.append(replace(item, left_level=left_level) if left_level else item)
            self._folding.complete_item()

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

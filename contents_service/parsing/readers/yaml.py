"""YAML: its entries with their key paths, by libyaml's events; no value is ever built.

Events come one at a time, ten times as fast as nodes, and to any depth; neither an alias nor a repeated key can make
them more than the file has.
"""

from __future__ import annotations

import yaml

from contents_service.model import Block, Note, ParsedDocument
from contents_service.parsing.chunking.line_index import LineIndex
from contents_service.parsing.readers.nested_entries import MAX_STEP_CHARACTERS, Entries
from contents_service.parsing.readers.paragraphs import paragraph_block, paragraph_spans
from contents_service.parsing.readers.source import Source

MAX_EVENTS = 1_000_000
"""The largest number of events read, which takes six of the twenty seconds that a document may take. Twenty megabytes
of YAML as people write it have fewer; nobody looks for the millionth entry of anything by its key."""

_NOT_PARSED = "From line {line:,} on it cannot be parsed as YAML; the rest was read as plain text."
_TOO_MANY = "From line {line:,} on it has more entries than are read by key; the rest was read as plain text."


def read(source: Source) -> ParsedDocument:
    """Read the entries and, from where it cannot be parsed, paragraphs, with a note."""
    parse = _Parse(source)
    stopped = parse.run()
    blocks = parse.entries.blocks(to_end=not stopped)
    if stopped and not blocks:
        raise ValueError(f"line {parse.line:,} is not YAML")
    notes = [*source.notes]
    if not any(block.key for block in blocks):
        blocks = _paragraphs(source, 1, None)
    elif stopped:
        notes.append(Note("read_as_text", stopped.format(line=parse.line)))
        blocks += _paragraphs(source, (blocks[-1].lines or (0, 0))[1] + 1, parse.entries.last_key)
    return ParsedDocument(blocks=blocks, lines=source.lines, notes=tuple(notes), encoding=source.encoding)


def _paragraphs(source: Source, first: int, key: str | None) -> list[Block]:
    """Read the lines from one on as plain text, after the entry with this key."""
    return [paragraph_block(source.lines, span, key=key) for span in paragraph_spans(source.lines, first)]


class _Parse:
    """One pass over the events, which adds each entry with its place."""

    def __init__(self, source: Source) -> None:
        self.entries = Entries(LineIndex(source.lines), source.limits)
        self.line = 1
        self._text = source.text
        self._end = 0
        """Where the last value ended: a block's own end is known only by what follows it."""
        self._key_start = 0
        self._open_in_key = 0
        """How many containers are open within a key that is itself a container."""

    def run(self) -> str | None:
        """Add all entries; if that stops at `line`, return the message of why."""
        try:
            for number, event in enumerate(yaml.parse(self._text, Loader=yaml.CSafeLoader)):
                if number == MAX_EVENTS:
                    return self._stopped_at(_span(event)[0], _TOO_MANY)
                self._take_event(event)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            return self._stopped_at(mark.index if mark else self._end, _NOT_PARSED)
        return None

    def _stopped_at(self, at: int, why: str) -> str:
        self._close_all()
        self.line = self._text.count("\n", 0, at) + 1
        return why

    def _close_all(self) -> None:
        while self.entries.depth:
            if self.entries.wants_value:
                self.entries.add_value(self._end, self._end)
            self.entries.close_container(self._end)

    def _take_event(self, event: yaml.Event) -> None:
        if self._open_in_key:
            self._take_key_event(event)
        elif isinstance(event, yaml.ScalarEvent | yaml.AliasEvent):
            self._scalar(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._open(event)
        elif isinstance(event, yaml.DocumentStartEvent):
            self.entries.begin_document()
        elif isinstance(event, yaml.CollectionEndEvent):
            start, end = _span(event)
            self._end = end if end > start else self._end  # only a bracket ends where it stands
            self.entries.close_container(self._end)

    def _open(self, event: yaml.CollectionStartEvent) -> None:
        start, _ = _span(event)
        if self.entries.wants_key:
            self._key_start, self._open_in_key = start, 1
        else:
            self.entries.open_container(start, is_list=isinstance(event, yaml.SequenceStartEvent))

    def _take_key_event(self, event: yaml.Event) -> None:
        """Take a part of a key that is itself a list or a mapping; such a key is named as it is written."""
        self._open_in_key += isinstance(event, yaml.CollectionStartEvent)
        self._open_in_key -= isinstance(event, yaml.CollectionEndEvent)
        if not self._open_in_key:
            written = self._text[self._key_start : _span(event)[1]][: MAX_STEP_CHARACTERS + 1]
            self.entries.add_key(" ".join(written.split()), self._key_start)

    def _scalar(self, event: yaml.ScalarEvent | yaml.AliasEvent) -> None:
        start, end = _span(event)
        written = self._text[start:end].rstrip()
        self._end = start + len(written)
        value = event.value if isinstance(event, yaml.ScalarEvent) else written
        if self.entries.wants_key:
            self.entries.add_key(value, start)
        else:
            self.entries.add_value(start, self._end, value if written.startswith('"') and "\\" in written else "")


def _span(event: yaml.Event) -> tuple[int, int]:
    """Return where an event is in the text, which libyaml's events always tell."""
    start, end = event.start_mark, event.end_mark
    return (start.index, end.index) if start and end else (0, 0)

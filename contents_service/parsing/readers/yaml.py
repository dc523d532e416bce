"""YAML: its entries with their key paths, by libyaml's events and never by building what they say.

Events rather than nodes: they come one at a time, ten times as fast, nest as deep as they like, and neither an alias
nor a repeated key can make them more than the file has.
"""

from __future__ import annotations

import yaml

from contents_service.model import Block, Note, ParsedDocument
from contents_service.parsing.chunking.line_index import LineIndex
from contents_service.parsing.readers.nested_entries import LONGEST_STEP, Entries
from contents_service.parsing.readers.paragraphs import paragraph, spans
from contents_service.parsing.readers.source import Source

MOST_EVENTS = 1_000_000
"""That are told apart: they take six of the twenty seconds that a document may have. Twenty megabytes of YAML as people
write it have fewer; nobody looks for the millionth entry of anything by its key."""

_BREAKS = "From line {line:,} on it is not YAML that can be parsed; what follows was read as plain text."
_TOO_MANY = "From line {line:,} on it has more entries than are told apart; what follows was read as plain text."


def read(source: Source) -> ParsedDocument:
    """Its entries; from where it cannot be parsed on, its paragraphs, and a note says so."""
    telling = _Telling(source)
    stopped = telling.all()
    blocks = telling.entries.blocks(to_end=not stopped)
    if stopped and not blocks:
        raise ValueError(f"line {telling.line:,} is not YAML")
    notes = [*source.notes]
    if not any(block.key for block in blocks):
        blocks = _paragraphs(source, 1, None)
    elif stopped:
        notes.append(Note("read_as_text", stopped.format(line=telling.line)))
        blocks += _paragraphs(source, (blocks[-1].lines or (0, 0))[1] + 1, telling.entries.last_key)
    return ParsedDocument(blocks=blocks, lines=source.lines, notes=tuple(notes), encoding=source.encoding)


def _paragraphs(source: Source, first: int, key: str | None) -> list[Block]:
    """The lines from one on as plain text, after the entry that this key leads to."""
    return [paragraph(source.lines, span, key=key) for span in spans(source.lines, first)]


class _Telling:
    """One pass over the events, telling the entries what stands where."""

    def __init__(self, source: Source) -> None:
        self.entries = Entries(LineIndex(source.lines), source.limits)
        self.line = 1
        self._text = source.text
        self._end = 0
        """Where the last value ended: a block's own end is known only by what follows it."""
        self._key_start = 0
        self._within_key = 0
        """How many containers are open that are a key themselves."""

    def all(self) -> str | None:
        """Tell it all, or up to `line`, where what is returned happened."""
        try:
            for number, event in enumerate(yaml.parse(self._text, Loader=yaml.CSafeLoader)):
                if number == MOST_EVENTS:
                    return self._stopped_at(_span(event)[0], _TOO_MANY)
                self._tell(event)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            return self._stopped_at(mark.index if mark else self._end, _BREAKS)
        return None

    def _stopped_at(self, at: int, why: str) -> str:
        self._close_all()
        self.line = self._text.count("\n", 0, at) + 1
        return why

    def _close_all(self) -> None:
        while self.entries.depth:
            if self.entries.wants_value:
                self.entries.value(self._end, self._end)
            self.entries.close(self._end)

    def _tell(self, event: yaml.Event) -> None:
        if self._within_key:
            self._tell_key(event)
        elif isinstance(event, yaml.ScalarEvent | yaml.AliasEvent):
            self._scalar(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._open(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            start, end = _span(event)
            self._end = end if end > start else self._end  # only a bracket ends where it stands
            self.entries.close(self._end)

    def _open(self, event: yaml.CollectionStartEvent) -> None:
        start, _ = _span(event)
        if self.entries.wants_key:
            self._key_start, self._within_key = start, 1
        else:
            self.entries.open(start, is_list=isinstance(event, yaml.SequenceStartEvent))

    def _tell_key(self, event: yaml.Event) -> None:
        """A part of a key that is itself a list or a mapping: it is named as it stands."""
        self._within_key += isinstance(event, yaml.CollectionStartEvent)
        self._within_key -= isinstance(event, yaml.CollectionEndEvent)
        if not self._within_key:
            said = self._text[self._key_start : _span(event)[1]][: LONGEST_STEP + 1]
            self.entries.key(" ".join(said.split()), self._key_start)

    def _scalar(self, event: yaml.ScalarEvent | yaml.AliasEvent) -> None:
        start, end = _span(event)
        said = self._text[start:end].rstrip()
        self._end = start + len(said)
        value = event.value if isinstance(event, yaml.ScalarEvent) else said
        if self.entries.wants_key:
            self.entries.key(value, start)
        else:
            self.entries.value(start, self._end, value if said.startswith('"') and "\\" in said else "")


def _span(event: yaml.Event) -> tuple[int, int]:
    """Where an event stands in the text; libyaml's events always say."""
    start, end = event.start_mark, event.end_mark
    return (start.index, end.index) if start and end else (0, 0)

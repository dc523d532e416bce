"""Read mail: each message under its subject, with its text decoded; attachments are named, not read.

Passages show the decoded text. Their places are the lines of the file on which it is encoded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from contents_service.errors import NotReadable
from contents_service.model import Block, Note, ParsedDocument
from contents_service.parsing.detection.encodings import split_lines
from contents_service.parsing.readers import html
from contents_service.parsing.readers.mail.decoding import DecodedText
from contents_service.parsing.readers.mail.messages import Message, TextPart, parse_messages
from contents_service.parsing.readers.paragraphs import merge_small_paragraphs, paragraph_block, paragraph_spans
from contents_service.parsing.readers.source import Source

MAX_NAMED_ATTACHMENTS = 5
"""Largest number of attachments that the note names."""

_NOT_READ = "Attachments of mail are not read: {names}. Save those that the application needs, and add them."
_UNDECODED = "The text of {count} is damaged and was left out (the first begins on line {line:,})."


def read(source: Source) -> ParsedDocument:
    """Return the messages of a mail or a mailbox: a heading and paragraphs for each."""
    try:
        messages = list(parse_messages(split_lines(source.data.decode("latin-1"))))
    except RecursionError as error:
        raise NotReadable("damaged") from error
    if not messages:
        raise ValueError("it has no header of a mail")
    return ParsedDocument(
        blocks=[block for message in messages for block in _blocks(message, source, ())],
        title=messages[0].subject if len(messages) == 1 else None,
        encoding=source.encoding,
        notes=tuple(_notes(messages)),
    )


def _blocks(message: Message, source: Source, above: tuple[str, ...]) -> Iterator[Block]:
    path = (*above, message.subject)
    yield Block(kind="heading", text=message.subject, lines=message.header_lines, path=path)
    blocks = [block for part in message.texts for block in _part_blocks(part, source, path)]
    if not blocks:
        yield Block(kind="prose", text=message.summary, lines=message.header_lines, path=path)
    yield from (replace(block, context=_join(message.summary, block.context)) for block in blocks)
    for nested in message.nested:
        yield from _blocks(nested, source, path)


def _join(*parts: str | None) -> str:
    return "\n".join(part for part in parts if part)


def _part_blocks(part: TextPart, source: Source, path: tuple[str, ...]) -> Iterator[Block]:
    text = part.decoded
    if text is None:
        return
    if part.is_html:
        page = html.read(Source(name=source.name, data=b"", lines=text.lines, limits=source.limits))
        for block in page.blocks:
            yield replace(block, path=(*path, *block.path), lines=_place(text, block.lines or (1, 1)))
    else:
        for span in merge_small_paragraphs(text.lines, paragraph_spans(text.lines), apart=()):
            block = paragraph_block(text.lines, span, path)
            yield replace(block, lines=_place(text, span))


def _place(text: DecodedText, span: tuple[int, int]) -> tuple[int, int]:
    """Return the lines of the file that some lines of a decoded text are on."""
    return text.places[span[0] - 1][0], text.places[span[1] - 1][1]


def _notes(messages: Sequence[Message]) -> Iterator[Note]:
    everything = [each for message in messages for each in message.with_nested()]
    attachments = [name for message in everything for name in message.attachments]
    if attachments:
        named = ", ".join(attachments[:MAX_NAMED_ATTACHMENTS])
        more = len(attachments) - MAX_NAMED_ATTACHMENTS
        yield Note("attachments_not_read", _NOT_READ.format(names=f"{named} and {more:,} more" if more > 0 else named))
    damaged = [part.first_line for message in everything for part in message.texts if part.decoded is None]
    if damaged:
        count = "one part" if len(damaged) == 1 else f"{len(damaged):,} parts"
        yield Note("damaged_characters", _UNDECODED.format(count=count, line=damaged[0]))

"""The messages of a mail or a mailbox (mbox), their headers, and their parts with the lines that these are on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from email import message_from_string
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message as ParsedMessage

from msgspec import Struct

from contents_service.model import Span
from contents_service.parsing.detection.control_characters import leave_out_controls
from contents_service.parsing.readers.heading_path import MAX_HEADING_CHARACTERS
from contents_service.parsing.readers.mail.decoding import DecodedText, decode_text

_MAILBOX_SEPARATOR = re.compile(r"From \S+.*\d{4}")
_SUMMARY_HEADERS = ("From", "To", "Cc", "Date")
_MAX_HEADER_CHARACTERS = 300
"""The longest header that is shown, in characters: a mail may go to thousands."""


class TextPart(Struct, frozen=True):
    """A text of a message; `decoded` is None if it is damaged."""

    decoded: DecodedText | None
    first_line: int
    is_html: bool


class Message(Struct, frozen=True, kw_only=True):
    """A message: its subject, who wrote it when, its texts, and the names of what is attached."""

    subject: str
    summary: str
    """The headers that tell who wrote to whom and when, a line each."""
    header_lines: Span
    texts: tuple[TextPart, ...]
    attachments: tuple[str, ...]
    nested: tuple[Message, ...]
    """The messages that are forwarded within it."""

    def with_nested(self) -> Iterator[Message]:
        """Yield it and all messages within it."""
        yield self
        for message in self.nested:
            yield from message.with_nested()


def parse_messages(lines: Sequence[str]) -> Iterator[Message]:
    """Yield the messages of a file; its lines have one character for each byte."""
    for first, last in _split_mailbox(lines):
        text = "\n".join(lines[first - 1 : last])
        parsed = message_from_string(text)
        if parsed.keys():
            yield _Parser(text, first).parse(parsed)


def _split_mailbox(lines: Sequence[str]) -> Iterator[Span]:
    """Yield the lines of each message, without the lines that separate the messages of a mailbox."""
    if not lines or not _MAILBOX_SEPARATOR.match(lines[0]):
        yield 1, len(lines)
        return
    starts = [
        number
        for number, line in enumerate(lines, 1)
        if line.startswith("From ")
        and _MAILBOX_SEPARATOR.match(line)
        and (number == 1 or not lines[number - 2].strip())
    ]
    for start, end in zip(starts, [*starts[1:], len(lines) + 1], strict=True):
        yield start + 1, end - 1


class _Parser:
    """Goes through the parts of one message in order, and finds each in the text."""

    def __init__(self, text: str, first_line: int) -> None:
        self._text = text
        self._first_line = first_line
        self._at = 0
        self._counted = (0, first_line)
        """An offset and its line, from which lines are counted on."""

    def parse(self, parsed: ParsedMessage) -> Message:
        header_start = self._at
        header_end = self._text.find("\n\n", header_start)
        header_end = len(self._text) if header_end < 0 else header_end
        texts: list[TextPart] = []
        attachments: list[str] = []
        nested: list[Message] = []
        self._take(parsed, texts, attachments, nested, is_chosen=True)
        return Message(
            subject=_header(parsed, "Subject")[:MAX_HEADING_CHARACTERS] or "(no subject)",
            summary="\n".join(f"{name}: {value}" for name in _SUMMARY_HEADERS if (value := _header(parsed, name))),
            header_lines=(self._line_of(header_start), self._line_of(header_end)),
            texts=tuple(texts),
            attachments=tuple(attachments),
            nested=tuple(nested),
        )

    def _take(
        self,
        part: ParsedMessage,
        texts: list[TextPart],
        attachments: list[str],
        nested: list[Message],
        *,
        is_chosen: bool,
    ) -> None:
        """Take a part and those within it; one that is not chosen is only passed over."""
        kind = part.get_content_type()
        if part.is_multipart():
            inner_parts = _inner_parts(part)
            chosen = _choose_alternative(inner_parts) if kind == "multipart/alternative" else None
            for inner in inner_parts:
                if kind == "message/rfc822" and is_chosen:
                    self._at = self._text.find("\n\n", self._at) + 2
                    nested.append(self.parse(inner))
                else:
                    is_inner_chosen = is_chosen and (chosen is None or inner is chosen)
                    self._take(inner, texts, attachments, nested, is_chosen=is_inner_chosen)
            return
        payload = str(part.get_payload())
        first_line = self._find(payload)
        if not is_chosen:
            return
        if kind in ("text/plain", "text/html") and part.get_content_disposition() != "attachment":
            encoding = str(part.get("Content-Transfer-Encoding", "")).strip().lower()
            decoded = decode_text(payload, first_line, encoding, part.get_content_charset())
            texts.append(TextPart(decoded, first_line, kind == "text/html"))
        elif not part.get("Content-Location"):  # the pictures and styles of a saved page are no attachments
            attachments.append(_clean(_decode_words(part.get_filename() or "")) or kind)

    def _find(self, payload: str) -> int:
        """Return the line on which a payload begins, and go on after it."""
        after_header = self._text.find(f"\n\n{payload}", self._at)
        start = after_header + 2 if after_header >= 0 else max(self._text.find(payload, self._at), self._at)
        self._at = start + len(payload)
        return self._line_of(start)

    def _line_of(self, offset: int) -> int:
        start, line = self._counted if offset >= self._counted[0] else (0, self._first_line)
        self._counted = (offset, line + self._text.count("\n", start, offset))
        return self._counted[1]


def _inner_parts(part: ParsedMessage) -> list[ParsedMessage]:
    return [inner for inner in part.get_payload() if isinstance(inner, ParsedMessage)]


def _choose_alternative(parts: Sequence[ParsedMessage]) -> ParsedMessage | None:
    """Return the plain text among several forms of one text, unless it is empty; else HTML, else the last."""
    for kind in ("text/plain", "text/html"):
        for part in parts:
            if any(inner.get_content_type() == kind and str(inner.get_payload()).strip() for inner in part.walk()):
                return part
    return parts[-1] if parts else None


def _header(message: ParsedMessage, name: str) -> str:
    """Return a header as people read it, in one line."""
    text = _clean(", ".join(_decode_words(str(value)) for value in message.get_all(name, [])))
    return text if len(text) <= _MAX_HEADER_CHARACTERS else f"{text[:_MAX_HEADER_CHARACTERS]}…"


def _decode_words(value: str) -> str:
    """Decode encoded words such as `=?utf-8?Q?Z=C3=A4hler?=`, and UTF-8 that stands in a header as it is."""
    with suppress(UnicodeError):
        value = value.encode("latin-1").decode("utf-8")
    try:
        return str(make_header(decode_header(value)))
    except (LookupError, ValueError, HeaderParseError):
        return value


def _clean(text: str) -> str:
    (line, *_), _ = leave_out_controls([" ".join(text.split())])
    return line

"""Mail: its text decoded, under its subject, at the lines of the file."""

from __future__ import annotations

import base64

import pytest
from helpers.own_line_checks import sample

from contents_service.errors import NotReadable
from contents_service.limits import Limits
from contents_service.model import PassageContent
from contents_service.parsing.chunking import passages
from contents_service.parsing.detection import file_type
from contents_service.parsing.readers import Source, mail
from contents_service.parsing.sandbox import read_worker


def read(data: bytes) -> tuple[PassageContent, ...]:
    return passages.cut(mail.read(Source(name="a.eml", data=data)), Limits())


def message(header: str, body: bytes) -> bytes:
    return f"From: a@b.example\nSubject: Fees\n{header}\n\n".encode() + body


def test_a_mail_is_its_decoded_text_under_its_subject() -> None:
    parsed = mail.read(sample("mail/meter.eml"))
    (passage,) = passages.cut(parsed, Limits())
    assert passage.text == (
        "Der Zähler im Keller wird am Donnerstag getauscht; die Gebühr von 48 € übernimmt die Verwaltung.\n\n"
        "Fragen an das Büro."
    )
    assert (passage.where.heading, passage.where.lines) == (("Zähler im Keller",), (15, 18))
    assert parsed.title == "Zähler im Keller"


def test_a_passage_of_a_mail_tells_who_wrote_to_whom_and_when() -> None:
    (passage,) = passages.cut(mail.read(sample("mail/meter.eml")), Limits())
    assert passage.context == (
        "From: Office <office@boats.example.org>\nTo: all@boats.example.org\nDate: Tue, 3 Nov 2026 09:12:00 +0100"
    )


def test_attachments_are_named_as_not_read() -> None:
    (note,) = mail.read(sample("mail/meter.eml")).notes
    assert note.code == "attachments_not_read"
    assert "tariff.pdf" in note.message


def test_the_messages_of_a_mailbox_do_not_mix_and_html_keeps_its_headings() -> None:
    contents = passages.cut(mail.read(sample("mail/club.mbox")), Limits())
    assert [(content.where.heading, content.text, content.where.lines) for content in contents] == [
        (("Winter storage", "Prices"), "A berth costs 48 kr.\n\nKöpenick is full.", (8, 9)),
        (("Re: Winter storage",), "I take berth 7.\n\nFrom here on it is plain.", (15, 17)),
    ]


def test_base64_is_read_at_the_lines_that_hold_it() -> None:
    text = "\n\n".join(f"Paragraph {number} is about the price of berth {number}, as agreed." for number in range(90))
    encoded = base64.encodebytes(text.encode())
    contents = read(message("Content-Transfer-Encoding: base64", encoded))
    lines = message("Content-Transfer-Encoding: base64", encoded).decode().split("\n")
    for content in contents:
        first, last = content.where.lines or (0, 0)
        decoded = base64.b64decode("".join(lines[first - 1 : last])).decode(errors="replace")
        assert all(paragraph in decoded for paragraph in content.text.split("\n\n"))
    assert len(contents) > 3


@pytest.mark.parametrize(
    ("header", "body"),
    [
        ("Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: 8bit", "Возврат".encode("koi8-r")),
        ("Content-Type: text/plain; charset=no-such\nContent-Transfer-Encoding: 8bit", "Возврат".encode()),
        ("Content-Type: text/plain; charset=us-ascii", "Возврат".encode()),
        ("Content-Type: text/plain; charset=utf-16\nContent-Transfer-Encoding: base64",
         base64.encodebytes("Возврат".encode("utf-16"))),
    ],
    ids=["declared", "unknown", "wrong", "wide"],
)  # fmt: skip
def test_a_text_is_decoded_from_its_character_set_or_the_likeliest(header: str, body: bytes) -> None:
    (passage,) = read(message(header, body))
    assert passage.text == "Возврат"


def test_utf8_in_a_header_is_read_as_it_is() -> None:
    (passage,) = read("From: a@b.example\nSubject: Gebühr\n\nx".encode())
    assert passage.where.heading == ("Gebühr",)


def test_a_forwarded_message_is_below_the_one_that_forwards_it() -> None:
    inner = b"From: c@d.example\nSubject: Old fees\n\nThey were 12 kr.\n"
    body = b"See below.\n--b\nContent-Type: message/rfc822\n\n" + inner + b"--b--\n"
    contents = read(message("Content-Type: multipart/mixed; boundary=b", b"--b\n\n" + body))
    assert [(content.where.heading, content.text, content.where.lines) for content in contents] == [
        (("Fees",), "See below.", (7, 7)),
        (("Fees", "Old fees"), "They were 12 kr.", (14, 14)),
    ]


def test_a_damaged_text_is_noted_and_never_shown_as_it_is_encoded() -> None:
    parsed = mail.read(Source(name="a.eml", data=message("Content-Transfer-Encoding: base64", b"QUJDR\n")))
    assert [note.code for note in parsed.notes] == ["damaged_characters"]
    assert "QUJDR" not in "".join(block.text for block in parsed.blocks)


def test_a_mail_without_text_is_found_by_its_header() -> None:
    (passage,) = read(message("Content-Type: application/zip; name=a.zip", b"x"))
    assert passage.text == "From: a@b.example"


def test_a_mail_nested_beyond_all_measure_is_damaged() -> None:
    with pytest.raises(NotReadable) as refused:
        read(b"Content-Type: message/rfc822\n\n" * 100_000)
    assert refused.value.code == "damaged"


def test_a_text_that_begins_as_a_sent_mail_is_one_whatever_its_name() -> None:
    sent = b"Received: from x\n\tby y\nFrom: a@b.example\nSubject: x\n\ntext\n"
    assert file_type.detect("inbox", sent).format == "mail"
    assert file_type.detect("notes.txt", b"From: the desk\nSubject: fees\n\nA note.\n").format == "text"


def test_a_file_called_mail_that_has_no_header_is_read_as_text() -> None:
    reading = read_worker.read("a.eml", b"\njust words\n", encoding=None, limits=Limits(), report=lambda _: None)
    assert [passage.text for passage in reading.passages] == ["just words"]
    assert [note.code for note in reading.notes] == ["read_as_text"]

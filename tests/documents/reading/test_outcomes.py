"""What a document's record says after a reading, complete or failed."""

from __future__ import annotations

from helpers.factories import FILE, NOW, make_reading, make_record
from msgspec.structs import replace

from contents_service.documents.reading.outcomes import with_outcome
from contents_service.model import Fingerprint, Note, NotRead, Record, Scope, Unread, Why, location
from contents_service.parsing import READER_VERSION

LATER = "2026-12-01T00:00:00.000Z"
OTHER_FILE = Fingerprint(bytes=2, sha256="1" * 64, modified_ns=2)
UNREAD = Unread(where=location(pages=(2, 2)), code="scanned", message="A picture.")
FAILED = NotRead(why=Why("scanned", "These are pictures."), format="pdf", pages=9, unread=(UNREAD,))
READING = replace(
    make_reading("One.", "Two.", title="A title"),
    format="csv",
    keywords="words",
    pages=3,
    unread=(UNREAD,),
    notes=(Note("a_note", "A note."),),
    encoding="cp850",
)


def new_record() -> Record:
    return make_record(Scope("shop", "eric"), "eric/a.txt")


def with_job(record: Record, reading_id: str) -> Record:
    job = new_record().job
    assert job
    return replace(record, job=replace(job, reading=reading_id))


def test_a_record_keeps_everything_that_a_reading_says_about_the_document() -> None:
    record = with_outcome(new_record(), READING, "reading", OTHER_FILE, LATER)

    active = record.active
    assert active
    assert (active.reading, active.read_at, active.file, active.passages) == ("reading", LATER, OTHER_FILE, 2)
    assert (active.format, active.title, active.keywords) == ("csv", "A title", "words")
    assert (active.pages, active.unread, active.notes, active.encoding) == (3, (UNREAD,), READING.notes, "cp850")
    assert active.reader_version == READER_VERSION
    assert (record.file, record.format, record.job, record.why) == (OTHER_FILE, "csv", None, None)


def test_a_first_reading_that_fails_leaves_its_reason_and_what_was_found() -> None:
    before = with_job(replace(new_record(), retired=("old",)), "tried")
    record = with_outcome(before, FAILED, "tried", OTHER_FILE, LATER)

    assert (record.active, record.job, record.why, record.reread) == (None, None, FAILED.why, None)
    assert (record.file, record.format, record.pages, record.unread) == (OTHER_FILE, "pdf", 9, (UNREAD,))
    assert record.retired == ("old", "tried")


def test_a_reading_that_succeeds_clears_what_an_earlier_failure_left() -> None:
    failed = with_outcome(new_record(), FAILED, "tried", FILE, NOW)
    record = with_outcome(with_job(failed, "second"), READING, "second", OTHER_FILE, LATER)

    assert (record.why, record.unread, record.pages, record.reread) == (None, (), None, None)
    assert record.retired == failed.retired


def test_a_reread_that_fails_leaves_the_earlier_reading_as_it_was() -> None:
    first = with_outcome(new_record(), READING, "first", FILE, NOW)
    record = with_outcome(with_job(first, "second"), FAILED, "second", OTHER_FILE, LATER)

    assert record.active == first.active
    assert record.reread
    assert (record.reread.at, record.reread.why) == (LATER, FAILED.why)
    assert (record.why, record.unread, record.pages, record.file) == (None, (), None, OTHER_FILE)
    assert record.retired == ("second",)


def test_a_reread_that_succeeds_retires_the_earlier_reading_and_its_failed_reread() -> None:
    first = with_outcome(new_record(), READING, "first", FILE, NOW)
    failed = with_outcome(with_job(first, "second"), FAILED, "second", FILE, NOW)
    record = with_outcome(with_job(failed, "third"), READING, "third", OTHER_FILE, LATER)

    assert record.active
    assert (record.active.reading, record.reread) == ("third", None)
    assert record.retired == ("second", "first")

"""A backup file is written whole or not at all, and a damaged one is refused."""

from __future__ import annotations

import gzip
import json
import stat
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from helpers.factories import FILE, NOW, make_reading, make_record

from contents_service.documents.reading.outcomes import active_reading, with_active_reading
from contents_service.maintenance import backup_file
from contents_service.maintenance.backup_file import BrokenBackup, Copy, Totals
from contents_service.model import Note, OutlineEntry, Reading, Scope, Unread, location
from contents_service.parsing import READER_VERSION

Lines = list[bytes]


def make_copy(path: str, reading: Reading) -> Copy:
    record = with_active_reading(make_record(Scope("shop", "eric"), path), active_reading(reading, "r1", FILE, NOW))
    return Copy(record=record, outline=reading.outline, passages=reading.passages)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A backup of two documents: one line for the head, one for each document, and one for the end."""
    copies = [make_copy("eric/a.txt", make_reading("One.", "Two.")), make_copy("eric/b.txt", make_reading("Three."))]
    assert backup_file.write(tmp_path / "backup", copies) == Totals(documents=2, passages=3)
    return tmp_path / "backup"


def read(path: Path) -> list[Copy]:
    with path.open("rb") as file:
        return list(backup_file.copies(file))


def test_every_part_of_a_reading_is_restored(tmp_path: Path) -> None:
    heading = ("Returns",)
    reading = Reading(
        format="pdf",
        passages=make_reading("One.", heading=heading).passages,
        outline=(OutlineEntry(heading, location(pages=(1, 1), heading=heading)),),
        title="Returns",
        keywords="goods money",
        pages=2,
        unread=(Unread(where=location(pages=(2, 2)), code="scanned", message="A picture."),),
        notes=(Note("encoding_guessed", "It may be another."),),
        encoding="cp1252",
    )

    backup_file.write(tmp_path / "backup", [make_copy("eric/a.pdf", reading)])

    assert [copy.reading for copy in read(tmp_path / "backup")] == [reading]


def test_only_its_owner_may_read_a_backup_and_its_head_describes_it(path: Path) -> None:
    head = json.loads(gzip.decompress(path.read_bytes()).splitlines()[0])

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert (head["format"], head["reader_version"], head["made_at"][-1]) == (1, READER_VERSION, "Z")


def test_an_interrupted_backup_leaves_the_earlier_file_and_no_other(path: Path) -> None:
    def copies_until_an_error() -> Iterator[Copy]:
        yield make_copy("eric/c.txt", make_reading("Four."))
        raise ConnectionError

    before = path.read_bytes()
    with pytest.raises(ConnectionError):
        backup_file.write(path, copies_until_an_error())

    assert (path.read_bytes(), list(path.parent.iterdir())) == (before, [path])


def without_end(lines: Lines) -> Lines:
    return lines[:-1]


def without_a_document(lines: Lines) -> Lines:
    return [lines[0], *lines[2:]]


def without_a_passage(lines: Lines) -> Lines:
    document = json.loads(lines[1])
    return [lines[0], json.dumps({**document, "passages": document["passages"][1:]}).encode(), *lines[2:]]


def with_another_id(lines: Lines) -> Lines:
    return [*lines[:2], lines[2].replace(b"eric/b.txt", b"eric/c.txt"), lines[3]]


def in_another_format(lines: Lines) -> Lines:
    return [lines[0].replace(b'"format":1', b'"format":2'), *lines[1:]]


def with_another_type(lines: Lines) -> Lines:
    return [*lines[:2], lines[2].replace(b'"enabled":true', b'"enabled":7'), lines[3]]


def with_endless_nesting(lines: Lines) -> Lines:
    return [*lines[:2], b'{"line":"document","more":' + b"[" * 100_000, lines[3]]


def with_a_line_after_the_end(lines: Lines) -> Lines:
    return [*lines, lines[1]]


@pytest.mark.parametrize(
    ("alter", "line"),
    [
        (without_end, 4),
        (without_a_document, 3),
        (without_a_passage, 2),
        (with_another_id, 3),
        (in_another_format, 1),
        (with_another_type, 3),
        (with_endless_nesting, 3),
        (with_a_line_after_the_end, 5),
        (lambda lines: lines[1:], 1),
        (lambda _: [], 1),
    ],
)
def test_an_altered_backup_is_refused_with_the_number_of_the_line(
    path: Path, alter: Callable[[Lines], Lines], line: int
) -> None:
    lines = gzip.decompress(path.read_bytes()).splitlines()
    path.write_bytes(gzip.compress(b"".join(each + b"\n" for each in alter(lines))))

    with pytest.raises(BrokenBackup, match=rf"^Line {line} of the backup "):
        read(path)


def test_a_backup_that_was_cut_off_anywhere_is_refused(path: Path) -> None:
    whole = path.read_bytes()
    for size in range(0, len(whole), 7):
        path.write_bytes(whole[:size])
        with pytest.raises(BrokenBackup):
            read(path)


def test_a_backup_with_any_altered_byte_is_refused(path: Path) -> None:
    whole, head = path.read_bytes(), 10  # gzip's own header holds the time and system of packing
    for at in range(head, len(whole), 5):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        with pytest.raises(BrokenBackup):
            read(path)


def peak_memory(path: Path, documents: int) -> int:
    """Return the most memory that writing and reading this number of documents takes."""
    copy = make_copy("eric/a.txt", make_reading(*("A passage of some words. " * 9 for _ in range(50))))
    tracemalloc.start()
    backup_file.write(path, (copy for _ in range(documents)))
    with path.open("rb") as file:
        assert sum(1 for _ in backup_file.copies(file)) == documents
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def test_memory_does_not_grow_with_the_size_of_a_backup(tmp_path: Path) -> None:
    assert peak_memory(tmp_path / "large", 300) < 1.5 * peak_memory(tmp_path / "small", 30)

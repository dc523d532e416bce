"""A Java program starts from an archive of its classes, which an earlier run of it wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from contents_service.solr.server.class_archive import archive_options
from contents_service.solr.server.java import Java

JAVA = Java(Path("/usr/bin/java"), 17)
JARS = (Path("/jars/solr-core.jar"), Path("/jars/jetty.jar"))
MAGIC = bytes.fromhex("a8ab0bf0")


def options(folder: Path, main_class: str = "Main", java: Java = JAVA, jars: tuple[Path, ...] = JARS) -> str:
    return " ".join(archive_options(folder, main_class, java, jars))


def part_in(options_text: str) -> Path:
    (part,) = (
        Path(word.partition("=")[2]) for word in options_text.split() if word.startswith("-XX:ArchiveClassesAtExit=")
    )
    return part


def test_a_first_run_writes_an_archive_that_the_next_uses(tmp_path: Path) -> None:
    part = part_in(options(tmp_path))
    part.write_bytes(MAGIC + b"classes")

    later = options(tmp_path)

    (archive,) = tmp_path.iterdir()
    assert archive.read_bytes() == MAGIC + b"classes"
    assert f"-XX:SharedArchiveFile={archive}" in later
    assert "ArchiveClassesAtExit" not in later


@pytest.mark.parametrize("written", [b"", bytes(100)])
def test_an_archive_that_is_still_being_written_is_not_used(tmp_path: Path, written: bytes) -> None:
    part = part_in(options(tmp_path))
    part.write_bytes(written)

    assert part_in(options(tmp_path)) != part
    assert part.exists()


def test_of_several_first_runs_one_archive_is_kept(tmp_path: Path) -> None:
    parts = {part_in(options(tmp_path)) for _ in range(3)}
    for part in parts:
        part.write_bytes(MAGIC)

    options(tmp_path)

    assert len(parts) == 3
    assert len(list(tmp_path.iterdir())) == 1


def test_another_program_java_or_set_of_jars_has_an_archive_of_its_own(tmp_path: Path) -> None:
    part_in(options(tmp_path)).write_bytes(MAGIC)
    options(tmp_path)

    assert "ArchiveClassesAtExit" in options(tmp_path, main_class="Other")
    assert "ArchiveClassesAtExit" in options(tmp_path, java=Java(JAVA.path, 21))
    assert "ArchiveClassesAtExit" in options(tmp_path, jars=JARS[:1])


def test_a_java_that_is_too_old_gets_no_archive(tmp_path: Path) -> None:
    assert archive_options(tmp_path, "Main", Java(JAVA.path, 11), JARS) == ()

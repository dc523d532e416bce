"""Solr runs on any Java that is new enough."""

from __future__ import annotations

from pathlib import Path

import pytest

from contents_service.solr.server import java
from contents_service.solr.server.java import Java, JavaMissing, find_java


def fake_java(folder: Path, version_line: str) -> Path:
    """A program that prints this version line, as Java does."""
    (folder / "bin").mkdir(parents=True)
    path = folder / "bin" / "java"
    path.write_text(f"#!/bin/sh\necho '{version_line}' >&2\n")
    path.chmod(0o755)
    return path


def test_java_home_comes_before_the_path(tmp_path: Path) -> None:
    chosen = fake_java(tmp_path / "chosen", 'openjdk version "21.0.2" 2024-01-16')
    other = fake_java(tmp_path / "other", 'openjdk version "17.0.15" 2025-04-15')

    found = find_java({"JAVA_HOME": str(tmp_path / "chosen"), "PATH": str(other.parent)})

    assert found == Java(chosen, 21)


def test_a_java_that_is_too_old_is_skipped(tmp_path: Path) -> None:
    fake_java(tmp_path / "old", 'java version "1.8.0_292"')
    new = fake_java(tmp_path / "new", 'openjdk version "11" 2018-09-25')

    assert find_java({"JAVA_HOME": str(tmp_path / "old"), "PATH": str(new.parent)}) == Java(new, 11)


def test_a_java_home_without_java_is_skipped(tmp_path: Path) -> None:
    new = fake_java(tmp_path / "new", 'openjdk version "11.0.1"')

    assert find_java({"JAVA_HOME": str(tmp_path / "nothing"), "PATH": str(new.parent)}) == Java(new, 11)


def test_without_java_the_error_says_how_to_install_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(java, "find_spec", lambda _name: None)  # as if the package with a Java were not installed

    with pytest.raises(JavaMissing, match="pip install"):
        find_java({"PATH": str(tmp_path)})


@pytest.mark.parametrize(("version", "has_option"), [(11, False), (23, False), (24, True), (25, True)])
def test_only_a_new_java_gets_the_option_that_allows_native_code(version: int, has_option: bool) -> None:
    assert ("--enable-native-access=ALL-UNNAMED" in Java(Path("java"), version).options) is has_option

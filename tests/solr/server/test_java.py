"""Solr runs on whatever Java is there, if it is new enough."""

from __future__ import annotations

from pathlib import Path

import pytest

from contents_service.solr.server import java
from contents_service.solr.server.java import Java, JavaMissing, find_java


def a_java(folder: Path, says: str) -> Path:
    """A program that says it is this Java."""
    (folder / "bin").mkdir(parents=True)
    path = folder / "bin" / "java"
    path.write_text(f"#!/bin/sh\necho '{says}' >&2\n")
    path.chmod(0o755)
    return path


def test_java_home_comes_before_the_path(tmp_path: Path) -> None:
    chosen = a_java(tmp_path / "chosen", 'openjdk version "21.0.2" 2024-01-16')
    other = a_java(tmp_path / "other", 'openjdk version "17.0.15" 2025-04-15')

    found = find_java({"JAVA_HOME": str(tmp_path / "chosen"), "PATH": str(other.parent)})

    assert found == Java(chosen, 21)


def test_an_old_java_is_passed_over(tmp_path: Path) -> None:
    a_java(tmp_path / "old", 'java version "1.8.0_292"')
    new = a_java(tmp_path / "new", 'openjdk version "11" 2018-09-25')

    assert find_java({"JAVA_HOME": str(tmp_path / "old"), "PATH": str(new.parent)}) == Java(new, 11)


def test_what_is_no_java_is_passed_over(tmp_path: Path) -> None:
    new = a_java(tmp_path / "new", 'openjdk version "11.0.1"')

    assert find_java({"JAVA_HOME": str(tmp_path / "nothing"), "PATH": str(new.parent)}) == Java(new, 11)


def test_without_any_java_one_is_told_how_to_get_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(java, "find_spec", lambda _name: None)  # as where the package with a Java is not installed

    with pytest.raises(JavaMissing, match="pip install"):
        find_java({"PATH": str(tmp_path)})


@pytest.mark.parametrize(("version", "asked"), [(11, False), (23, False), (24, True), (25, True)])
def test_new_javas_are_told_that_native_code_is_meant(version: int, asked: bool) -> None:
    assert ("--enable-native-access=ALL-UNNAMED" in Java(Path("java"), version).options) is asked

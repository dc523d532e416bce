"""Each reason says what happened and what to do, with the details filled in."""

from __future__ import annotations

import ast

import pytest
from helpers.paths import ROOT

from contents_service.reasons import REASONS, megabytes, times, why


@pytest.mark.parametrize(("attempts", "message"), [(1, "failed once"), (2, "failed twice"), (5, "failed 5 times")])
def test_a_failed_reading_says_how_often_it_was_tried(attempts: int, message: str) -> None:
    assert message in why("reader_failed", reference="abc", times=times(attempts)).message


@pytest.mark.parametrize("code", REASONS)
def test_a_reason_is_whole_without_any_details(code: str) -> None:
    assert "{" not in why(code).message


def nodes_of(*packages: str) -> list[ast.AST]:
    files = [file for package in packages for file in (ROOT / "contents_service" / package).rglob("*.py")]
    return [node for file in files for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))]


def test_every_reason_is_given_somewhere() -> None:
    nodes = nodes_of("parsing", "documents", "home")
    assert set(REASONS) - {node.value for node in nodes if isinstance(node, ast.Constant)} == set()


def test_every_code_that_is_given_is_a_reason() -> None:
    codes = set()
    for node in nodes_of(""):
        match node:
            case ast.Call(func=ast.Name(id="NotReadable" | "why"), args=[ast.Constant(value=code), *_]):
                codes.add(code)
    assert codes <= set(REASONS)
    assert codes


def test_sizes_are_in_decimal_units() -> None:
    assert [megabytes(size) for size in (1, 999_999, 1_000_000, 2_500_000)] == ["1 kB", "1,000 kB", "1 MB", "2.5 MB"]

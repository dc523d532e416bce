"""The tree of errors in the docstring of `errors.py` matches the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import contents_service
from contents_service import errors

TREE_LINE = re.compile(r"^([│ ]*)[├└]── (\w+)[^(\n]*(?:\((\w[\w/]*\.py)\))?", re.MULTILINE)
ROOT = "ContentsError"


def classes_by_name() -> Mapping[str, tuple[str, str]]:
    """Every class of the service with its first base and its file, found without importing anything."""
    package = Path(contents_service.__path__[0])
    return {
        node.name: (ast.unparse(node.bases[0]).rpartition(".")[2], str(source.relative_to(package)))
        for source in package.rglob("*.py")
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and node.bases
    }


def errors_in_the_code() -> Iterator[tuple[int, str, str]]:
    """Every error with its depth below the root and its file."""
    classes = classes_by_name()
    for name, (_, file) in classes.items():
        ancestors = [name]
        while (above := classes.get(ancestors[-1])) and above[0] not in ancestors:
            ancestors.append(above[0])
        if ROOT in ancestors[1:]:
            yield ancestors.index(ROOT) - 1, name, file


def test_the_tree_of_errors_shows_each_error_at_its_place_and_with_its_file() -> None:
    drawn = {
        (len(indent) // 4, name, file or "errors.py") for indent, name, file in TREE_LINE.findall(errors.__doc__ or "")
    }
    assert drawn == set(errors_in_the_code())

"""The tree of what can go wrong is drawn as it is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import contents_service
from contents_service import errors

A_LINE = re.compile(r"^([│ ]*)[├└]── (\w+)", re.MULTILINE)
ROOT = "ContentsError"


def bases() -> Mapping[str, str]:
    """Every class of the service with the first class that it is made from, read without importing anything."""
    sources = Path(contents_service.__path__[0]).rglob("*.py")
    nodes = (node for source in sources for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))))
    classes = (node for node in nodes if isinstance(node, ast.ClassDef) and node.bases)
    return {node.name: ast.unparse(node.bases[0]).rpartition(".")[2] for node in classes}


def errors_in_the_code() -> Iterator[tuple[int, str]]:
    """Every error of ours, with how deep it is below the root."""
    made_from = bases()
    for name in made_from:
        above = [name]
        while (base := made_from.get(above[-1])) and base not in above:
            above.append(base)
        if ROOT in above[1:]:
            yield above.index(ROOT) - 1, name


def test_the_tree_of_errors_names_every_one_where_it_belongs() -> None:
    drawn = {(len(indent) // 4, name) for indent, name in A_LINE.findall(errors.__doc__ or "")}
    assert drawn == set(errors_in_the_code())

"""What the nodes of a grammar are called."""

from __future__ import annotations

import re

from tree_sitter import Node

Path = tuple[str, ...]

LONGEST_NAME = 500
"""In characters, with all that a grammar counts as part of it; what is longer is cut, so that none costs more."""

_GENERICS = re.compile(r"<[^<>]*>")
_LAST_NAME = re.compile(r"(\w+)\W*$")
_FUNCTION_VALUES = ("arrow_function", "function_expression", "generator_function")


def name(node: Node) -> Path:
    """The name that stands in a node's own field."""
    return _path(_text(node.child_by_field_name("name")).strip("'\"`"))


def function_value(node: Node) -> Path:
    """The name of a JavaScript function that is written as a value: `const pay = () => …`; no other constant's."""
    declared = [child for child in node.named_children if child.type == "variable_declarator"]
    value = declared[0].child_by_field_name("value") if len(declared) == 1 else None
    return name(declared[0]) if value and value.type in _FUNCTION_VALUES else ()


def default_export(node: Node) -> Path:
    """The name of what a JavaScript module exports without naming it."""
    exported = node.parent is not None and node.parent.type == "export_statement"
    return name(node) or _path("default" if exported else "")


def declared_type(node: Node) -> Path:
    """The name of a C type that is spelled out here, its `typedef` first."""
    spelled = node.child_by_field_name("type") if node.type == "type_definition" else node
    if spelled is None or spelled.child_by_field_name("body") is None:
        return ()
    return _path(_text(node.child_by_field_name("declarator")) if node.type == "type_definition" else "") or name(
        spelled
    )


def declared_function(node: Node) -> Path:
    """The name of a C or C++ function, with its class if it is defined outside it: `Ledger::balance`."""
    declarator = node.child_by_field_name("declarator")
    while declarator and (inner := declarator.child_by_field_name("declarator") or _reference(declarator)):
        declarator = inner
    scopes = _text(declarator)
    while (plain := _GENERICS.sub("", scopes)) != scopes and "operator" not in scopes:
        scopes = plain
    return tuple(part.strip() for part in scopes.split("::")[-2:] if part.strip())


def go_type(node: Node) -> Path:
    """The name of a Go struct or interface."""
    kind = node.child_by_field_name("type")
    return name(node) if kind and kind.type in ("struct_type", "interface_type") else ()


def go_method(node: Node) -> Path:
    """The name of a Go method, under the type that it is a method of."""
    return _last_name(_text(node.child_by_field_name("receiver")).split("[")[0]) + name(node)


def implementing_type(node: Node) -> Path:
    """The type whose methods a Rust `impl` holds."""
    return _last_name(_text(node.child_by_field_name("type")).split("<")[0])


def _reference(node: Node) -> Node | None:
    """What a C++ reference is to, or what parentheses hold: the grammar gives that no name of its own."""
    unnamed = node.type in ("reference_declarator", "parenthesized_declarator")
    return node.named_children[-1] if unnamed and node.named_children else None


def _last_name(text: str) -> Path:
    found = _LAST_NAME.search(text)
    return _path(found[1] if found else "")


def _text(node: Node | None) -> str:
    return node.text[:LONGEST_NAME].decode("utf-8", "ignore") if node and node.text else ""


def _path(text: str) -> Path:
    return (text,) if text else ()

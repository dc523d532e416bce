"""Names of the symbols that nodes of a syntax tree declare; each is empty if a node declares none."""

from __future__ import annotations

import re

from tree_sitter import Node

SymbolPath = tuple[str, ...]
"""A symbol's name below the names of the symbols it is in."""

MAX_SEARCHED_BYTES = 500
"""The largest number of bytes of a node that are searched for its name."""

_GENERICS = re.compile(r"<[^<>]*>")
_LAST_NAME = re.compile(r"(\w+)\W*$")
_FUNCTION_VALUES = ("arrow_function", "function_expression", "generator_function")


def node_name(node: Node) -> SymbolPath:
    """Return the name in a node's `name` field."""
    return _path(_text(node.child_by_field_name("name")).strip("'\"`"))


def function_value_name(node: Node) -> SymbolPath:
    """Return the name of a JavaScript constant whose value is a function: `const pay = () => …`."""
    declared = [child for child in node.named_children if child.type == "variable_declarator"]
    value = declared[0].child_by_field_name("value") if len(declared) == 1 else None
    return node_name(declared[0]) if value and value.type in _FUNCTION_VALUES else ()


def field_function_name(node: Node) -> SymbolPath:
    """Return the name of a JavaScript class's field whose value is a function: `pay = () => …`."""
    value = node.child_by_field_name("value")
    name = node.child_by_field_name("name") or node.child_by_field_name("property")
    return _path(_text(name)) if value and value.type in _FUNCTION_VALUES else ()


def namespace_name(node: Node) -> SymbolPath:
    """Return the name of a namespace or module with a body, which may have several steps: `a::b`, `a.b`."""
    if node.child_by_field_name("body") is None:
        return ()
    name = _text(node.child_by_field_name("name"))
    return _path(name.strip("'\"`")) if name[:1] in "'\"`" else tuple(filter(None, re.split(r"\s*(?:::|\.)\s*", name)))


def default_export_name(node: Node) -> SymbolPath:
    """Return the name of a class or function that a JavaScript module exports: `default` if it has none."""
    exported = node.parent is not None and node.parent.type == "export_statement"
    return node_name(node) or _path("default" if exported else "")


def declared_type_name(node: Node) -> SymbolPath:
    """Return the name of a C type that is defined here; if it has a `typedef`, that name."""
    definition = node.child_by_field_name("type") if node.type == "type_definition" else node
    if definition is None or definition.child_by_field_name("body") is None:
        return ()
    return _path(_text(node.child_by_field_name("declarator")) if node.type == "type_definition" else "") or node_name(
        definition
    )


def declared_function_name(node: Node) -> SymbolPath:
    """Return the name of a C or C++ function, with what it is defined outside of: `shop::Ledger::balance`."""
    declarator = node.child_by_field_name("declarator")
    while declarator and (inner := declarator.child_by_field_name("declarator") or _unnamed_declarator(declarator)):
        declarator = inner
    qualified = _text(declarator)
    while (simpler := _GENERICS.sub("", qualified)) != qualified and "operator" not in qualified:
        qualified = simpler
    return tuple(part.strip() for part in qualified.split("::") if part.strip())


def go_type_name(node: Node) -> SymbolPath:
    """Return the name of a Go struct or interface."""
    kind = node.child_by_field_name("type")
    return node_name(node) if kind and kind.type in ("struct_type", "interface_type") else ()


def go_method_name(node: Node) -> SymbolPath:
    """Return the name of a Go method, below the type it belongs to."""
    return _last_name(_text(node.child_by_field_name("receiver")).split("[")[0]) + node_name(node)


def implementing_type_name(node: Node) -> SymbolPath:
    """Return the name of the type whose methods a Rust `impl` contains."""
    return _last_name(_text(node.child_by_field_name("type")).split("<")[0])


def _unnamed_declarator(node: Node) -> Node | None:
    """Return the declarator in a C++ reference or in parentheses, which has no field of its own in the grammar."""
    is_unnamed = node.type in ("reference_declarator", "parenthesized_declarator")
    return node.named_children[-1] if is_unnamed and node.named_children else None


def _last_name(text: str) -> SymbolPath:
    found = _LAST_NAME.search(text)
    return _path(found[1] if found else "")


def _text(node: Node | None) -> str:
    return node.text[:MAX_SEARCHED_BYTES].decode("utf-8", "ignore") if node and node.text else ""


def _path(text: str) -> SymbolPath:
    return (text,) if text else ()

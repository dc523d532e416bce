"""The languages that are parsed, and the nodes of their grammars that are symbols."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module

from msgspec import Struct
from tree_sitter import Language, Node, Parser

from contents_service.parsing.readers.code.symbol_names import (
    SymbolPath,
    declared_function_name,
    declared_type_name,
    default_export_name,
    field_function_name,
    function_value_name,
    go_method_name,
    go_type_name,
    implementing_type_name,
    namespace_name,
    node_name,
)

NameFinder = Callable[[Node], SymbolPath]
"""Returns the name a node declares; empty if it is not a symbol after all."""


class Grammar(Struct, frozen=True):
    """A language's parser package, and its node types that are symbols.

    The bodies of `functions` are not searched. `owners` contain the methods of a type declared elsewhere, as Rust's
    `impl` does. `namespaces` only group the symbols in them.
    """

    package: str
    types: Mapping[str, NameFinder]
    functions: Mapping[str, NameFinder]
    owners: Mapping[str, NameFinder] = {}
    namespaces: Mapping[str, NameFinder] = {}
    entry: str = "language"


CONTAINERS = frozenset(
    {
        # every language
        "program", "source_file", "translation_unit", "module", "ERROR",
        # Python, and the conditions of a shell
        "decorated_definition", "block", "if_statement", "elif_clause", "else_clause", "with_statement",
        "try_statement", "except_clause", "finally_clause",
        # JavaScript, TypeScript, Java
        "export_statement", "expression_statement", "ambient_declaration", "internal_module", "statement_block",
        "class_body", "interface_body", "enum_body", "enum_body_declarations", "annotation_type_body",
        # Go, Rust
        "type_declaration", "mod_item", "declaration_list",
        # C, C++
        "namespace_definition", "linkage_specification", "template_declaration", "declaration", "field_declaration",
        "field_declaration_list", "preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif",
    }
)  # fmt: skip
"""Nodes that may contain symbols without being one."""

WRAPPERS = frozenset(
    {
        "decorated_definition", "export_statement", "expression_statement", "ambient_declaration",
        "template_declaration", "type_declaration",
    }
)  # fmt: skip
"""Nodes that belong to the one symbol in them: decorators, `export`, the parameters of a template."""

PREFIXES = frozenset({"decorator", "attribute_item"})
"""Nodes that belong to the symbol below them."""

COMMENTS = frozenset({"comment", "line_comment", "block_comment"})

_JAVASCRIPT_TYPES: Mapping[str, NameFinder] = {"class_declaration": node_name, "class": default_export_name}
_JAVASCRIPT_FUNCTIONS: Mapping[str, NameFinder] = {
    "function_declaration": node_name,
    "generator_function_declaration": node_name,
    "method_definition": node_name,
    "field_definition": field_function_name,
    "public_field_definition": field_function_name,
    "lexical_declaration": function_value_name,
    "variable_declaration": function_value_name,
    "function_expression": default_export_name,
    "arrow_function": default_export_name,
}
_TYPESCRIPT_TYPES: Mapping[str, NameFinder] = {
    **_JAVASCRIPT_TYPES,
    "abstract_class_declaration": node_name,
    "interface_declaration": node_name,
    "enum_declaration": node_name,
}
_TYPESCRIPT_NAMESPACES: Mapping[str, NameFinder] = {"internal_module": namespace_name, "module": namespace_name}
_C_TYPES: Mapping[str, NameFinder] = {
    "struct_specifier": declared_type_name,
    "union_specifier": declared_type_name,
    "enum_specifier": declared_type_name,
}
_C_FUNCTIONS: Mapping[str, NameFinder] = {
    "function_definition": declared_function_name,
    "type_definition": declared_type_name,
}

GRAMMARS: Mapping[str, Grammar] = {
    "python": Grammar("tree_sitter_python", {"class_definition": node_name}, {"function_definition": node_name}),
    "javascript": Grammar("tree_sitter_javascript", _JAVASCRIPT_TYPES, _JAVASCRIPT_FUNCTIONS),
    "typescript": Grammar(
        "tree_sitter_typescript",
        _TYPESCRIPT_TYPES,
        _JAVASCRIPT_FUNCTIONS,
        namespaces=_TYPESCRIPT_NAMESPACES,
        entry="language_typescript",
    ),
    "tsx": Grammar(
        "tree_sitter_typescript",
        _TYPESCRIPT_TYPES,
        _JAVASCRIPT_FUNCTIONS,
        namespaces=_TYPESCRIPT_NAMESPACES,
        entry="language_tsx",
    ),
    "java": Grammar(
        "tree_sitter_java",
        {
            "class_declaration": node_name,
            "interface_declaration": node_name,
            "enum_declaration": node_name,
            "record_declaration": node_name,
            "annotation_type_declaration": node_name,
        },
        {
            "method_declaration": node_name,
            "constructor_declaration": node_name,
            "compact_constructor_declaration": node_name,
        },
    ),
    "go": Grammar(
        "tree_sitter_go",
        {"type_spec": go_type_name},
        {"function_declaration": node_name, "method_declaration": go_method_name},
    ),
    "rust": Grammar(
        "tree_sitter_rust",
        {"struct_item": node_name, "enum_item": node_name, "union_item": node_name, "trait_item": node_name},
        {"function_item": node_name},
        owners={"impl_item": implementing_type_name},
        namespaces={"mod_item": namespace_name},
    ),
    "c": Grammar("tree_sitter_c", _C_TYPES, _C_FUNCTIONS),
    "cpp": Grammar(
        "tree_sitter_cpp",
        {**_C_TYPES, "class_specifier": declared_type_name},
        _C_FUNCTIONS,
        namespaces={"namespace_definition": namespace_name},
    ),
    "bash": Grammar("tree_sitter_bash", {}, {"function_definition": node_name}),
}


@cache
def load_parser(name: str) -> Parser:
    """Return the parser of a grammar; its package is imported when a file first needs it."""
    grammar = GRAMMARS[name]
    return Parser(Language(getattr(import_module(grammar.package), grammar.entry)()))

"""The languages whose symbols are known, and which nodes of their grammars are symbols."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module

from msgspec import Struct
from tree_sitter import Language, Node, Parser

from contents_service.parsing.readers.code.symbol_names import (
    Path,
    declared_function,
    declared_type,
    default_export,
    function_value,
    go_method,
    go_type,
    implementing_type,
    name,
)

Naming = Callable[[Node], Path]
"""A node's own path; empty if it is no symbol after all."""


class Grammar(Struct, frozen=True):
    """A language's parser, and the types of nodes that are symbols.

    `functions` are not looked into. `owners` hold the methods of a type that stands elsewhere, as Rust's `impl` does.
    """

    package: str
    types: Mapping[str, Naming]
    functions: Mapping[str, Naming]
    owners: Mapping[str, Naming] = {}
    entry: str = "language"


CONTAINERS = frozenset(
    {
        # of every language
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
"""What may hold symbols without being one; a function's body never is looked at."""

WRAPPERS = frozenset(
    {"decorated_definition", "export_statement", "ambient_declaration", "template_declaration", "type_declaration"}
)
"""What is wholly part of the one symbol that it holds: decorators, `export`, the parameters of a template."""

PREFIXES = frozenset({"decorator", "attribute_item"})
"""What is part of the symbol that it stands above."""

COMMENTS = frozenset({"comment", "line_comment", "block_comment"})

_JAVASCRIPT_TYPES: Mapping[str, Naming] = {"class_declaration": name, "class": default_export}
_JAVASCRIPT_FUNCTIONS: Mapping[str, Naming] = {
    "function_declaration": name,
    "generator_function_declaration": name,
    "method_definition": name,
    "lexical_declaration": function_value,
    "variable_declaration": function_value,
    "function_expression": default_export,
    "arrow_function": default_export,
}
_TYPESCRIPT_TYPES: Mapping[str, Naming] = {
    **_JAVASCRIPT_TYPES,
    "abstract_class_declaration": name,
    "interface_declaration": name,
    "enum_declaration": name,
}
_C_TYPES: Mapping[str, Naming] = {
    "struct_specifier": declared_type,
    "union_specifier": declared_type,
    "enum_specifier": declared_type,
}
_C_FUNCTIONS: Mapping[str, Naming] = {"function_definition": declared_function, "type_definition": declared_type}

GRAMMARS: Mapping[str, Grammar] = {
    "python": Grammar("tree_sitter_python", {"class_definition": name}, {"function_definition": name}),
    "javascript": Grammar("tree_sitter_javascript", _JAVASCRIPT_TYPES, _JAVASCRIPT_FUNCTIONS),
    "typescript": Grammar(
        "tree_sitter_typescript", _TYPESCRIPT_TYPES, _JAVASCRIPT_FUNCTIONS, entry="language_typescript"
    ),
    "tsx": Grammar("tree_sitter_typescript", _TYPESCRIPT_TYPES, _JAVASCRIPT_FUNCTIONS, entry="language_tsx"),
    "java": Grammar(
        "tree_sitter_java",
        {
            "class_declaration": name,
            "interface_declaration": name,
            "enum_declaration": name,
            "record_declaration": name,
            "annotation_type_declaration": name,
        },
        {"method_declaration": name, "constructor_declaration": name, "compact_constructor_declaration": name},
    ),
    "go": Grammar(
        "tree_sitter_go", {"type_spec": go_type}, {"function_declaration": name, "method_declaration": go_method}
    ),
    "rust": Grammar(
        "tree_sitter_rust",
        {"struct_item": name, "enum_item": name, "union_item": name, "trait_item": name},
        {"function_item": name},
        owners={"impl_item": implementing_type},
    ),
    "c": Grammar("tree_sitter_c", _C_TYPES, _C_FUNCTIONS),
    "cpp": Grammar("tree_sitter_cpp", {**_C_TYPES, "class_specifier": declared_type}, _C_FUNCTIONS),
    "bash": Grammar("tree_sitter_bash", {}, {"function_definition": name}),
}


@cache
def parser(language: str) -> Parser:
    """A language's parser; each package is loaded when a file first needs it."""
    grammar = GRAMMARS[language]
    return Parser(Language(getattr(import_module(grammar.package), grammar.entry)()))

from __future__ import annotations

import signal
from collections.abc import Callable

import pytest
from helpers.own_line_checks import block_with, headings, sample, source, uncovered
from hypothesis import given
from hypothesis import strategies as st
from tree_sitter import Parser, Point, Tree

from contents_service.limits import Limits
from contents_service.parsing.chunking.passages import cut
from contents_service.parsing.readers import code
from contents_service.parsing.readers.code.grammars import GRAMMARS, load_parser
from contents_service.parsing.sandbox import read_worker

SYMBOLS = {
    "python": ("ledger.py", [("Ledger", (5, 12)), ("Ledger › balance", (9, 12)), ("pay", (16, 16))]),
    "javascript": (
        "ledger.js",
        [("Ledger", (1, 5)), ("Ledger › balance", (2, 4)), ("pay", (7, 8)), ("default", (9, 10))],
    ),
    "typescript": (
        "ledger.ts",
        [
            ("Ledger", (1, 6)),
            ("Ledger › balance", (3, 5)),
            ("Sum", (7, 9)),
            ("Kind", (10, 10)),
            ("shop", (11, 13)),
            ("shop › pay", (12, 12)),
        ],
    ),
    "tsx": ("card.tsx", [("Card", (1, 1))]),
    "java": (
        "Ledger.java",
        [("Ledger", (2, 13)), ("Ledger › Ledger", (6, 7)), ("Ledger › balance", (9, 12)), ("Sum", (15, 16))],
    ),
    "go": ("ledger.go", [("Ledger", (3, 4)), ("Ledger › Balance", (8, 10))]),
    "rust": (
        "ledger.rs",
        [("Ledger", (1, 3)), ("Ledger › balance", (7, 9)), ("tests", (12, 15)), ("tests › adds", (13, 14))],
    ),
    "c": ("ledger.c", [("ledger_t", (1, 3)), ("sum", (4, 4)), ("pay", (6, 8))]),
    "cpp": (
        "ledger.cpp",
        [
            ("shop", (1, 8)),
            ("shop › Ledger", (2, 7)),
            ("shop › Ledger › balance", (4, 6)),
            ("shop › Ledger › pay", (9, 10)),
        ],
    ),
    "bash": ("pay.sh", [("pay", (3, 5)), ("sum", (7, 9))]),
    "sql": ("ledger.sql", [("public.ledger", (2, 4)), ("sums", (6, 7))]),
}

FUNCTIONS = {
    "quoted": "CREATE FUNCTION pay() RETURNS int AS $$\nBEGIN\n  IF 1 THEN RETURN 1; END IF;\nEND;\n$$ LANGUAGE sql;",
    "blocks": "CREATE PROCEDURE pay()\nBEGIN\n  SELECT CASE WHEN 1 THEN 2 END;\n  SELECT 2;\nEND;",
    "declared": "CREATE FUNCTION pay RETURN NUMBER IS\n  v NUMBER;\nBEGIN\n  RETURN v;\nEND pay;",
    "batch": "CREATE PROCEDURE [pay] AS\nSELECT 1;\nSELECT 2;\nSELECT 3;\nGO",
}


@pytest.mark.parametrize("language", [*GRAMMARS, "sql"])
def test_a_symbol_is_a_heading_with_all_its_lines(language: str) -> None:
    name, symbols = SYMBOLS[language]

    parsed = code.read(sample(f"code/{name}", language))

    assert headings(parsed) == symbols
    assert uncovered(parsed) == []


@pytest.mark.parametrize("text", FUNCTIONS.values(), ids=FUNCTIONS)
def test_a_sql_function_ends_with_its_body_in_any_dialect(text: str) -> None:
    parsed = code.read(source(f"{text}\nCREATE TABLE ledger (id int);\n", "sql"))

    assert headings(parsed) == [("pay", (1, 5)), ("ledger", (6, 6))]


def test_a_dollar_delimiter_does_not_begin_a_quotation() -> None:
    text = "DELIMITER $$\nCREATE PROCEDURE pay()\nBEGIN\n  SELECT 1;\nEND $$\nDELIMITER ;\n"

    assert headings(code.read(source(text, "sql"))) == [("pay", (2, 5))]


def test_characters_of_several_bytes_do_not_shift_lines() -> None:
    parsed = code.read(sample("code/till_multibyte.py", "python"))

    assert headings(parsed) == [("opening_float", (7, 9)), ("end_of_day", (12, 15))]
    assert block_with(parsed, "naïve rounding").lines == (1, 4)


def test_the_comment_right_above_a_symbol_is_in_its_passage_but_not_in_its_lines() -> None:
    passages = cut(code.read(sample("code/ledger.py", "python")), Limits())

    assert [(" › ".join(passage.where.heading), passage.where.lines) for passage in passages] == [
        ("", (1, 1)),
        ("Ledger", (4, 7)),
        ("Ledger › balance", (9, 12)),
        ("", (15, 15)),
        ("pay", (16, 16)),
    ]


def test_the_closing_brace_of_a_class_belongs_to_the_passage_above() -> None:
    assert block_with(code.read(sample("code/Ledger.java", "java")), "return 1").lines == (9, 13)


def test_a_long_body_is_split_between_its_outer_statements() -> None:
    body = "\n\n".join(f"    if x{number}:\n        y = '{'x' * 200}'\n\n        z = 1" for number in range(10))

    parsed = code.read(source(f"def long():\n{body}\n", "python"))

    starts = [block.text.split("\n")[0] for block in parsed.blocks if block.kind == "code"]
    assert starts == ["def long():", *(f"    if x{number}:" for number in range(1, 10))]


TYPESCRIPT_NAMESPACES = (
    "export namespace Fees {\n  export namespace Late {\n    export const sum = (a: number) => a;\n  }\n}\n"
    "declare module 'till' {\n  export interface Till {}\n}\nnamespace A.B {\n  class C {}\n}\n"
)
CPP_NAMESPACES = (
    "namespace a::b\n{\nnamespace {\nint one() { return 1; }\n}  // namespace\nvoid Box::put() {}\n}\n"
    "void a::b::Box::get() {}\n"
)
RUST_MODULES = "mod util;\n\nmod fees {\n    impl Rate {\n        fn daily() {}\n    }\n}\n"
NAMESPACES = {
    "typescript": (
        TYPESCRIPT_NAMESPACES,
        ["Fees", "Fees › Late", "Fees › Late › sum", "till", "till › Till", "A › B", "A › B › C"],
    ),
    "cpp": (CPP_NAMESPACES, ["a › b", "a › b › one", "a › b › Box › put", "a › b › Box › get"]),
    "rust": (RUST_MODULES, ["fees", "fees › Rate › daily"]),
}


@pytest.mark.parametrize("language", NAMESPACES)
def test_namespaces_and_modules_are_part_of_the_path_and_no_passage_by_themselves(language: str) -> None:
    text, paths = NAMESPACES[language]

    parsed = code.read(source(text, language))

    assert [path for path, _ in headings(parsed)] == paths
    assert uncovered(parsed) == []
    openings = [line for line in text.split("\n") if line.endswith("{")]
    assert not {block.text.strip() for block in parsed.blocks if block.kind == "code"} & {
        *openings,
        "}",
        "}  // namespace",
    }


def test_a_namespace_with_a_comment_or_words_of_its_own_has_a_passage() -> None:
    parsed = code.read(source("// Fees.\nnamespace Fees {\n  let a = 1;\n\n  function pay() {}\n}\n", "typescript"))

    assert [block.lines for block in parsed.blocks if block.kind == "code"] == [(1, 3), (5, 6)]


@pytest.mark.parametrize("language", ["javascript", "typescript"])
def test_a_field_of_a_class_that_is_a_function_is_a_symbol(language: str) -> None:
    text = "class Till {\n  count = 0;\n  open = () => {\n  };\n  static make = async function () {};\n}\n"

    assert headings(code.read(source(text, language))) == [
        ("Till", (1, 6)),
        ("Till › open", (3, 4)),
        ("Till › make", (5, 5)),
    ]


def test_code_in_an_unknown_language_is_read_as_lines() -> None:
    parsed = code.read(source("BEGIN\n\nEND\n"))

    assert [(block.kind, block.lines) for block in parsed.blocks] == [("code", (1, 3))]


def test_code_that_mostly_fails_to_parse_is_read_as_lines_with_a_note() -> None:
    parsed = code.read(source("def fine():\n    pass\n\n)]} = = class ((\n" * 3, "python"))

    assert headings(parsed) == []
    assert [note.code for note in parsed.notes] == ["read_as_text"]
    assert uncovered(parsed) == []


def test_a_c_function_that_returns_a_function_pointer_is_listed_by_its_name() -> None:
    parsed = code.read(source("int (*handler(int kind))(int)\n{\n    return 0;\n}\n", "c"))
    assert headings(parsed) == [("handler", (1, 4))]


def test_a_syntax_error_hides_no_other_symbol() -> None:
    parsed = code.read(source("def one():\n    return 1\n\n\nprint 'old'\n\n\ndef two():\n    return 2\n", "python"))

    assert [path for path, _ in headings(parsed)] == ["one", "two"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "x = " + "[" * 20_000 + "]" * 20_000),
        ("javascript", "class A { a() {" * 20_000),
        ("cpp", "namespace a {\n" * 20_000),
        ("c", "int " + "(" * 20_000),
        ("sql", "[" * 20_000 + "'" * 20_001 + "create procedure p as " + "begin " * 20_000),
    ],
)
def test_deep_nesting_is_harmless(language: str, text: str) -> None:
    assert uncovered(code.read(source(text, language))) == []


@given(st.sampled_from(list(SYMBOLS)), st.data())
def test_every_line_is_in_exactly_one_block(language: str, data: st.DataObject) -> None:
    lines = [*sample(f"code/{SYMBOLS[language][0]}").lines, "", "", "}", "# comment"]
    text = "\n".join(data.draw(st.lists(st.sampled_from(lines), max_size=30)))

    assert uncovered(code.read(source(text, language))) == []


def test_escaped_letters_of_properties_are_found() -> None:
    parsed = code.read(source("hello=Gr\\u00fc\\u00dfe\nbye=Ade\n"))
    assert [block.extra for block in parsed.blocks] == ["hello=Grüße"]


class InterruptedParser:
    """A parser whose time limit expires when it has read some chunks of a file."""

    def __init__(self, parser: Parser, chunks_before: int) -> None:
        self.chunk_sizes: list[int] = []
        self._parser = parser
        self._chunks_before = chunks_before

    def parse(self, read_chunk: Callable[[int, Point], bytes]) -> Tree:
        def read(offset: int, point: Point) -> bytes:
            if len(self.chunk_sizes) == self._chunks_before:
                signal.raise_signal(signal.SIGVTALRM)
            chunk = read_chunk(offset, point)
            self.chunk_sizes.append(len(chunk))
            return chunk

        try:
            return self._parser.parse(read)
        finally:
            self._parser.reset()


def test_parsing_a_file_that_is_not_code_is_interrupted_between_two_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = b"^\xee\x83\xa0f" * 5_000  # a chunk would end within a character, at which the parser crashes
    parser = InterruptedParser(load_parser("cpp"), chunks_before=3)
    monkeypatch.setattr(code, "load_parser", lambda _: parser)

    reading = read_worker.read("noise.hpp", noise, encoding="utf-8", limits=Limits(), report=lambda _: None)

    assert [note.code for note in reading.notes] == ["read_as_text"]
    assert len(parser.chunk_sizes) == 3
    assert max(parser.chunk_sizes) <= code.CHUNK_BYTES < len(noise)

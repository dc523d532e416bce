"""The tool's definitions and the forms of its results, as OpenAI, Anthropic and MCP take them."""

from __future__ import annotations

from typing import Any, cast

import jsonschema
import pytest
from helpers.answers import answer, passage, where

from contents_service.agent_tool import FromFile, NoAnswer, Result, make_result, tools_for

[TOOL] = tools_for(["eric/support/returns-policy.pdf", "eric/support/product-guide.md"], FromFile())

Json = dict[str, Any]


def definition(flavour: str) -> Json:
    return TOOL.definition(cast("Any", flavour))


def parameters(flavour: str) -> Json:
    match flavour:
        case "openai":
            return cast("Json", definition("openai")["function"]["parameters"])
        case "anthropic":
            return cast("Json", definition("anthropic")["input_schema"])
        case _:
            return cast("Json", definition("mcp")["inputSchema"])


@pytest.mark.parametrize("flavour", ["openai", "anthropic", "mcp"])
def test_the_tool_takes_one_required_string(flavour: str) -> None:
    schema = parameters(flavour)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["required"] == ["question"]
    assert list(schema["properties"]) == ["question"]
    assert schema["properties"]["question"]["type"] == "string"
    assert schema["additionalProperties"] is False


def test_openai_gets_a_strict_schema() -> None:
    defined = definition("openai")
    assert defined["type"] == "function"
    assert defined["function"]["strict"] is True


@pytest.mark.parametrize("flavour", ["openai", "anthropic", "mcp"])
def test_its_description_asks_for_a_whole_question_in_a_documents_words(flavour: str) -> None:
    defined = definition(flavour)
    described = defined.get("function", defined)
    assert described["name"] == "search_documents"
    assert "whole question in the words a document would use" in described["description"]
    assert "returns-policy.pdf, product-guide.md" in described["description"]


def test_mcp_gets_the_hints_that_the_tool_only_reads_and_stays_inside() -> None:
    hints = definition("mcp")["annotations"]
    assert hints["readOnlyHint"] is True
    assert hints["openWorldHint"] is False


@pytest.mark.parametrize(
    "result",
    [
        make_result(answer()),
        make_result(answer("none_holds_it", near_words={"warrenty": ["warranty"]})),
        make_result(answer("still_reading")),
        make_result(b"garbage"),
        TOOL.call("anything"),
    ],
    ids=lambda result: cast("Result", result).status,
)
def test_an_mcp_result_matches_the_output_schema_and_has_the_whole_text(result: Result) -> None:
    given = cast("Json", result.as_mcp())
    jsonschema.validate(given["structuredContent"], definition("mcp")["outputSchema"])
    assert given["content"] == [{"type": "text", "text": result.text}]
    assert given["structuredContent"]["status"] == result.status
    assert given["structuredContent"]["available"] is result.available


def test_without_an_answer_structured_content_is_only_status_reason_and_guidance() -> None:
    given = cast("Json", Result(NoAnswer("timeout", "the service did not answer within 15 seconds")).as_mcp())
    assert given["structuredContent"].keys() == {"available", "status", "reason", "guidance"}


def test_anthropic_gets_a_search_result_with_a_block_for_each_paragraph() -> None:
    text = "Goods may be returned.\n\nOpened goods too.\n  \nNot food."
    [block, notes] = cast("list[Json]", make_result(answer(passages=[passage(text)])).as_anthropic())
    assert block["type"] == "search_result"
    assert (block["source"], block["title"]) == ("eric/support/returns-policy.pdf", "returns-policy.pdf, page 3")
    assert [part["text"] for part in block["content"]] == ["Goods may be returned.", "Opened goods too.", "Not food."]
    assert block["citations"] == {"enabled": True}
    assert "not instructions" in notes["text"]


def test_anthropic_never_gets_a_blank_block() -> None:
    blank = passage("\n\n \n\n\t", where=where())
    [block, _] = cast("list[Json]", make_result(answer(passages=[blank])).as_anthropic())
    assert all(part["text"].strip() for part in block["content"])


def test_anthropic_gets_a_refusal_as_text() -> None:
    result = make_result(answer("none_holds_it"))
    assert result.as_anthropic() == [{"type": "text", "text": result.text}]


def test_for_anthropic_the_nearest_passages_are_blocks_with_a_warning() -> None:
    (nearest, warning) = make_result(answer("none_holds_it", nearest=[passage()])).as_anthropic()
    assert nearest["type"] == "search_result"
    assert "probably do not answer the question" in cast("str", warning["text"])
    assert "No passage has enough of the question's words" in cast("str", warning["text"])

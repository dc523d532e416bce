"""An answer as the result of an MCP tool call, and the schema of that result."""

from __future__ import annotations

import msgspec

from contents_service.agent_tool.answer import Answer
from contents_service.agent_tool.no_answer import NoAnswer
from contents_service.agent_tool.rendering import render_outcome

Json = dict[str, object]


def output_schema() -> Json:
    """Return the JSON schema of `structuredContent`; with or without an answer it has `available` and `status`."""
    with_answer, without_answer = (_object(kind) for kind in (Answer, NoAnswer))
    _, definitions = msgspec.json.schema_components([Answer], ref_template="#/$defs/{name}")
    definitions.pop("Answer")
    return {
        "type": "object",
        "required": ["available", "status"],
        "properties": {"available": {"type": "boolean"}, "status": {"type": "string"}},
        "anyOf": [with_answer, without_answer],
        "$defs": definitions,
    }


def to_structured_content(outcome: Answer | NoAnswer) -> Json:
    """Return the outcome as JSON: the answer, or only the status, the reason and the guidance."""
    fields: Json = msgspec.json.decode(msgspec.json.encode(outcome))
    return {"available": True, **fields}


def to_tool_result(outcome: Answer | NoAnswer) -> Json:
    """Return text for every client, and structured content for those that take it.

    It is never an MCP error: an error invites a model to call again, and the guidance tells it not to.
    """
    text = {"type": "text", "text": render_outcome(outcome)}
    return {"content": [text], "structuredContent": to_structured_content(outcome), "isError": False}


def _object(kind: type[Answer | NoAnswer]) -> Json:
    (_, definitions) = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    schema: Json = definitions[kind.__name__]
    return schema

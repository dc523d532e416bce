"""An answer as the result of an MCP tool call, and the schema that it keeps."""

from __future__ import annotations

import msgspec

from contents_service.agent_tool.answer import Answer
from contents_service.agent_tool.no_answer import Unanswered
from contents_service.agent_tool.rendering import text_of

Json = dict[str, object]


def output_schema() -> Json:
    """A JSON schema of what stands under `structuredContent`; both outcomes have `available` and `status`."""
    answered, given_up = (_object(kind) for kind in (Answer, Unanswered))
    _, definitions = msgspec.json.schema_components([Answer], ref_template="#/$defs/{name}")
    definitions.pop("Answer")
    return {
        "type": "object",
        "required": ["available", "status"],
        "properties": {"available": {"type": "boolean"}, "status": {"type": "string"}},
        "anyOf": [answered, given_up],
        "$defs": definitions,
    }


def structured(outcome: Answer | Unanswered) -> Json:
    """The outcome as JSON; where there is no answer, only the status, the reason and what to do."""
    fields: Json = msgspec.json.decode(msgspec.json.encode(outcome))
    return {"available": True, **fields}


def result_of(outcome: Answer | Unanswered) -> Json:
    """Text for every client, and structure for those that take it.

    It is never an error of MCP's: those invite a model to call again, which the guidance tells it not to.
    """
    text = {"type": "text", "text": text_of(outcome)}
    return {"content": [text], "structuredContent": structured(outcome), "isError": False}


def _object(kind: type[Answer | Unanswered]) -> Json:
    (_, definitions) = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    schema: Json = definitions[kind.__name__]
    return schema

"""The definition of the tool that a model gets, for each kind of interface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from contents_service.agent_tool import mcp
from contents_service.agent_tool.wording import count_of, list_up_to, shorten_paths

NAME = "search_documents"
Flavour = Literal["openai", "anthropic", "mcp"]
Json = dict[str, object]

_QUESTION = (
    "One whole question that can be understood without the conversation, in the words a document would use: "
    "'Within how many days may opened goods be returned?', not 'what about the second one?'."
)


def define(flavour: Flavour, documents: Sequence[str]) -> Json:
    """Return the definition of the tool that searches these documents."""
    common = {"name": NAME, "description": _describe(documents)}
    match flavour:
        case "openai":
            return {"type": "function", "function": {**common, "parameters": _make_parameters(), "strict": True}}
        case "anthropic":
            return {**common, "input_schema": _make_parameters()}
        case "mcp":
            return {**common, "inputSchema": _make_parameters(), **_make_mcp_fields()}


def _describe(documents: Sequence[str]) -> str:
    return (
        f"Searches {count_of(len(documents), 'document')} that this application was given: "
        f"{list_up_to(shorten_paths(documents).values())}. It searches by words, so ask a whole question in the words "
        "a document would use. It returns the passages that answer best, each with its document and place, to be cited "
        "like (returns-policy.pdf, page 3); or it says that it found none: then say that you found no answer in them. "
        "It only reads."
    )


def _make_parameters() -> Json:
    return {
        "type": "object",
        "properties": {"question": {"type": "string", "description": _QUESTION}},
        "required": ["question"],
        "additionalProperties": False,
    }


def _make_mcp_fields() -> Json:
    title = "Search documents"
    hints = {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False}
    return {"title": title, "annotations": {"title": title, **hints}, "outputSchema": mcp.output_schema()}

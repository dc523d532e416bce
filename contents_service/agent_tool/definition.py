"""How the tool is described to a model, for each kind of interface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from contents_service.agent_tool import mcp
from contents_service.agent_tool.wording import counted, listed, names

NAME = "search_documents"
Flavour = Literal["openai", "anthropic", "mcp"]
Json = dict[str, object]

_QUESTION = (
    "One whole question that can be understood without the conversation, in the words a document would use: "
    "'Within how many days may opened goods be returned?', not 'what about the second one?'."
)


def define(flavour: Flavour, documents: Sequence[str]) -> Json:
    """The definition of the tool that searches these documents."""
    described = {"name": NAME, "description": _description(documents)}
    match flavour:
        case "openai":
            return {"type": "function", "function": {**described, "parameters": _parameters(), "strict": True}}
        case "anthropic":
            return {**described, "input_schema": _parameters()}
        case "mcp":
            return {**described, "inputSchema": _parameters(), **_for_mcp()}


def _description(documents: Sequence[str]) -> str:
    return (
        f"Searches {counted(len(documents), 'document')} that this application was given: "
        f"{listed(names(documents).values())}. It finds words, so ask a whole question in the words a document would "
        "use. It gives the passages that answer best, each with its document and place, to be cited like "
        "(returns-policy.pdf, page 3); or it says that none holds the answer: then say that you do not know. "
        "It only reads."
    )


def _parameters() -> Json:
    return {
        "type": "object",
        "properties": {"question": {"type": "string", "description": _QUESTION}},
        "required": ["question"],
        "additionalProperties": False,
    }


def _for_mcp() -> Json:
    title = "Search documents"
    hints = {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False}
    return {"title": title, "annotations": {"title": title, **hints}, "outputSchema": mcp.output_schema()}

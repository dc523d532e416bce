"""An agent that answers from an application's documents, with a scripted model instead of a language model.

    python examples/agent.py --url http://127.0.0.1:8080 --token "$(contents token --person eric)"

The documents of `appspec.yaml` must have been given (`contents serve --dev --demo` does that). Without `--url` it runs
like an application that is started from a file, for which nothing was read.

To use a real model, pass `turn` one whose `reply` sends the messages and the tool definitions to its API.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import yaml

from contents_service.agent_tool import FromFile, Preview, Tool, tools_for

APPSPEC = Path(__file__).with_name("appspec.yaml")
QUESTIONS = (
    "Within how many days may goods be returned?",
    "What does it cost to send a wheel to Norway?",
    "What does the code LS-E11 on the display mean?",
    "How much may the bicycle trailer carry?",  # answered only in a scan, which was not read
    "Which vegetarian dishes are on the lunch menu?",  # answered nowhere
)
MAX_STEPS = 4


@dataclass(frozen=True)
class ToolCall:
    """A model's request to call a tool; the arguments are JSON, as models write them."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True)
class Message:
    """One message of a conversation, shaped as chat APIs shape it."""

    role: str
    content: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None


class Model(Protocol):
    """A language model: it returns the next message of a conversation, given the tools that it may call."""

    def reply(self, messages: Sequence[Message], tools: Sequence[dict[str, object]]) -> Message:
        """Return the model's next message."""
        ...


class ScriptedModel:
    """Follows fixed rules: search first, then answer with a citation, or say that it does not know."""

    _PASSAGE = re.compile(
        r"^\[\d+\] (?P<place>[^\n]+?)(?:; the same text: [^\n]+)?\n"
        r"<passage (?P<mark>\w+)>\n(?P<text>.*?)\n</passage (?P=mark)>$",
        re.MULTILINE | re.DOTALL,
    )

    def reply(self, messages: Sequence[Message], tools: Sequence[dict[str, object]]) -> Message:
        """Return a call of the tool for a question, and an answer for the result of a call."""
        last = messages[-1]
        if last.role == "tool":
            question = next(message.content for message in reversed(messages) if message.role == "user")
            return Message("assistant", self._answer(question, last.content))
        if not tools:
            return Message("assistant", "I was given no documents, so I do not know.")
        call = ToolCall(f"call-{len(messages)}", "search_documents", json.dumps({"question": last.content}))
        return Message("assistant", tool_calls=(call,))

    def _answer(self, question: str, tool_text: str) -> str:
        """Return the line of the best passage that shares most words with the question, and its location."""
        passage = self._PASSAGE.search(tool_text)
        if passage is None:
            return f"I do not know. The tool says:\n{tool_text}"
        words = _words(question)
        line = max(_sentences(passage["text"]), key=lambda sentence: len(words & _words(sentence)))
        doubt = "This may not be it: " if "may well not hold the answer" in tool_text else ""
        return f"{doubt}{line} ({passage['place']})"


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _sentences(text: str) -> list[str]:
    return [" ".join(sentence.split()) for sentence in re.split(r"(?<=[.!?])\s+|\n(?=[|\-\s\d])|\n\n", text)]


def turn(model: Model, tools: Sequence[Tool], question: str) -> Iterator[str]:
    """Run one turn of the agent, and yield the lines that the person watching sees."""
    tools_by_name = {tool.name: tool for tool in tools}
    messages = [Message("user", question)]
    for _ in range(MAX_STEPS):
        message = model.reply(messages, [tool.definition("openai") for tool in tools])
        messages.append(message)
        if not message.tool_calls:
            yield message.content
            return
        for call in message.tool_calls:
            tool = tools_by_name[call.name]
            yield f"  … {tool.caption}"
            result = tool.call_with(json.loads(call.arguments))
            yield f"  … {result.caption}"
            messages.append(Message("tool", result.text, tool_call_id=call.id))
    yield "I could not find an answer."


def main() -> None:
    """Ask a few questions, and print each turn."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--url", help="the running service; without it, run from a file")
    arguments.add_argument("--token", default="", help="whose documents are searched")
    arguments.add_argument("question", nargs="*", default=QUESTIONS)
    options = arguments.parse_args()
    spec = yaml.safe_load(APPSPEC.read_text(encoding="utf-8"))
    run = Preview(options.url, spec["name"], options.token) if options.url else FromFile()
    tools = tools_for(spec["contents"], run)
    for question in options.question:
        print(f"\n> {question}", *turn(ScriptedModel(), tools, question), sep="\n")


if __name__ == "__main__":
    main()

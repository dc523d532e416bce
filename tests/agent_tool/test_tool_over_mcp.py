"""The tool for MCP clients: over stdio by the command, and in one process."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import anyio
import mcp_types as types
import pytest
from click.testing import CliRunner
from helpers.answers import answer
from helpers.stub_server import StubServer, answer_json
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError

from contents_service.agent_tool import Preview, tools_for
from contents_service.commands.mcp import mcp as mcp_command
from contents_service.commands.support.mcp_server import make_server

NAMED = ["eric/support/returns-policy.pdf"]
QUESTION = {"question": "Within how many days may goods be returned?"}
RUN_THE_COMMAND = "from contents_service.commands.mcp import mcp; mcp()"

Found = TypeVar("Found")


def with_client(server: Any, ask: Callable[[Client], Awaitable[Found]]) -> Found:
    async def session() -> Found:
        async with Client(server) as client:
            return await ask(client)

    with ThreadPoolExecutor(1) as thread:  # in this one a browser's event loop may be running
        return thread.submit(anyio.run, session).result()


def by_stdio(*arguments: str) -> StdioServerParameters:
    return StdioServerParameters(command=sys.executable, args=["-c", RUN_THE_COMMAND, "--app", "desk", *arguments])


def text_of(result: types.CallToolResult) -> str:
    [content] = result.content
    assert isinstance(content, types.TextContent)
    return content.text


def test_a_client_over_stdio_is_offered_the_tool_and_gets_its_answer(tmp_path: Path) -> None:
    appspec = tmp_path / "appspec.yaml"
    appspec.write_text("contents:\n  - eric/support/returns-policy.pdf\n")

    async def ask(client: Client) -> tuple[types.ListToolsResult, types.CallToolResult]:
        return await client.list_tools(), await client.call_tool("search_documents", QUESTION)

    with StubServer(answer_json(answer())) as service:
        offered, result = with_client(
            by_stdio("--token", "secret", "--url", service.url, "--appspec", str(appspec)), ask
        )
        [(_, headers, body)] = service.requests
    [tool] = offered.tools
    assert tool.annotations
    assert (tool.annotations.read_only_hint, tool.annotations.open_world_hint) == (True, False)
    assert "[1] returns-policy.pdf, page 3" in text_of(result)
    assert result.structured_content["status"] == "found"
    assert (headers["Authorization"], body["documents"]) == ("Bearer secret", NAMED)


def test_calling_an_unknown_tool_is_an_error_of_the_protocol() -> None:
    async def ask(client: Client) -> None:
        with pytest.raises(MCPError, match="no tool named delete_documents"):
            await client.call_tool("delete_documents", {})

    with_client(make_server(tools_for(NAMED, Preview("http://127.0.0.1:1", "desk", "t"))), ask)


def test_an_unreachable_service_gives_a_result_and_not_an_error() -> None:
    async def ask(client: Client) -> types.CallToolResult:
        return await client.call_tool("search_documents", QUESTION)

    result = with_client(make_server(tools_for(NAMED, Preview("http://127.0.0.1:1", "desk", "t"))), ask)
    assert not result.is_error
    assert result.structured_content["available"] is False


def test_without_an_appspec_it_asks_the_service_what_was_given() -> None:
    with StubServer(answer_json({"contents": []})) as service:
        ran = CliRunner().invoke(mcp_command, ["--app", "a b", "--token", "secret", "--url", service.url], input="")
        [(path, _, _)] = service.requests
    assert path == "/api/contents/v1/apps/a%20b/contents"
    assert "has no documents, so there is no tool to serve" in ran.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Say who you are"),
        (["--token", "t", "--http", "0.0.0.0:8090"], "--http takes a loopback address"),
    ],
)
def test_a_wrong_option_is_explained(arguments: list[str], message: str) -> None:
    ran = CliRunner().invoke(mcp_command, ["--app", "desk", *arguments])
    assert ran.exit_code == 2
    assert message in ran.stderr


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    appspec = tmp_path / "appspec.yaml"
    appspec.write_text("contents: [eric/a.md]\n")
    monkeypatch.setitem(sys.modules, "contents_service.commands.support.mcp_server", None)
    monkeypatch.delattr("contents_service.commands.support.mcp_server", raising=False)
    ran = CliRunner().invoke(mcp_command, ["--app", "desk", "--token", "t", "--appspec", str(appspec)])
    assert ran.exit_code == 1
    assert "pip install '.[mcp]'" in ran.stderr


@pytest.mark.parametrize("text", ["contents: eric/a.md\n", "contents: [", "- a\n"])
def test_an_invalid_appspec_is_named(text: str, tmp_path: Path) -> None:
    appspec = tmp_path / "appspec.yaml"
    appspec.write_text(text)
    ran = CliRunner().invoke(mcp_command, ["--app", "desk", "--token", "t", "--appspec", str(appspec)])
    assert ran.exit_code == 1
    assert "is not an Appspec" in ran.stderr

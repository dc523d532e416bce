"""Tools as an MCP server; needs the extra `mcp`."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

import anyio
import mcp_types as types
import uvicorn
from anyio.to_thread import run_sync
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from contents_service.agent_tool import Tool

Context = ServerRequestContext[Any]


def make_server(tools: Sequence[Tool]) -> Server[Any]:
    """Return a server that offers these tools."""
    tools_by_name = {tool.name: tool for tool in tools}

    async def list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[types.Tool.model_validate(tool.definition("mcp")) for tool in tools])

    async def call_tool(_: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        return await _call_in_thread(tools_by_name, params)

    return Server("contents", version=version("contents-service"), on_list_tools=list_tools, on_call_tool=call_tool)


async def _call_in_thread(
    tools_by_name: Mapping[str, Tool], params: types.CallToolRequestParams
) -> types.CallToolResult:
    """Call a tool in a thread, so that the server stays responsive, and return the result."""
    tool = tools_by_name.get(params.name)
    if tool is None:
        raise MCPError(types.INVALID_PARAMS, f"There is no tool named {params.name}.")
    result = await run_sync(tool.call_with, params.arguments or {})
    return types.CallToolResult.model_validate(result.as_mcp())


def serve_stdio(tools: Sequence[Tool]) -> None:
    """Serve one client on stdin and stdout until it closes them."""
    anyio.run(_serve_stdio, tools)


async def _serve_stdio(tools: Sequence[Tool]) -> None:
    server = make_server(tools)
    async with stdio_server() as (requests, responses):
        await server.run(requests, responses, server.create_initialization_options())


def serve_http(tools: Sequence[Tool], host: str, port: int) -> None:
    """Serve clients over streamable HTTP, at `/mcp`, until interrupted."""
    uvicorn.run(make_server(tools).streamable_http_app(host=host), host=host, port=port, log_level=logging.WARNING)

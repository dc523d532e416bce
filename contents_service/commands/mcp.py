"""`contents mcp`: serves the tool to any MCP client, over stdio or HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import msgspec
import yaml

from contents_service.agent_tool import Preview, Tool, tools_for
from contents_service.commands.support.client import Client, with_client_options

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""Hosts that only this machine can reach."""


class AppspecContents(msgspec.Struct, frozen=True):
    """The part of an Appspec that names documents; an empty `contents:` names none."""

    contents: tuple[str, ...] | None = None


@click.command()
@click.option(
    "--appspec",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Search only the documents that this Appspec names.",
)
@click.option("--http", "address", metavar="HOST:PORT", help="Serve streamable HTTP at this address, not stdio.")
@with_client_options
def mcp(client: Client, *, appspec: Path | None, address: str | None) -> None:
    """Serve the tool `search_documents` to MCP clients."""
    host_and_port = _parse_address(address) if address else None
    paths = _read_appspec(appspec) if appspec else tuple(client.call("GET", "/contents")["contents"])
    _serve(tools_for(paths, Preview(client.url, client.app, client.token)), host_and_port)


def _serve(tools: Sequence[Tool], host_and_port: tuple[str, int] | None) -> None:
    try:
        # imported here because it is optional and slow to import
        from contents_service.commands.support import mcp_server
    except ImportError as error:
        raise click.ClickException(
            "The package `mcp` is not installed. Install this checkout with the extra: pip install '.[mcp]'"
        ) from error
    if not tools:
        click.echo("This application has no documents, so there is no tool to serve.", err=True)
    if host_and_port:
        mcp_server.serve_http(tools, *host_and_port)
    else:
        mcp_server.serve_stdio(tools)


def _parse_address(address: str) -> tuple[str, int]:
    """Return host and port; only loopback is allowed, since anyone who can reach the server searches with our token."""
    host, _, port = address.rpartition(":")
    if host not in LOOPBACK or not port.isdecimal():
        raise click.UsageError(f"--http takes a loopback address such as 127.0.0.1:8090, not {address}.")
    return host.strip("[]"), int(port)


def _read_appspec(appspec: Path) -> tuple[str, ...]:
    try:
        appspec_contents = msgspec.convert(yaml.safe_load(appspec.read_bytes()), AppspecContents)
    except (yaml.YAMLError, msgspec.ValidationError) as error:
        raise click.ClickException(
            f"{appspec} is not an Appspec with a list of paths under `contents:`: {error}"
        ) from error
    return appspec_contents.contents or ()

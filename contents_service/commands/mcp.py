"""`contents mcp`: the tool for any client that speaks MCP, over stdio or HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import msgspec
import yaml

from contents_service.agent_tool import Preview, SearchDocuments, tools_for
from contents_service.commands.client import Client, with_client_options

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class Fragment(msgspec.Struct, frozen=True):
    """The part of an Appspec that names documents; `contents:` with nothing under it names none."""

    contents: tuple[str, ...] | None = None


@click.command()
@click.option(
    "--appspec",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Search what this Appspec names, not all that was given.",
)
@click.option("--http", "address", metavar="HOST:PORT", help="Listen here for streamable HTTP, not on stdio.")
@with_client_options
def mcp(client: Client, *, appspec: Path | None, address: str | None) -> None:
    """Offer `search_documents` to a client that speaks MCP."""
    listening = _listening(address) if address else None
    named = _named_in(appspec) if appspec else tuple(client.call("GET", "/contents")["contents"])
    _serve(tools_for(named, Preview(client.url, client.app, client.token)), listening)


def _serve(tools: Sequence[SearchDocuments], listening: tuple[str, int] | None) -> None:
    try:
        from contents_service.commands import mcp_server  # here, since it is an extra, and slow to import
    except ImportError as error:
        raise click.ClickException(
            "The package `mcp` is not installed. Install this checkout with the extra: pip install '.[mcp]'"
        ) from error
    if not tools:
        click.echo("This application names no documents, so it is given no tool.", err=True)
    if listening:
        mcp_server.serve_http(tools, *listening)
    else:
        mcp_server.serve_stdio(tools)


def _listening(address: str) -> tuple[str, int]:
    """Host and port; only loopback, since whoever reaches it searches with our token."""
    host, _, port = address.rpartition(":")
    if host not in LOOPBACK or not port.isdecimal():
        raise click.UsageError(f"--http takes a loopback address such as 127.0.0.1:8090, not {address}.")
    return host.strip("[]"), int(port)


def _named_in(appspec: Path) -> tuple[str, ...]:
    try:
        fragment = msgspec.convert(yaml.safe_load(appspec.read_bytes()), Fragment)
    except (yaml.YAMLError, msgspec.ValidationError) as error:
        raise click.ClickException(f"{appspec} is no Appspec with `contents:` as a list of paths: {error}") from error
    return fragment.contents or ()

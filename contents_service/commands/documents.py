"""`contents give`, `list`, `read`, `off`, `on` and `remove`: the documents of an application."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial

import click

from contents_service.commands.support.client import Client, Json, RequestFailed, with_client_options

WAIT_S = 30
"""Seconds that a request may wait for a reading."""
PATH_WIDTH = 60
"""The widest column for paths; a longer path only shifts its own line."""

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for a script.")
paths_argument = click.argument("paths", nargs=-1, required=True, metavar="PATH…")


@click.command()
@paths_argument
@click.option("--wait/--no-wait", default=True, show_default=True, help="Wait until they are read.")
@as_json
@with_client_options
def give(client: Client, paths: Sequence[str], *, wait: bool, as_json: bool) -> None:
    """Give documents by their paths in the Home Folder, such as eric/support/returns.pdf."""
    wait_s = WAIT_S if wait else 0
    _apply(paths, lambda path: client.call("POST", "/documents", json={"path": path}, wait_s=wait_s), as_json=as_json)


@click.command("list")
@as_json
@with_client_options
def list_documents(client: Client, *, as_json: bool) -> None:
    """List documents with what was read of each, and why the rest was not."""
    _print_documents(list(client.documents()), as_json=as_json, listing=True)


@click.command()
@paths_argument
@as_json
@with_client_options
def read(client: Client, paths: Sequence[str], *, as_json: bool) -> None:
    """Read documents again as they are now; until then, searches use the earlier reading."""

    def read_again(path: str) -> Json:
        document = client.call("POST", f"/documents/{client.document_at(path)['id']}/read", wait_s=WAIT_S)
        if document["reread"]:
            raise RequestFailed(f"Reading it again failed: {document['reread']['why']['message']}")
        return document

    _apply(paths, read_again, as_json=as_json)


@click.command()
@paths_argument
@as_json
@with_client_options
def off(client: Client, paths: Sequence[str], *, as_json: bool) -> None:
    """Turn documents off: they stay listed but are not searched."""
    _apply(paths, partial(_set_enabled, client, enabled=False), as_json=as_json)


@click.command()
@paths_argument
@as_json
@with_client_options
def on(client: Client, paths: Sequence[str], *, as_json: bool) -> None:
    """Turn documents on again."""
    _apply(paths, partial(_set_enabled, client, enabled=True), as_json=as_json)


@click.command()
@paths_argument
@with_client_options
def remove(client: Client, paths: Sequence[str]) -> None:
    """Remove documents with their passages; the files stay in the Home Folder."""

    def remove_document(path: str) -> Json:
        document = client.document_at(path)
        client.call("DELETE", f"/documents/{document['id']}")
        click.echo(f"{path}: removed with {_format_passages(document)}; the file stays in the Home Folder.")
        return document

    _, failed = _try_each(paths, remove_document)
    _report_failures(paths, failed)


def _set_enabled(client: Client, path: str, *, enabled: bool) -> Json:
    return client.call("PATCH", f"/documents/{client.document_at(path)['id']}", json={"enabled": enabled})


def _apply(paths: Sequence[str], action: Callable[[str], Json], *, as_json: bool) -> None:
    """Call a function with each path, and print the documents that it returns."""
    documents, failed = _try_each(paths, action)
    _print_documents(documents, as_json=as_json)
    if any(document["state"] == "reading" for document in documents):
        click.echo("Some are still being read; `contents list` shows their progress.", err=True)
    _report_failures(paths, failed)


def _try_each(paths: Sequence[str], action: Callable[[str], Json]) -> tuple[list[Json], int]:
    """Call a function with each path, print failures, and return the documents and the number of failures."""
    documents: list[Json] = []
    for count, path in enumerate(paths, 1):
        if len(paths) > 1:
            click.echo(f"{count} of {len(paths)}: {path}", err=True)
        try:
            documents.append(action(path))
        except RequestFailed as error:
            click.echo(f"{path}: {error}", err=True)
    return documents, len(paths) - len(documents)


def _report_failures(paths: Sequence[str], failed: int) -> None:
    if failed:
        raise RequestFailed(f"{failed} of {len(paths)} failed; the reasons are above.")


def _print_documents(documents: Sequence[Json], *, as_json: bool, listing: bool = False) -> None:
    if as_json:
        click.echo(json.dumps({"documents": documents}, ensure_ascii=False, indent=2))
        return
    width = min(PATH_WIDTH, max((len(document["path"]) for document in documents), default=0))
    for document in documents:
        click.echo(f"{document['path']:<{width}}  {describe_document(document)}")
    if not documents and listing:
        click.echo("It has no documents yet. Give it one with `contents give`.")


def _format_passages(document: Json) -> str:
    return f"{document['passages']} passage{'' if document['passages'] == 1 else 's'}"


def describe_document(document: Json) -> str:
    """Return a document's state and its problems, as the card shows them."""
    passages = _format_passages(document)
    pages = f", {document['pages']} page{'' if document['pages'] == 1 else 's'}" if document["pages"] else ""
    state = {
        "reading": "reading",
        "read": f"read, {passages}{pages}",
        "partly_read": f"partly read, {passages}{pages}",
        "not_read": "not read",
    }[document["state"]]
    lines = [state + ("" if document["enabled"] else ", turned off")]
    lines += [document["why"]["message"]] if document["why"] else []
    lines += [
        f"Not read: {part['where']['text']}. {part['message']}" for part in document["unread"] if document["passages"]
    ]
    lines += [f"Reading it again failed: {document['reread']['why']['message']}"] if document["reread"] else []
    lines += {"changed": ["Changed since it was read."], "missing": ["No longer in the Home Folder."]}.get(
        document["original"], []
    )
    return "\n    ".join(lines)

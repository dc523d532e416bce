"""`contents give`, `list`, `read`, `off`, `on` and `remove`: what an application is given, from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial

import click

from contents_service.commands.client import Client, Json, RequestFailed, with_client_options

WAIT_S = 30
WIDEST_PATH = 60
"""Longer paths stand out of line rather than push all others away."""

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for a script.")
paths_argument = click.argument("paths", nargs=-1, required=True, metavar="PATH…")


@click.command()
@paths_argument
@click.option("--wait/--no-wait", default=True, show_default=True, help="Wait until they are read.")
@as_json
@with_client_options
def give(client: Client, paths: Sequence[str], *, wait: bool, as_json: bool) -> None:
    """Give documents of the Home Folder, named by their paths in it, such as eric/support/returns.pdf."""
    wait_s = WAIT_S if wait else 0
    _each(paths, lambda path: client.call("POST", "/documents", json={"path": path}, wait_s=wait_s), as_json=as_json)


@click.command("list")
@as_json
@with_client_options
def list_documents(client: Client, *, as_json: bool) -> None:
    """List what was given, what was read of it and what was not, and why."""
    _show(list(client.documents()), as_json=as_json, listing=True)


@click.command()
@paths_argument
@as_json
@with_client_options
def read(client: Client, paths: Sequence[str], *, as_json: bool) -> None:
    """Read documents again as they now are; until then the earlier reading answers."""

    def again(path: str) -> Json:
        document = client.call("POST", f"/documents/{client.document_at(path)['id']}/read", wait_s=WAIT_S)
        if document["reread"]:
            raise RequestFailed(f"Reading it again failed: {document['reread']['why']['message']}")
        return document

    _each(paths, again, as_json=as_json)


@click.command()
@paths_argument
@as_json
@with_client_options
def off(client: Client, paths: Sequence[str], *, as_json: bool) -> None:
    """Switch documents off: they are kept and listed, and not searched."""
    _each(paths, partial(_switched, client, enabled=False), as_json=as_json)


@click.command()
@paths_argument
@as_json
@with_client_options
def on(client: Client, paths: Sequence[str], *, as_json: bool) -> None:
    """Switch documents on again."""
    _each(paths, partial(_switched, client, enabled=True), as_json=as_json)


@click.command()
@paths_argument
@with_client_options
def remove(client: Client, paths: Sequence[str]) -> None:
    """Take documents out: their passages are forgotten, the files stay in the Home Folder."""

    def removed(path: str) -> Json:
        document = client.document_at(path)
        client.call("DELETE", f"/documents/{document['id']}")
        click.echo(f"{path}: forgotten with {_passages(document)}; the file stays in the Home Folder.")
        return document

    _done(paths, removed)


def _switched(client: Client, path: str, *, enabled: bool) -> Json:
    return client.call("PATCH", f"/documents/{client.document_at(path)['id']}", json={"enabled": enabled})


def _each(paths: Sequence[str], do: Callable[[str], Json], *, as_json: bool) -> None:
    """Do something with each path, and show what came of it."""
    documents, failed = _tried(paths, do)
    _show(documents, as_json=as_json)
    if any(document["state"] == "reading" for document in documents):
        click.echo("Still being read: `contents list` says how far it is.", err=True)
    _say_failed(paths, failed)


def _done(paths: Sequence[str], do: Callable[[str], Json]) -> None:
    _, failed = _tried(paths, do)
    _say_failed(paths, failed)


def _tried(paths: Sequence[str], do: Callable[[str], Json]) -> tuple[list[Json], int]:
    """What came of each path; one that fails is named with why, and does not keep the others back."""
    documents: list[Json] = []
    for count, path in enumerate(paths, 1):
        if len(paths) > 1:
            click.echo(f"{count} of {len(paths)}: {path}", err=True)
        try:
            documents.append(do(path))
        except RequestFailed as error:
            click.echo(f"{path}: {error}", err=True)
    return documents, len(paths) - len(documents)


def _say_failed(paths: Sequence[str], failed: int) -> None:
    if failed:
        raise RequestFailed(f"{failed} of {len(paths)} could not be done; why is said above.")


def _show(documents: Sequence[Json], *, as_json: bool, listing: bool = False) -> None:
    if as_json:
        click.echo(json.dumps({"documents": documents}, ensure_ascii=False, indent=2))
        return
    width = min(WIDEST_PATH, max((len(document["path"]) for document in documents), default=0))
    for document in documents:
        click.echo(f"{document['path']:<{width}}  {describe_document(document)}")
    if not documents and listing:
        click.echo("It knows nothing yet. Give it a document with `contents give`.")


def _passages(document: Json) -> str:
    return f"{document['passages']} passage{'' if document['passages'] == 1 else 's'}"


def describe_document(document: Json) -> str:
    """A document's state in a line or two, as the card has it."""
    passages = _passages(document)
    pages = f", {document['pages']} page{'' if document['pages'] == 1 else 's'}" if document["pages"] else ""
    said = {
        "reading": "reading",
        "read": f"read, {passages}{pages}",
        "partly_read": f"partly read, {passages}{pages}",
        "not_read": "not read",
    }[document["state"]]
    lines = [said + ("" if document["enabled"] else ", switched off")]
    lines += [document["why"]["message"]] if document["why"] else []
    lines += [
        f"Not read: {part['where']['text']}. {part['message']}" for part in document["unread"] if document["passages"]
    ]
    lines += [f"Reading it again failed: {document['reread']['why']['message']}"] if document["reread"] else []
    lines += {"changed": ["Changed since it was read."], "missing": ["No longer in the Home Folder."]}.get(
        document["original"], []
    )
    return "\n    ".join(lines)

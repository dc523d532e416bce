"""`contents give`, `list`, `read`, `off`, `on` and `remove`: what an application is given, from the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import click

from contents_service.commands.client import Client, Json, for_an_application

WAIT_S = 30

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for a script.")
paths_argument = click.argument("paths", nargs=-1, required=True, metavar="PATH…")


@click.command()
@paths_argument
@click.option("--wait/--no-wait", default=True, show_default=True, help="Wait until they are read.")
@as_json
@for_an_application
def give(client: Client, paths: Sequence[str], *, wait: bool, as_json: bool) -> None:
    """Give documents of the Home Folder, named by their paths in it, such as eric/support/returns.pdf."""
    given = [
        client.call("POST", "/documents", json={"path": path}, wait_s=WAIT_S if wait else 0) for path in _told(paths)
    ]
    _show(given, as_json=as_json)


@click.command("list")
@as_json
@for_an_application
def list_documents(client: Client, *, as_json: bool) -> None:
    """List what was given, what was read of it and what was not, and why."""
    _show(list(client.documents()), as_json=as_json)


@click.command()
@paths_argument
@as_json
@for_an_application
def read(client: Client, paths: Sequence[str], *, as_json: bool) -> None:
    """Read documents again as they now are; until then the earlier reading answers."""
    documents = [client.document_at(path) for path in paths]
    again = [client.call("POST", f"/documents/{each['id']}/read", wait_s=WAIT_S) for each in documents]
    _show(again, as_json=as_json)


@click.command()
@paths_argument
@as_json
@for_an_application
def off(client: Client, paths: Sequence[str], *, as_json: bool) -> None:
    """Switch documents off: they are kept and listed, and not searched."""
    _switch(client, paths, enabled=False, as_json=as_json)


@click.command()
@paths_argument
@as_json
@for_an_application
def on(client: Client, paths: Sequence[str], *, as_json: bool) -> None:
    """Switch documents on again."""
    _switch(client, paths, enabled=True, as_json=as_json)


@click.command()
@paths_argument
@for_an_application
def remove(client: Client, paths: Sequence[str]) -> None:
    """Take documents out: their passages are forgotten, the files stay in the Home Folder."""
    for path in paths:
        document = client.document_at(path)
        client.call("DELETE", f"/documents/{document['id']}")
        click.echo(f"{path}: its {document['passages']} passages are forgotten; the file stays in the Home Folder.")


def _switch(client: Client, paths: Sequence[str], *, enabled: bool, as_json: bool) -> None:
    documents = [client.document_at(path) for path in paths]
    switched = [client.call("PATCH", f"/documents/{each['id']}", json={"enabled": enabled}) for each in documents]
    _show(switched, as_json=as_json)


def _told(paths: Sequence[str]) -> Iterator[str]:
    """The paths one by one, with a line of progress each where there are several and somebody watches."""
    for count, path in enumerate(paths, 1):
        if len(paths) > 1:
            click.echo(f"{count} of {len(paths)}: {path}", err=True)
        yield path


def _show(documents: Sequence[Json], *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"documents": documents}, ensure_ascii=False, indent=2))
        return
    width = max((len(document["path"]) for document in documents), default=0)
    for document in documents:
        click.echo(f"{document['path']:<{width}}  {said_of(document)}")
    if not documents:
        click.echo("It knows nothing yet. Give it a document with `contents give`.")


def said_of(document: Json) -> str:
    """A document's state in a line or two, as the card has it."""
    passages = f"{document['passages']} passage{'' if document['passages'] == 1 else 's'}"
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

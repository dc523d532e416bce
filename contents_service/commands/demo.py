"""What `contents serve --demo` shows: an Appspec's documents given, what was read of each, and three questions."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import yaml

from contents_service.agent_tool import Preview, tools_for
from contents_service.commands.client import Client, Json
from contents_service.errors import ContentsError
from contents_service.identity.tokens import DevelopmentKey
from contents_service.model import Person
from contents_service.settings import settings_from

QUESTIONS = (
    "Within how many days may goods be returned?",
    "What does it cost to send a wheel to Norway?",
    "Which vegetarian dishes are on the lunch menu?",  # no sample holds it
)
WAIT_S = 30
READ_WITHIN_S = 120.0
LOOK_EVERY_S = 1.0
STATES = {"reading": "reading", "read": "read", "partly_read": "partly read", "not_read": "not read"}


class EmptyAppspec(ContentsError):
    """The Appspec names no document."""


@click.command()
@click.argument("url")
@click.argument("appspec", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def demo(url: str, appspec: Path) -> None:
    """Give the documents that an Appspec names to its application, and ask about them."""
    app, paths = _read_appspec(appspec)
    person = paths[0].partition("/")[0]
    client = Client(url, app, DevelopmentKey(settings_from().data / "keys").token(Person(person)))
    click.echo(f"\n{person} gives {app} the documents that {appspec.name} names:")
    for problem in client.call("POST", "/documents", json={"paths": paths}, wait_s=WAIT_S)["problems"]:
        click.echo(f"  not given    {problem['path']}: {problem['detail']}")
    for document in _once_read(client):
        click.echo("\n".join(_lines(document)))
    for tool in tools_for(paths, Preview(url, app, client.token)):
        for question in QUESTIONS:
            click.echo(f"\n— {question}\n\n{tool.call(question).text}")
    click.echo(f"\nThe page: {url}/apps/{app}")


def _read_appspec(appspec: Path) -> tuple[str, Sequence[str]]:
    """The application's name and the paths that it names."""
    spec = yaml.safe_load(appspec.read_text(encoding="utf-8"))
    paths = spec.get("contents") or () if isinstance(spec, dict) else ()
    if not paths:
        raise EmptyAppspec(f"{appspec} names no documents under `contents:`.")
    return str(spec.get("name") or appspec.stem), [str(path) for path in paths]


def _once_read(client: Client) -> Sequence[Json]:
    """All that was given, once none is being read any more."""
    deadline = time.monotonic() + READ_WITHIN_S
    while True:
        documents = list(client.documents())
        if time.monotonic() > deadline or all(document["state"] != "reading" for document in documents):
            return documents
        time.sleep(LOOK_EVERY_S)


def _lines(document: Json) -> Iterator[str]:
    """A document with its state, and why whatever is missing is missing."""
    count = document["passages"]
    counted = f" ({count} passage{'' if count == 1 else 's'})" if count else ""
    yield f"  {STATES[document['state']]:12} {document['path']}{counted}"
    if document["why"]:
        yield f"{'':15}{document['why']['message']}"
    for part in document["unread"]:
        yield f"{'':15}{part['where']['text']}: {part['message']}"


if __name__ == "__main__":
    try:
        demo()
    except ContentsError as problem:
        raise SystemExit(f"demo: {problem}") from problem

"""The demo of `contents serve --demo`: gives an Appspec's documents, shows what was read, and asks questions.

It is a program of its own, so that it uses the service only as any client does: over HTTP, with a token.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import yaml

from contents_service.agent_tool import Preview, tools_for
from contents_service.agent_tool.wording import count_of
from contents_service.commands.support.client import Client, Json
from contents_service.errors import ContentsError
from contents_service.identity.tokens import DevelopmentSigner
from contents_service.model import Person
from contents_service.settings import settings_from

QUESTIONS = (
    "Within how many days may goods be returned?",
    "What does it cost to send a wheel to Norway?",
    "Which vegetarian dishes are on the lunch menu?",  # no sample answers this
)
GIVE_WAIT_S = 30
"""Seconds that the give request itself waits for the documents to be read."""
READ_TIMEOUT_S = 120.0
"""Seconds after that until the demo shows the documents even if some are still being read."""
POLL_S = 1.0
"""Seconds between two looks at their states."""
STATE_LABELS = {"reading": "reading", "read": "read", "partly_read": "partly read", "not_read": "not read"}


class EmptyAppspec(ContentsError):
    """The Appspec names no documents."""


@click.command()
@click.argument("url")
@click.argument("appspec", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def demo(url: str, appspec: Path) -> None:
    """Give an application the documents that its Appspec names, and ask questions about them."""
    app, paths = _read_appspec(appspec)
    person = paths[0].partition("/")[0]
    client = Client(url, app, DevelopmentSigner(settings_from().data / "keys").token(Person(person)))
    click.echo(f"\n{person} gives {app} the documents that {appspec.name} names:")
    for problem in client.call("POST", "/documents", json={"paths": paths}, wait_s=GIVE_WAIT_S)["problems"]:
        click.echo(f"  not given    {problem['path']}: {problem['detail']}")
    for document in _wait_until_read(client):
        click.echo("\n".join(_describe(document)))
    for tool in tools_for(paths, Preview(url, app, client.token)):
        for question in QUESTIONS:
            click.echo(f"\n— {question}\n\n{tool.call(question).text}")
    click.echo(f"\nThe page: {url}/apps/{app}")


def _read_appspec(appspec: Path) -> tuple[str, Sequence[str]]:
    """Return the application's name and the paths of its documents."""
    spec = yaml.safe_load(appspec.read_text(encoding="utf-8"))
    paths = spec.get("contents") or () if isinstance(spec, dict) else ()
    if not paths:
        raise EmptyAppspec(f"{appspec} names no documents under `contents:`.")
    return str(spec.get("name") or appspec.stem), [str(path) for path in paths]


def _wait_until_read(client: Client) -> Sequence[Json]:
    """Return all documents once none is being read, or when time is up."""
    deadline = time.monotonic() + READ_TIMEOUT_S
    while True:
        documents = list(client.documents())
        if time.monotonic() > deadline or all(document["state"] != "reading" for document in documents):
            return documents
        time.sleep(POLL_S)


def _describe(document: Json) -> Iterator[str]:
    """Yield lines with a document's state and the reasons for what was not read."""
    passages = f" ({count_of(document['passages'], 'passage')})" if document["passages"] else ""
    yield f"  {STATE_LABELS[document['state']]:12} {document['path']}{passages}"
    if document["why"]:
        yield f"{'':15}{document['why']['message']}"
    for part in document["unread"]:
        yield f"{'':15}{part['where']['text']}: {part['message']}"


if __name__ == "__main__":
    try:
        demo()
    except ContentsError as problem:
        raise SystemExit(f"demo: {problem}") from problem

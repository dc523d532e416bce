"""`contents ask`: a question, and what the tool would tell an agent."""

from __future__ import annotations

import json

import click

from contents_service.agent_tool import answer as answers
from contents_service.agent_tool import rendering
from contents_service.commands.client import Client, with_client_options


@click.command()
@click.argument("question")
@click.option("--limit", default=6, show_default=True, help="The most passages.")
@click.option("--document", "documents", multiple=True, help="Search only this path (repeatable; default: all given).")
@click.option("--explain", is_flag=True, help="Show what each passage's score is made of.")
@click.option("--json", "as_json", is_flag=True, help="Print the service's answer as JSON, for a script.")
@with_client_options
def ask(client: Client, question: str, *, limit: int, documents: tuple[str, ...], explain: bool, as_json: bool) -> None:
    """Ask a question of what was given, and print what the agent's tool would say."""
    named = list(documents) or list(client.call("GET", "/contents")["contents"])
    asked = {"question": question, "documents": named, "limit": limit, "explain": explain}
    answer = client.call("POST", "/passages", json=asked)
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False, indent=2))
        return
    click.echo(rendering.text_of(answers.read(answer)))
    for passage in answer["passages"] if explain else ():
        parts = ", ".join(f"{part['name']} {part['value']:.3f}" for part in passage["explanation"])
        click.echo(f"[{passage['rank']}] {passage['score']:.3f} = {parts}")

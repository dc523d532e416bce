"""`contents ask`: asks a question and prints what the tool would tell an agent."""

from __future__ import annotations

import json

import click

from contents_service.agent_tool import answer as answers
from contents_service.agent_tool import rendering
from contents_service.commands.support.client import Client, with_client_options


@click.command()
@click.argument("question")
@click.option("--limit", default=6, show_default=True, help="How many passages to show at most.")
@click.option(
    "--document", "documents", multiple=True, help="Search only the document at this path (repeatable; default: all)."
)
@click.option("--explain", is_flag=True, help="Show how each passage's score is made up.")
@click.option("--json", "as_json", is_flag=True, help="Print the service's answer as JSON, for a script.")
@with_client_options
def ask(client: Client, question: str, *, limit: int, documents: tuple[str, ...], explain: bool, as_json: bool) -> None:
    """Ask a question of an application's documents, and print what the agent's tool would say."""
    paths = list(documents) or list(client.call("GET", "/contents")["contents"])
    body = {"question": question, "documents": paths, "limit": limit, "explain": explain}
    answer = client.call("POST", "/passages", json=body)
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False, indent=2))
        return
    click.echo(rendering.render_outcome(answers.parse_answer(answer)))
    for passage in answer["passages"] if explain else ():
        parts = ", ".join(f"{part['name']} {part['value']:.3f}" for part in passage["explanation"])
        click.echo(f"[{passage['rank']}] {passage['score']:.3f} = {parts}")

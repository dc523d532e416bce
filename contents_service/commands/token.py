"""`contents token`: a token of the development key, good for a day."""

from __future__ import annotations

import click

from contents_service.identity.tokens import DevelopmentKey
from contents_service.model import Deployment, Person, Principal
from contents_service.settings import settings_from


@click.command()
@click.option("--person", help="A person, who sees and changes what they gave.")
@click.option("--deployment", is_flag=True, help="A deployment, which searches what its owner gave its application.")
@click.option("--app", help="The deployment's application.")
@click.option("--owner", help="The deployment's owner.")
def token(person: str | None, *, deployment: bool, app: str | None, owner: str | None) -> None:
    """Print a token for `contents serve --dev`, and nothing else."""
    principal = _principal(person, app, owner, deployment=deployment)
    click.echo(DevelopmentKey(settings_from().data / "keys").token(principal))


def _principal(person: str | None, app: str | None, owner: str | None, *, deployment: bool) -> Principal:
    if person and not deployment:
        return Person(person)
    if deployment and app and owner and not person:
        return Deployment(sub=f"deployment-of-{app}", app=app, owner=owner)
    raise click.UsageError("Say --person NAME, or --deployment --app APP --owner NAME.")

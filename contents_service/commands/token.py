"""`contents token`: prints a token, valid for a day, that the development key signs."""

from __future__ import annotations

import click

from contents_service.identity.tokens import DevelopmentSigner
from contents_service.model import Deployment, Person, Principal
from contents_service.settings import settings_from


@click.command()
@click.option("--person", help="Token of a person, who manages their own documents.")
@click.option(
    "--deployment", is_flag=True, help="Token of a deployment, which searches what its owner gave its application."
)
@click.option("--app", help="The deployment's application.")
@click.option("--owner", help="The deployment's owner.")
def token(person: str | None, *, deployment: bool, app: str | None, owner: str | None) -> None:
    """Print a token for `contents serve --dev`."""
    principal = _principal(person, app, owner, deployment=deployment)
    click.echo(DevelopmentSigner(settings_from().data / "keys").token(principal))


def _principal(person: str | None, app: str | None, owner: str | None, *, deployment: bool) -> Principal:
    if person and not deployment:
        return Person(person)
    if deployment and app and owner and not person:
        return Deployment(sub=f"deployment-of-{app}", app=app, owner=owner)
    raise click.UsageError("Give --person NAME, or --deployment --app APP --owner NAME.")

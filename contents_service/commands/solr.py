"""`contents solr`: a Solr node alone, for who runs web and readers elsewhere on this machine."""

from __future__ import annotations

from pathlib import Path

import click

from contents_service.errors import ContentsError
from contents_service.processes.supervisor import Supervisor
from contents_service.settings import settings_from
from contents_service.solr.jars import JarCache
from contents_service.solr.node import SolrNode


@click.command()
@click.option(
    "--data",
    envvar="CONTENTS_DATA",
    show_envvar=True,
    default=".data",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the index, its logs and its password.",
)
@click.option(
    "--port", type=click.IntRange(1, 65_535), default=8983, show_default=True, help="Where it listens, on loopback."
)
@click.option(
    "--memory", envvar="CONTENTS_SOLR_MEMORY", show_envvar=True, default="512m", show_default=True, help="Java's heap."
)
def solr(data: Path, port: int, memory: str) -> None:
    """Run one Solr node, restarted when it dies.

    SOLR_URL for web and readers takes the password that stands in solr/password of the data folder:
    http://contents:PASSWORD@127.0.0.1:PORT/solr
    """
    try:
        node = SolrNode(data, port, memory, jars=JarCache.of(settings_from()))
        Supervisor([[node.program()]]).run(when_up=lambda: click.echo(f"Solr is up on port {port}.", err=True))
    except ContentsError as problem:
        raise click.ClickException(str(problem)) from problem

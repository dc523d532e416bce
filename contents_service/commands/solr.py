"""`contents solr`: runs Solr by itself, as one node or a SolrCloud, next to web and readers on this machine."""

from __future__ import annotations

import os
from pathlib import Path

import click

from contents_service.commands.upgrade import migrate_former_index
from contents_service.errors import ContentsError
from contents_service.logs import set_up_logs
from contents_service.processes.supervisor import Supervisor
from contents_service.settings import settings_from
from contents_service.solr.server.cloud import SolrCloud
from contents_service.solr.server.jars import JarCache
from contents_service.solr.server.node import SolrNode


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
    "--nodes",
    type=click.IntRange(1, 9),
    default=1,
    show_default=True,
    help="Number of nodes; more than one form a SolrCloud with ZooKeeper.",
)
@click.option(
    "--port",
    type=click.IntRange(1, 65_535),
    default=8983,
    show_default=True,
    help="Port on loopback; further nodes use the next ports.",
)
@click.option(
    "--memory",
    envvar="CONTENTS_SOLR_MEMORY",
    show_envvar=True,
    default="512m",
    show_default=True,
    help="Java heap size of each node.",
)
def solr(data: Path, nodes: int, port: int, memory: str) -> None:
    """Run Solr, as one node or a SolrCloud of several, and restart it when it dies.

    For one node, set SOLR_URL of web and readers to http://contents:PASSWORD@127.0.0.1:PORT/solr, with the password in
    solr/password in the data folder. For a SolrCloud, SOLR_URL is printed once all nodes are up.
    """
    try:
        settings = settings_from({**os.environ, "CONTENTS_SOLR_MEMORY": memory})
        set_up_logs(settings)
        if nodes == 1:
            node = SolrNode(data, port, memory, jars=JarCache.of(settings))
            migrate_former_index(node, settings)
            _run_node(node, port)
        else:
            _run_cloud(SolrCloud(data, nodes, port, memory, jars=JarCache.of(settings)))
    except ContentsError as problem:
        raise click.ClickException(str(problem)) from problem


def _run_node(node: SolrNode, port: int) -> None:
    Supervisor([[node.program()]]).run(on_ready=lambda: click.echo(f"Solr is up on port {port}.", err=True))


def _run_cloud(cloud: SolrCloud) -> None:
    def on_ready() -> None:
        cloud.create_collection()
        click.echo(f"SOLR_URL={cloud.urls}")

    Supervisor(cloud.programs()).run(on_ready=on_ready)

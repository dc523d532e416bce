"""`contents web`: runs only the API and the page, without a reader or Solr."""

from __future__ import annotations

import click

from contents_service.commands.support.shared_metrics import share_metrics
from contents_service.settings import settings_from


@click.command()
def web() -> None:
    """Serve the API and the page, until told to stop."""
    settings = settings_from()
    share_metrics(settings)
    # imported here because they import the metrics, which must be shared first
    from contents_service.logs import set_up_logs
    from contents_service.web.server.gunicorn_server import WebServer

    set_up_logs(settings)
    WebServer(settings).run()

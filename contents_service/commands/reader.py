"""`contents reader`: runs one reader process by itself."""

from __future__ import annotations

import os
import signal

import click

from contents_service.commands.support.shared_metrics import share_metrics
from contents_service.settings import InvalidSetting, settings_from

NICENESS = 5
"""The process priority of readers, lower than that of searches."""
STOP_TIMEOUT_S = 8
"""Seconds after which a reader that was told to stop exits even during a purge, which others will redo."""


@click.command()
def reader() -> None:
    """Read documents that are due, until told to stop."""
    settings = settings_from()
    share_metrics(settings)
    from contents_service.bootstrap import reader_from
    from contents_service.logs import set_up_logs
    from contents_service.parsing.sandbox.confinement_self_test import missing_protections

    set_up_logs(settings)
    missing = missing_protections(settings.limits)
    if missing and settings.confined_only:
        raise InvalidSetting(f"CONTENTS_CONFINED_ONLY is set, but this machine lacks: {', '.join(missing)}.")
    os.nice(NICENESS)
    running = reader_from(settings)

    def end(*_: object) -> None:
        running.stopping.set()
        signal.alarm(STOP_TIMEOUT_S)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
    try:
        running.run()
    finally:
        running.sandbox.close()

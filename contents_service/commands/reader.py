"""`contents reader`: runs a single reader process."""

from __future__ import annotations

import os
import signal

import click

from contents_service.commands.support.shared_metrics import share_metrics
from contents_service.settings import InvalidSetting, settings_from

NICENESS = 5
"""Niceness of readers: searches get the processor first."""
STOP_TIMEOUT_S = 20
"""Seconds after which a reader told to stop exits even in the middle of a purge; another reader repeats it."""


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
        lacking = ", ".join(missing)
        raise InvalidSetting(
            f"CONTENTS_CONFINED_ONLY is set, but this machine lacks: {lacking}. Use another kernel, or unset it."
        )
    os.nice(NICENESS)
    reader_process = reader_from(settings)

    def request_stop(*_: object) -> None:
        reader_process.stopping.set()
        signal.alarm(STOP_TIMEOUT_S)

    for signal_number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(signal_number, request_stop)
    signal.signal(signal.SIGALRM, lambda *_: os._exit(0))  # a stop that was requested is no failure, however it ends
    try:
        reader_process.run()
    finally:
        reader_process.sandbox.close()

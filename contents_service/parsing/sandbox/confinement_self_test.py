"""A test of which protections against hostile files this machine really gives, tried in a child like any other."""

from __future__ import annotations

import structlog

from contents_service.limits import Limits
from contents_service.model import Reading
from contents_service.parsing.sandbox.probe_worker import PROTECTIONS
from contents_service.parsing.sandbox.sandbox import PROBE_WORKER, ReaderCrashed, Sandbox

log = structlog.get_logger()


def missing_protections(limits: Limits) -> tuple[str, ...]:
    """Try all protections, log which are in force, and return those that are not."""
    in_force = _protections_in_force(limits)
    missing = tuple(protection for protection in PROTECTIONS if protection not in in_force)
    (log.warning if missing else log.info)("confinement", in_force=in_force, missing=missing)
    return missing


def _protections_in_force(limits: Limits) -> tuple[str, ...]:
    sandbox = Sandbox(limits, PROBE_WORKER)
    try:
        outcome = sandbox.read("probe", b"", encoding=None, on_progress=lambda _: None)
    except ReaderCrashed:
        return ()
    finally:
        sandbox.close()
    return tuple(passage.text for passage in outcome.passages) if isinstance(outcome, Reading) else ()

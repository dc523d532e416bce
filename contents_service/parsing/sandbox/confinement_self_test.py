"""Which protections against hostile files this machine really gives: tried in a child like any other, and logged."""

from __future__ import annotations

import structlog

from contents_service.limits import Limits
from contents_service.model import Reading
from contents_service.parsing.sandbox.parent import PROBE, ReaderCrashed, Sandbox
from contents_service.parsing.sandbox.probe_worker import PROTECTIONS

log = structlog.get_logger()


def missing_protections(limits: Limits) -> tuple[str, ...]:
    """Try all protections, say in one line of the log which hold, and return those that do not."""
    held = _held(limits)
    missing = tuple(protection for protection in PROTECTIONS if protection not in held)
    (log.warning if missing else log.info)("confinement", in_force=held, missing=missing)
    return missing


def _held(limits: Limits) -> tuple[str, ...]:
    sandbox = Sandbox(limits, PROBE)
    try:
        told = sandbox.read("probe", b"", encoding=None, on_progress=lambda _: None)
    except ReaderCrashed:
        return ()
    finally:
        sandbox.close()
    return tuple(draft.text for draft in told.passages) if isinstance(told, Reading) else ()

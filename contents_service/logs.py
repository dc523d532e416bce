"""Structured logs on standard error, one JSON object a line."""

from __future__ import annotations

import sys

import structlog

from contents_service.settings import InvalidSetting, Settings


def set_up_logs(settings: Settings) -> None:
    """Set up structured logs on standard error; callers never log questions or the text of documents."""
    level = {"DEBUG": 10, "INFO": 20, "WARNING": 30, "ERROR": 40}.get(settings.log_level.upper())
    if level is None:
        raise InvalidSetting(f"CONTENTS_LOG_LEVEL is {settings.log_level!r}: it must be DEBUG, INFO, WARNING or ERROR.")
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.dict_tracebacks,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
    )

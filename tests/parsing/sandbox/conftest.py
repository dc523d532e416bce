"""Sandboxes with the hostile worker, one for each module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers import hostile_worker
from helpers.hostile_sandbox import LIMITS
from msgspec.structs import replace

from contents_service.parsing.sandbox.sandbox import Sandbox


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    sandbox = Sandbox(LIMITS, hostile_worker.__name__)
    yield sandbox
    sandbox.close()


@pytest.fixture(scope="module")
def one_second_sandbox() -> Iterator[Sandbox]:
    """A sandbox whose children may use the processor for a second."""
    sandbox = Sandbox(replace(LIMITS, cpu_s=1), hostile_worker.__name__)
    yield sandbox
    sandbox.close()

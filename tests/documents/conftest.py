"""The backend that most tests of giving, reading and searching use."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.backend import Backend
from helpers.returns_policy import returns_backend


@pytest.fixture
def backend(tmp_path: Path) -> Backend:
    """A Home Folder with a document about returns that was not given yet, over an index in memory."""
    return returns_backend(tmp_path)

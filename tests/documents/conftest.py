"""The stage on which most tests of the stories play."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.returns import returns_stage
from helpers.stage import Stage


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    """A Home Folder with a document about returns that was not given yet, over an index in memory."""
    return returns_stage(tmp_path)

"""The service that most tests of the web use."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.shop import Shop


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    """A service with an index in memory and the files of `helpers.shop`, none of them given yet."""
    return Shop(tmp_path)

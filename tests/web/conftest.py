"""What most tests of the web ask: a small service with a few documents."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.shop import Shop


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    """A service over an index in memory, with the documents of `helpers.shop` given and read."""
    return Shop(tmp_path)

"""What the tests of commands stand on."""

from __future__ import annotations

from pathlib import Path

import pytest

from contents_service.settings import VARIABLES


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A data folder in which there is nothing yet, and nothing else that is set."""
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("CONTENTS_DATA", str(tmp_path / "data"))
    return tmp_path / "data"

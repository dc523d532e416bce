"""Fixtures for the tests of commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from contents_service.settings import VARIABLES


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty data folder, as the only setting."""
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("CONTENTS_DATA", str(tmp_path / "data"))
    return tmp_path / "data"

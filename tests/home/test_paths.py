"""A name of the Home Folder names one thing."""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from contents_service.home.paths import is_file_name


@given(st.text(max_size=40))
def test_a_valid_name_names_one_thing_in_its_folder(name: str) -> None:
    if is_file_name(name):
        assert os.path.normpath(f"/person/{name}") == f"/person/{name}"
        assert str(Path(f"/person/{name}").parent) == "/person"

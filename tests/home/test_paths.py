"""A name of the Home Folder names one thing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contents_service.errors import InvalidRequest
from contents_service.home.paths import is_file_name, split_new_path


@given(st.text(max_size=40))
def test_a_valid_name_names_one_thing_in_its_folder(name: str) -> None:
    if is_file_name(name):
        assert os.path.normpath(f"/person/{name}") == f"/person/{name}"
        assert str(Path(f"/person/{name}").parent) == "/person"


def test_a_path_may_be_longer_than_a_name() -> None:
    path = "eric" + "/folder" * 100
    assert split_new_path("eric", path) == ("eric", *["folder"] * 100)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (f"eric/{'é' * 128}/a.md", "^A name may have 255 bytes and a path 4,000"),
        (f"eric{'/folder' * 600}", "^A name may have 255 bytes and a path 4,000"),
        ("eric/a\n.md", "^A name may not contain control characters"),
        ("eric", "^The path names the Home Folder itself"),
    ],
)
def test_a_path_where_nothing_can_be_stored_is_refused_with_the_reason(path: str, reason: str) -> None:
    with pytest.raises(InvalidRequest, match=reason) as refused:
        split_new_path("eric", path)
    assert refused.value.pointers == ("/path",)

"""Settings are read once, and what cannot be is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from contents_service.bootstrap import tokens_from
from contents_service.settings import VARIABLES, InvalidSetting, Settings, settings_from


def test_nothing_need_be_set() -> None:
    assert settings_from({}).home == Path(".data/home").resolve()
    assert settings_from({}).cache == Settings().cache


def test_the_home_folders_are_a_folder_or_the_url_of_another_store(tmp_path: Path) -> None:
    assert settings_from({"CONTENTS_HOME": str(tmp_path)}).home == tmp_path
    assert settings_from({"CONTENTS_HOME": f"file://{tmp_path}"}).home == tmp_path
    assert settings_from({"CONTENTS_HOME": "memory://homes"}).home == "memory://homes"


@pytest.mark.parametrize("home", ["nowhere://homes", "simplecache::memory://homes", "://homes"])
def test_a_store_that_there_is_not_is_named(home: str) -> None:
    with pytest.raises(InvalidSetting, match=r"CONTENTS_HOME is '.*there is no store for"):
        settings_from({"CONTENTS_HOME": home})


def test_a_store_whose_package_is_not_installed_says_what_to_install() -> None:
    with pytest.raises(InvalidSetting, match=r"takes a package that is not there .*ocifs"):
        settings_from({"CONTENTS_HOME": "oci://bucket/homes"})


def test_solrs_jars_come_from_where_it_is_said(tmp_path: Path) -> None:
    said = settings_from({"CONTENTS_CACHE": str(tmp_path), "CONTENTS_MAVEN_MIRROR": "https://mirror.example/maven"})
    assert (said.cache, said.maven_mirror) == (tmp_path, "https://mirror.example/maven")


@pytest.mark.parametrize(
    "origin", ["build.example", "https://build.example/path", "https://*", "https://a; script-src *"]
)
def test_what_is_no_origin_may_not_show_the_page(origin: str) -> None:
    with pytest.raises(InvalidSetting, match="CONTENTS_FRAME_ORIGINS"):
        settings_from({"CONTENTS_FRAME_ORIGINS": f"https://build.example,{origin}"})


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CONTENTS_READERS", "0"), ("CONTENTS_READERS", "many"), ("CONTENTS_SEARCH_S", "-1"), ("CONTENTS_DEV", "maybe"),
        ("CONTENTS_SEARCH_S", "nan"), ("CONTENTS_BIND", "8080"), ("CONTENTS_ADMIN_BIND", "host:99999"),
        ("CONTENTS_SOLR_MEMORY", "5"), ("CONTENTS_SOLR_MEMORY", "1.5g"), ("CONTENTS_REQUESTS_A_MINUTE", "-1"),
    ],
)  # fmt: skip
def test_a_value_that_cannot_be_is_named(variable: str, value: str) -> None:
    assert variable in VARIABLES
    with pytest.raises(InvalidSetting, match=f"{variable} is '{value}'"):
        settings_from({variable: value})


def test_keys_need_to_know_for_whom_and_by_whom() -> None:
    with pytest.raises(InvalidSetting, match="CONTENTS_ISSUER and CONTENTS_AUDIENCE"):
        settings_from({"CONTENTS_JWKS": "keys.json"})


@pytest.mark.parametrize("algorithms", ["HS256", "RS256,none", "Rs256"])
def test_a_signature_that_anyone_could_make_is_refused_by_name(algorithms: str) -> None:
    keys = {"CONTENTS_JWKS": "keys.json", "CONTENTS_ISSUER": "platform", "CONTENTS_AUDIENCE": "contents"}
    with pytest.raises(InvalidSetting, match=r"CONTENTS_ALGORITHMS.* it may name RS256, ES256, EdDSA"):
        tokens_from(settings_from({**keys, "CONTENTS_ALGORITHMS": algorithms}))

"""Settings come from the environment, and an invalid one is named in the error."""

from __future__ import annotations

from pathlib import Path

import pytest

from contents_service.bootstrap import token_verifier_from
from contents_service.settings import VARIABLES, InvalidSetting, Settings, settings_from


def test_every_setting_has_a_default() -> None:
    assert settings_from({}).home == Path(".data/home").resolve()
    assert settings_from({}).cache == Settings().cache


def test_home_is_a_folder_or_the_url_of_another_store(tmp_path: Path) -> None:
    assert settings_from({"CONTENTS_HOME": str(tmp_path)}).home == tmp_path
    assert settings_from({"CONTENTS_HOME": f"file://{tmp_path}"}).home == tmp_path
    assert settings_from({"CONTENTS_HOME": "memory://homes"}).home == "memory://homes"


@pytest.mark.parametrize("home", ["nowhere://homes", "simplecache::memory://homes", "://homes"])
def test_an_unknown_kind_of_store_is_refused(home: str) -> None:
    with pytest.raises(InvalidSetting, match=r"CONTENTS_HOME is '.*there is no store for"):
        settings_from({"CONTENTS_HOME": home})


def test_a_store_whose_package_is_missing_names_the_package() -> None:
    with pytest.raises(InvalidSetting, match=r"needs a package that is not installed .*ocifs"):
        settings_from({"CONTENTS_HOME": "oci://bucket/homes"})


def test_the_jar_cache_and_the_maven_mirror_can_be_set(tmp_path: Path) -> None:
    settings = settings_from({"CONTENTS_CACHE": str(tmp_path), "CONTENTS_MAVEN_MIRROR": "https://mirror.example/maven"})
    assert (settings.cache, settings.maven_mirror) == (tmp_path, "https://mirror.example/maven")


@pytest.mark.parametrize(
    "origin", ["build.example", "https://build.example/path", "https://*", "https://a; script-src *"]
)
def test_a_frame_origin_that_is_not_an_origin_is_refused(origin: str) -> None:
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
def test_an_invalid_value_is_named_with_its_variable(variable: str, value: str) -> None:
    assert variable in VARIABLES
    with pytest.raises(InvalidSetting, match=f"{variable} is '{value}'"):
        settings_from({variable: value})


def test_keys_need_an_issuer_and_an_audience() -> None:
    with pytest.raises(InvalidSetting, match="CONTENTS_ISSUER and CONTENTS_AUDIENCE"):
        settings_from({"CONTENTS_JWKS": "keys.json"})


@pytest.mark.parametrize("algorithms", ["HS256", "RS256,none", "Rs256"])
def test_an_unsafe_signature_algorithm_is_refused(algorithms: str) -> None:
    keys = {"CONTENTS_JWKS": "keys.json", "CONTENTS_ISSUER": "platform", "CONTENTS_AUDIENCE": "contents"}
    with pytest.raises(InvalidSetting, match=r"CONTENTS_ALGORITHMS.* only RS256, ES256, EdDSA are allowed"):
        token_verifier_from(settings_from({**keys, "CONTENTS_ALGORITHMS": algorithms}))

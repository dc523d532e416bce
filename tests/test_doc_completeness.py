"""Operations, settings, metrics, commands and reasons are documented and tested, and nothing else is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from helpers.paths import ROOT
from prometheus_client import Counter, Histogram

from contents_service import metrics
from contents_service.__main__ import COMMANDS
from contents_service.reasons import REASONS
from contents_service.settings import VARIABLES, Settings, settings_from

README, OPERATING, FORMATS = ROOT / "README.md", ROOT / "docs" / "operating.md", ROOT / "docs" / "formats.md"
CLIENT_VARIABLES = {"CONTENTS_TOKEN", "CONTENTS_URL"}
"""Environment variables of the commands that call a running service."""

PROVEN_BY = {
    "list_documents": "test_documents_are_listed_in_pages_and_by_state",
    "give_documents": "test_a_gift_is_acknowledged_before_it_is_read",
    "upload_document": "test_an_upload_is_stored_in_the_home_folder_and_given",
    "get_document": "test_an_unchanged_list_or_document_is_not_modified",
    "change_document": "test_a_document_is_turned_off_and_on",
    "remove_document": "test_a_document_is_removed_unless_it_has_changed",
    "list_passages": "test_the_passages_of_a_document_are_listed_in_order",
    "read_again": "test_a_document_is_read_again",
    "search_passages": "test_a_question_finds_the_passage_and_where_it_is",
    "get_contents": "test_the_contents_of_the_appspec_come_as_json_or_yaml",
    "list_home": "test_a_folder_lists_its_folders_and_whether_files_could_be_read",
    "show_app": "test_each_document_is_shown_with_what_was_read_or_why_not",
    "livez": "test_the_service_is_alive_and_reports_whether_it_is_ready",
    "readyz": "test_the_service_is_alive_and_reports_whether_it_is_ready",
    "openapi": "test_the_contract_is_served_without_a_token",
}
"""Each operation of the contract, with the main test of what it does."""


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def operations() -> set[str]:
    contract = yaml.safe_load(read(ROOT / "openapi.yaml"))
    items = [item for path in contract["paths"].values() for item in path.values()]
    return {item["operationId"] for item in items if isinstance(item, dict) and "operationId" in item}


def test_every_operation_has_a_test() -> None:
    tests = "".join(map(read, (ROOT / "tests").rglob("test_*.py")))
    assert set(PROVEN_BY) == operations()
    assert [name for name in PROVEN_BY.values() if f"def {name}(" not in tests] == []


def test_exactly_the_settings_that_exist_are_documented() -> None:
    documented = set(re.findall(r"`(CONTENTS_[A-Z_]+|SOLR_URL)`", read(OPERATING)))
    assert documented - CLIENT_VARIABLES == set(VARIABLES)


def test_every_variable_in_the_code_is_a_setting() -> None:
    named = {
        variable
        for source in (ROOT / "contents_service").rglob("*.py")
        for variable in re.findall(r"\bCONTENTS_[A-Z]+(?:_[A-Z]+)*\b", read(source))
    }
    assert named - CLIENT_VARIABLES <= set(VARIABLES)


def default_of(variable: str) -> object:
    settings, name = Settings(), variable.removeprefix("CONTENTS_").lower()
    return getattr(settings, name) if hasattr(settings, name) else getattr(settings.limits, name.removeprefix("read_"))


def test_numeric_defaults_match_the_documentation() -> None:
    for row in re.findall(r"^\| (`CONTENTS_.*?) \| ([\d., ]+) \|", read(OPERATING), re.MULTILINE):
        variables = re.findall(r"`(\w+)`", row[0])
        documented = [float(number.replace(",", "")) for number in row[1].split(", ")]
        assert documented == [default_of(variable) for variable in variables], variables


def test_settings_from_an_empty_environment_have_the_defaults_of_their_type() -> None:
    folders = {"home", "data"}  # made absolute
    fields = [name for name in Settings.__struct_fields__ if name not in folders]
    assert [getattr(settings_from({}), name) for name in fields] == [getattr(Settings(), name) for name in fields]


def test_exactly_the_metrics_that_exist_are_documented() -> None:
    collectors = [value for value in vars(metrics).values() if isinstance(value, Counter | Histogram)]
    names = {next(iter(each.describe())).name + ("_total" if isinstance(each, Counter) else "") for each in collectors}
    names |= {metrics.DOCUMENTS_WAITING[0], metrics.LONGEST_WAIT[0]}
    assert set(re.findall(r"^\| `(contents_\w+)`", read(OPERATING), re.MULTILINE)) == names


def test_every_command_is_documented() -> None:
    pages = read(README) + read(OPERATING)
    assert [name for name in COMMANDS if f"contents {name}" not in pages] == []


@pytest.mark.parametrize("code", REASONS)
def test_every_reason_is_documented(code: str) -> None:
    assert f"`{code}`" in read(FORMATS)


def test_the_example_alerts_use_metrics_and_settings_that_exist() -> None:
    alerts = read(ROOT / "docs" / "alerts.yml")
    rules = [rule for group in yaml.safe_load(alerts)["groups"] for rule in group["rules"]]
    used = {
        re.sub("_(bucket|count)$", "", name) for rule in rules for name in re.findall(r"\bcontents_\w+", rule["expr"])
    }
    assert used <= set(re.findall(r"^\| `(contents_\w+)`", read(OPERATING), re.MULTILINE))
    assert set(re.findall(r"\bCONTENTS_[A-Z_]+", alerts)) <= set(VARIABLES)
    assert all({"alert", "expr", "labels", "annotations"} <= rule.keys() for rule in rules)

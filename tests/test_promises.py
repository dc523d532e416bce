"""What is promised is documented, and what is documented is there."""

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
OF_COMMANDS = {"CONTENTS_TOKEN", "CONTENTS_URL"}
"""What commands that ask a running service take from the environment; the service does not."""

PROVEN_BY = {
    "list_documents": "test_what_was_given_is_listed_in_pages_and_by_state",
    "give_documents": "test_a_gift_is_acknowledged_before_it_is_read",
    "upload_document": "test_an_upload_is_stored_in_the_home_folder_and_given",
    "get_document": "test_a_list_or_document_that_did_not_change_is_not_sent_again",
    "change_document": "test_a_document_is_turned_off_and_on",
    "remove_document": "test_what_is_removed_is_gone_unless_it_changed_meanwhile",
    "list_passages": "test_the_passages_of_a_document_are_listed_in_order",
    "read_again": "test_a_document_is_read_again",
    "search_passages": "test_a_question_finds_the_passage_and_where_it_is",
    "get_contents": "test_the_appspecs_fragment_comes_as_json_or_yaml",
    "list_home": "test_the_picker_shows_folders_and_whether_files_would_be_read",
    "show_app": "test_each_document_is_shown_with_what_was_read_or_why_not",
    "livez": "test_it_lives_and_is_ready_or_says_that_it_is_not",
    "readyz": "test_it_lives_and_is_ready_or_says_that_it_is_not",
    "openapi": "test_the_application_gives_out_its_contract_without_a_token",
}
"""Each operation of the contract, and the test that shows first of all that it does what it says."""


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def operations() -> set[str]:
    described = yaml.safe_load(text_of(ROOT / "openapi.yaml"))
    items = [item for path in described["paths"].values() for item in path.values()]
    return {item["operationId"] for item in items if isinstance(item, dict) and "operationId" in item}


def test_every_operation_has_a_test() -> None:
    tests = "".join(map(text_of, (ROOT / "tests").rglob("test_*.py")))
    assert set(PROVEN_BY) == operations()
    assert [name for name in PROVEN_BY.values() if f"def {name}(" not in tests] == []


def test_every_setting_is_documented_and_every_setting_that_is_documented_is_there() -> None:
    documented = set(re.findall(r"`(CONTENTS_[A-Z_]+|SOLR_URL)`", text_of(OPERATING)))
    assert documented - OF_COMMANDS == set(VARIABLES)


def test_every_variable_that_the_code_names_is_a_setting() -> None:
    named = {
        variable
        for source in (ROOT / "contents_service").rglob("*.py")
        for variable in re.findall(r"\bCONTENTS_[A-Z]+(?:_[A-Z]+)*\b", text_of(source))
    }
    assert named - OF_COMMANDS <= set(VARIABLES)


def default_of(variable: str) -> object:
    settings, name = Settings(), variable.removeprefix("CONTENTS_").lower()
    return getattr(settings, name) if hasattr(settings, name) else getattr(settings.limits, name.removeprefix("read_"))


def test_every_default_that_is_a_number_is_the_documented_one() -> None:
    for row in re.findall(r"^\| (`CONTENTS_.*?) \| ([\d., ]+) \|", text_of(OPERATING), re.MULTILINE):
        variables = re.findall(r"`(\w+)`", row[0])
        said = [float(number.replace(",", "")) for number in row[1].split(", ")]
        assert said == [default_of(variable) for variable in variables], variables


def test_a_setting_that_is_not_set_has_its_types_default() -> None:
    folders = {"home", "data"}  # made absolute
    fields = [name for name in Settings.__struct_fields__ if name not in folders]
    assert [getattr(settings_from({}), name) for name in fields] == [getattr(Settings(), name) for name in fields]


def test_every_metric_is_documented_and_every_metric_that_is_documented_is_there() -> None:
    kept = [value for value in vars(metrics).values() if isinstance(value, Counter | Histogram)]
    names = {next(iter(each.describe())).name + ("_total" if isinstance(each, Counter) else "") for each in kept}
    names |= {metrics.DOCUMENTS_WAITING[0], metrics.LONGEST_WAIT[0]}
    assert set(re.findall(r"^\| `(contents_\w+)`", text_of(OPERATING), re.MULTILINE)) == names


def test_every_command_is_documented() -> None:
    pages = text_of(README) + text_of(OPERATING)
    assert [name for name in COMMANDS if f"contents {name}" not in pages] == []


@pytest.mark.parametrize("code", REASONS)
def test_every_reason_is_documented(code: str) -> None:
    assert f"`{code}`" in text_of(FORMATS)


def test_the_example_alerts_ask_for_figures_and_settings_that_there_are() -> None:
    alerts = text_of(ROOT / "docs" / "alerts.yml")
    rules = [rule for group in yaml.safe_load(alerts)["groups"] for rule in group["rules"]]
    asked = {
        re.sub("_(bucket|count)$", "", name) for rule in rules for name in re.findall(r"\bcontents_\w+", rule["expr"])
    }
    assert asked <= set(re.findall(r"^\| `(contents_\w+)`", text_of(OPERATING), re.MULTILINE))
    assert set(re.findall(r"\bCONTENTS_[A-Z_]+", alerts)) <= set(VARIABLES)
    assert all({"alert", "expr", "labels", "annotations"} <= rule.keys() for rule in rules)

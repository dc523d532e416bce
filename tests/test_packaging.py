"""The package as other projects install it: the agent's tool alone, typed, with msgspec and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest
from helpers.paths import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

README = (ROOT / "README.md").read_text(encoding="utf-8")
(SNIPPET,) = re.findall(r"^```python\n(.+?)^```$", README, re.MULTILINE | re.DOTALL)


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def run_or_fail(*command: str | Path, cwd: Path) -> str:
    ran = run(*command, cwd=cwd)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def locked(package: str) -> str:
    """The lines of the lock for one package: its version and hashes."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    (lines,) = re.findall(rf"^({package}==.+\n(?:    --hash.+\n)+)", lock, re.MULTILINE)
    assert isinstance(lines, str)
    return lines.rstrip().removesuffix("\\")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another project: an empty environment with our wheel and msgspec, and README's example as its code."""
    folder = tmp_path_factory.mktemp("project")
    venv.create(folder / "venv", with_pip=True, symlinks=True)
    pip = ("-m", "pip", "--quiet", "--disable-pip-version-check")
    run_or_fail(
        sys.executable, *pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT, cwd=folder
    )
    (wheel,) = folder.glob("*.whl")
    (folder / "msgspec.lock").write_text(locked("msgspec"))
    python = folder / "venv/bin/python"
    run_or_fail(python, *pip, "install", "--no-deps", "--require-hashes", "-r", "msgspec.lock", cwd=folder)
    run_or_fail(python, *pip, "install", "--no-deps", wheel, cwd=folder)
    (folder / "example.py").write_text(f'TOKEN = "a token"\n{SNIPPET}')
    return folder


def test_the_base_installation_needs_msgspec_and_nothing_else() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert [re.split(r"[<>=\[ ]", requirement)[0] for requirement in project["dependencies"]] == ["msgspec"]


def test_the_example_of_the_readme_runs_where_only_the_tool_is_installed(project: Path) -> None:
    example = (project / "example.py").read_text().replace(":8080", ":1")
    (project / "nobody_listens.py").write_text(example)
    assert "could not be checked" in run_or_fail(project / "venv/bin/python", "nobody_listens.py", cwd=project)


def test_the_example_of_the_readme_passes_strict_type_checks(project: Path) -> None:
    environment = ("--python-executable", project / "venv/bin/python", "--config-file", "")
    checked = run_or_fail(sys.executable, "-m", "mypy", "--strict", *environment, "example.py", cwd=project)
    assert "Success" in checked


def test_the_wheel_carries_its_licence_and_says_which(project: Path) -> None:
    (about,) = (project / "venv").rglob("contents_service-*.dist-info")
    assert "License-Expression: Apache-2.0" in (about / "METADATA").read_text(encoding="utf-8")
    assert (about / "licenses/LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_command_without_the_service_says_what_to_install(project: Path) -> None:
    ran = run(project / "venv/bin/contents", "serve", cwd=project)
    assert (ran.returncode, ran.stderr.count("\n")) == (1, 1)
    assert "pip install '.[server]'" in ran.stderr

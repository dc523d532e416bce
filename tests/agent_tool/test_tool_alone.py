"""The tool is independent: importing it imports nothing else of the service."""

from __future__ import annotations

import subprocess
import sys

SERVER_PACKAGES = {
    "flask",
    "werkzeug",
    "urllib3",
    "requests",
    "pypdfium2",
    "pypdf",
    "markdown_it",
    "docutils",
    "yaml",
    "mcp",
}


def imported_with_the_tool() -> set[str]:
    listing = "import sys, contents_service.agent_tool; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True)
    return set(ran.stdout.split())


def test_importing_the_tool_imports_no_server_no_parser_and_no_other_package_of_ours() -> None:
    modules = imported_with_the_tool()
    siblings = {name for name in modules if name.startswith("contents_service.")}
    assert not modules & SERVER_PACKAGES
    assert all(name.split(".")[1] == "agent_tool" for name in siblings)

"""Processes share metrics in files of the data folder, and go on counting when its disk is full."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from torture.disk import full_disk, small_disk

DISK_MB = 2

COUNTING = """
import os, sys
from contents_service.commands.support.shared_metrics import FOLDER, FILE_BYTES, share_metrics
from contents_service.settings import settings_from
settings = settings_from()
share_metrics(settings)
from prometheus_client import CollectorRegistry, multiprocess
from contents_service.metrics import READINGS, REQUEST_SECONDS, REQUESTS
from contents_service.reasons import REASONS

def count():
    for operation in range(60):
        REQUEST_SECONDS.labels(operation=f"an operation {operation}").observe(0.1)
        for status in range(12):
            REQUESTS.labels(operation=f"an operation {operation}", status=str(200 + status)).inc()
    for reason in REASONS:
        for number in range(10):
            READINGS.labels(outcome=reason, format=f"format{number}").inc()

def counted():
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)
    return registry.get_sample_value("contents_requests_total", {"operation": "an operation 1", "status": "201"}) or 0

print("started", flush=True)
sys.stdin.readline()
worker = os.fork()
count()
if worker == 0:
    os._exit(0)
print(os.waitpid(worker, 0)[1], int(counted()), flush=True)
sizes = {file.stat().st_size for file in (settings.data / FOLDER).iterdir()}
assert sizes <= {FILE_BYTES}, sizes
"""
"""Counts in two processes, and prints the exit status of the forked one and what both counted."""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "data", DISK_MB) as disk:
        if disk is None:
            pytest.skip("only an administrator can make a small disk")
        yield disk


def start_counting(data: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "CONTENTS_DATA": str(data), "CONTENTS_DEV": "1"}
    environment.pop("PROMETHEUS_MULTIPROC_DIR", None)
    command = [sys.executable, "-c", COUNTING]
    return subprocess.Popen(command, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def result_of(process: subprocess.Popen[str]) -> list[str]:
    """What was not read yet of its output: perhaps `started`, then the fork's exit status and the shared count."""
    output, _ = process.communicate("\n")
    assert process.returncode == 0
    return output.split()


def test_processes_share_their_counts(tmp_path: Path) -> None:
    assert result_of(start_counting(tmp_path)) == ["started", "0", "2"]


def test_a_process_goes_on_when_the_disk_is_full_and_a_new_one_counts_in_memory(disk: Path) -> None:
    with start_counting(disk) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        with full_disk(disk):
            assert result_of(process) == ["0", "1"]  # what the fork counts in memory is not shared


def test_a_process_starts_while_the_disk_is_full(disk: Path) -> None:
    (disk / "metrics").mkdir()
    with full_disk(disk):
        assert result_of(start_counting(disk)) == ["started", "0", "0"]
    assert result_of(start_counting(disk)) == ["started", "0", "2"]

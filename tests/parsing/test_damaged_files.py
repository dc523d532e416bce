"""However damaged a file is, reading it ends with a state and a reason, and leaves nothing behind in the parent."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random

import pytest
from fuzz.inputs import inputs
from fuzz.mutations import MUTATIONS, Mutation
from fuzz.run import run
from fuzz.seeds import Seed, load_seeds
from torture.findings import DAMAGED, Findings

from contents_service.limits import Limits
from contents_service.parsing.sandbox.sandbox import Sandbox

pytestmark = pytest.mark.slow

SHORT_RUN_S = 60.0
LONG_RUN_S = 90.0
DOCUMENTS = 120
MAX_GROWTH_BYTES = 100_000
"""Most bytes that the parent may grow by while it reads these documents."""


def test_every_damaged_file_ends_with_a_state_and_a_reason() -> None:
    report = run(inputs(random_seed=7, seeds=load_seeds()), seconds=SHORT_RUN_S, max_inputs=32)
    assert report.faults == []
    assert report.inputs == 32


@pytest.mark.torture
@pytest.mark.timeout(900)
def test_for_minutes_every_damaged_file_ends_with_a_state_and_a_reason(
    findings: Findings, request: pytest.FixtureRequest
) -> None:
    report = run(inputs(request.config.getoption("--torture-seed"), load_seeds()), seconds=LONG_RUN_S)
    findings.bad[DAMAGED] += report.states
    print("\n".join(report.lines()))
    assert report.faults == []


def test_the_same_seed_gives_the_same_inputs() -> None:
    first, second = (list(islice(inputs(random_seed=3, seeds=load_seeds()), 20)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("mutate", MUTATIONS)
def test_each_mutation_accepts_an_empty_file_and_changes_a_full_one(mutate: Mutation) -> None:
    other = b"[1, 2]\n" * 40
    full = b"Caf\xc3\xa9 12\nsecond\n" * 40
    assert isinstance(mutate(Random(1), b"", b""), bytes)
    assert any(mutate(Random(number), full, other) != full for number in range(5))


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    sandbox = Sandbox(Limits())
    yield sandbox
    sandbox.close()


def _open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_reading_many_documents_leaves_no_memory_and_no_descriptor_behind(sandbox: Sandbox) -> None:
    small = [seed for seed in load_seeds() if len(seed.data) < 20_000]

    def read(documents: Iterator[Seed]) -> None:
        for seed in documents:
            sandbox.read(seed.name, seed.data, encoding=None, on_progress=lambda _: None)
        gc.collect()

    read(iter(small))  # what is loaded once stays
    tracemalloc.start()
    try:
        before, open_before = tracemalloc.get_traced_memory()[0], _open_files()
        read(islice(cycle(small), DOCUMENTS))
        assert tracemalloc.get_traced_memory()[0] - before < MAX_GROWTH_BYTES
        assert _open_files() == open_before
    finally:
        tracemalloc.stop()

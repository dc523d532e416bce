"""Print, for each mutated module, how many small faults the tests noticed, and which they did not.

`make mutants` runs mutmut first, which leaves a `.meta` file next to each mutated module.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

MUTATED = Path("mutants/contents_service")
SURVIVED = frozenset({0})
"""Exit code of a test run that passed although the fault was in."""
NOT_RUN = frozenset({5, 33, None})
"""No test reaches the function, or the mutant was not run."""


def results() -> Iterator[tuple[str, Mapping[str, int | None]]]:
    """Return the exit code of the tests for each mutant, by module."""
    for meta in sorted(MUTATED.rglob("*.meta")):
        yield str(meta.relative_to(MUTATED).with_suffix("")), json.loads(meta.read_text())["exit_code_by_key"]


def main() -> int:
    """Print the table, then the survivors; fail if any module is below the share given as the first argument."""
    limit = float(sys.argv[1]) if sys.argv[1:] else 0.0
    below: list[str] = []
    survivors: list[str] = []
    print(f"{'module':44} {'mutants':>8} {'noticed':>8} {'survived':>9} {'unreached':>10}   share")
    for module, codes in results():
        survived = [name for name, code in codes.items() if code in SURVIVED]
        unreached = [name for name, code in codes.items() if code in NOT_RUN]
        missed = len(survived) + len(unreached)
        share = 1 - missed / len(codes) if codes else 1.0
        counts = f"{len(codes):8} {len(codes) - missed:8} {len(survived):9} {len(unreached):10}"
        print(f"{module:44} {counts}   {share:.0%}")
        survivors += [f"survived   {name}" for name in survived] + [f"unreached  {name}" for name in unreached]
        if share < limit:
            below.append(module)
    print(*survivors, sep="\n")
    if below:
        print(f"Below {limit:.0%}: {', '.join(below)}")
    return bool(below)


if __name__ == "__main__":
    sys.exit(main())

"""What a run showed, as the page that is kept of it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

from torture.documents import BAD
from torture.run import Outcome

PAGE = Path(__file__).parents[2] / "docs" / "torture.md"

TEXT = """\
# Under torture

A whole service (Solr, two readers, two web processes, as `contents serve` runs them) is given {documents} documents
of ten formats by three people for two applications, while others ask without pause. Meanwhile something dies, stands
still, vanishes or fills up, one thing after the other, in an order drawn from a seed. This page is what one such run
came to, and is written by

    make torture ARGS='-k for_minutes --torture-seed {seed}'

## What was lost

{lost}

Checked at the end, for each document: it is listed or gone, on or off, as was last acknowledged; it was read, or not
and for a reason that is true; a word that only it holds finds it, once, in its scope, and finds nothing for anybody
else. While it went on, each search was judged too: nothing answered any more once its removal or its being switched
off had been acknowledged, and nothing that was found vanished. The index held the passages of the readings that
answer, each once, and no other. Everyone got what they asked for, or 503; no answer at all came only while web itself
had been killed. Only a change of a document given a moment before may be answered 404 for as long as Solr, started
anew, replays its update log: here {replaying} times.

## The load

{load}

Set otherwise than by default: two readers, leases of 3 s, up to 10 attempts to read a document and 120 s for each,
removals purged every 30 s, no limit on requests.

## What was survived

The longest time in which one who asks for nothing else could not give (or switch, remove, read again), or search:
from one success to the next, with the fault itself and what it takes to start anew in it. Solr took
{solr_starts:.0f} s to start on this machine, and on one that does nothing else 3 s.

| what happened | times | no giving, s | no searching, s |
|---|---|---|---|
{faults}

{left_out}Where a reading is struck, it is that of a large document, known to be under way. A reader is stopped for
twice its lease, so that another takes its document over before it comes back; Solr, web, the Home Folders and the
room on Solr's disk are away for four seconds. In this order:

{order}

## Memory

The largest process of each kind, in MB. Children that read a document are bounded apart
(`CONTENTS_READ_MEMORY_BYTES`).

| | in the first minute | at most | in the last minute |
|---|---|---|---|
{memory}

## Elsewhere

What a SolrCloud survives and what load is carried stands in [operating.md](operating.md), under *Your own Solr, or
SolrCloud* and *Load*. `make torture` also runs the tests of a SolrCloud whose nodes die, and the attacks with hostile
files and requests.
"""
MINUTE = 60
"""Measurements in a minute."""
WIDTH = 120


def page_of(outcome: Outcome) -> str:
    """The page of a run."""
    return TEXT.format(
        documents=f"{outcome.plan.documents} and more",
        seed=outcome.plan.seed,
        lost="\n".join(f"- {wrong}" for wrong in outcome.ledger.wrongs) or "Nothing.",
        replaying=sum(times for (_, _, status), times in outcome.ledger.answers.items() if status == 404),
        solr_starts=outcome.solr_starts_in_s,
        load=fill(_load(outcome), WIDTH, break_on_hyphens=False),
        faults="\n".join(_fault_lines(outcome)),
        left_out="".join(f"Left out, since this machine does not allow it: {name}. " for name in outcome.left_out),
        order=fill(f"{', '.join(outcome.plan.faults)}.", WIDTH),
        memory="\n".join(_memory_lines(outcome)),
    )


def _load(outcome: Outcome) -> str:
    searches = Counter[int]()
    for (_, what, status), times in outcome.ledger.answers.items():
        if what == "search":
            searches[status] += times
    acknowledged = ", ".join(f"{times:,} {what}" for what, times in sorted(outcome.ledger.acknowledged.items()))
    unreadable = sum(bool(gift.content.codes) for gift in outcome.ledger.gifts)
    return (
        f"{outcome.seconds / 60:.0f} minutes on {os.cpu_count()} processors, which did all of it. Acknowledged: "
        f"{acknowledged}. Searches answered: {searches[200]:,}; refused with 503: {searches[503]:,}; without an "
        f"answer, while web was dead: {searches[0]:,}. {unreadable} of the documents cannot be read: "
        f"{', '.join(f'`{code}`' for code in sorted(_bad_codes()))}."
    )


def _bad_codes() -> set[str]:
    return {code for _, codes in BAD.values() for code in codes}


def _fault_lines(outcome: Outcome) -> Iterator[str]:
    for name, times in sorted(outcome.survived.items(), key=lambda survived: survived[0].lower()):
        longest = outcome.outages[name]
        yield f"| {name} | {times} | {longest['giving']:.1f} | {longest['searching']:.1f} |"


def _memory_lines(outcome: Outcome) -> Iterator[str]:
    for kind, measured in sorted(outcome.memory.items()):
        yield f"| {kind} | {max(measured[:MINUTE]):.0f} | {max(measured):.0f} | {max(measured[-MINUTE:]):.0f} |"

"""What a run showed, as the page that is kept of it."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator
from textwrap import fill

from helpers.paths import ROOT

from contents_service.commands.client import Json
from torture.documents import BAD as BAD_DOCUMENTS
from torture.findings import BAD, CRASHED, Findings
from torture.run import Outcome

PAGE = ROOT / "docs" / "torture.md"

TEXT = """\
# Under torture

What `make torture` came to the last time, which took {minutes:.0f} minutes on {processors} processors that did all of
it. This page is written at the end of

    make torture ARGS='--torture-seed {seed}'

## What was lost

{lost}

Neither on a SolrCloud whose nodes died nor in a siege: a whole service (Solr, two readers, two web processes, as
`contents serve` runs them) is given {documents} documents of ten formats by three people for two applications, while
others ask without pause. Meanwhile something dies, stands still, vanishes or fills up, one thing after the other, in
an order drawn from the seed.

Checked at the end of the siege, for each document: it is listed or gone, on or off, as was last acknowledged; it was
read, or not and for a reason that is true; a word that only it holds finds it, once, in its scope, and finds nothing
for anybody else. While it went on, each search was judged too: nothing answered any more once its removal or its being
switched off had been acknowledged, and nothing that was found vanished. The index held the passages of the readings
that answer, each once, and no other. Everyone got what they asked for, or 503; no answer at all came only while web
itself had been killed.

## The load that was held

{carried}

{load}

Set otherwise than by default in the siege: two readers, leases of 3 s, up to 10 attempts to read a document, removals
purged every 30 s, no limit on requests.

## The faults that were survived

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

On a SolrCloud of two nodes, two shards and two replicas, and ZooKeeper, each killed in turn while documents were given
and searched without pause:

| under way | killed | given | lost | no giving, s | no searching, s |
|---|---|---|---|---|---|
{clouds}

## The bad inputs that were tried

Each must come to what the contract has for it, in time: no process dies of it, no answer is a fault of ours, nothing
of another's comes with it. What a document came to is its state, a question its status, a request its HTTP status.

| what | how many | what they came to | failed |
|---|---|---|---|
{bad}

## Memory

The largest process of each kind in the siege, in MB. Children that read a document are bounded apart
(`CONTENTS_READ_MEMORY_BYTES`).

| | in the first minute | at most | in the last minute |
|---|---|---|---|
{memory}
"""
MINUTE = 60
"""Measurements in a minute."""
WIDTH = 120
FAULTS_OF_OURS = {CRASHED, "500", "502", "504"}
"""What none may come to."""


def write(findings: Findings) -> None:
    """Write the page of a run that had all of its parts; of another, say what it lacked."""
    if findings.siege is None or findings.load is None or findings.left_out:
        print(f"\n{PAGE.name} stays as it was; this run left out: {', '.join(findings.left_out)}")
        return
    PAGE.write_text(page_of(findings, findings.siege, findings.load), encoding="utf-8")


def page_of(findings: Findings, siege: Outcome, load: Json) -> str:
    """The page of a run."""
    return TEXT.format(
        minutes=(time.monotonic() - findings.began) / 60,
        processors=os.cpu_count(),
        seed=siege.plan.seed,
        documents=f"{siege.plan.documents} and more",
        lost="\n".join(f"- {wrong}" for wrong in _wrongs(findings, siege)) or "Nothing.",
        solr_starts=siege.solr_starts_in_s,
        carried=fill(_carried(load), WIDTH, break_on_hyphens=False),
        load=fill(_load(siege), WIDTH, break_on_hyphens=False),
        faults="\n".join(_fault_lines(siege)),
        left_out="".join(f"Left out, since this machine does not allow it: {name}. " for name in siege.left_out),
        order=fill(f"{', '.join(siege.plan.faults)}.", WIDTH),
        clouds="\n".join(_cloud_lines(findings)),
        bad="\n".join(_bad_lines(findings)),
        memory="\n".join(_memory_lines(siege)),
    )


def _wrongs(findings: Findings, siege: Outcome) -> Iterator[str]:
    yield from siege.ledger.wrongs
    yield from (f"{each.lost} documents on SolrCloud, {name}" for name, each in findings.clouds.items() if each.lost)


def _carried(load: Json) -> str:
    idle, reading = load["searched_while_read"]
    many, among = load["too_many"], load["among_many"]
    answers = {"200": 0, "503": 0, **many["answers"]}
    neither = sum(answers.values()) - answers["200"] - answers["503"]
    return (
        f"By `contents bench load`: {reading['count']:,} searches of 50 searchers were all answered while documents of "
        f"another person were read, 95 % within {reading['p95_ms'] / 1000:.2f} s ({load['p95_ratio']} times as much as "
        f"{idle['count']:,} with nothing to read). Of {many['callers']} searchers, more than can be carried, "
        f"{answers['200']:,} requests were answered, {answers['503']:,} refused with 503 (95 % within "
        f"{many['refused']['p95_ms'] / 1000:.2f} s) and {neither or 'none'} left without an answer; "
        f"{many['recovered_s']:.2f} s later a search was as quick as before. One document, given while "
        f"{among['many']:,} of another person's were read, was read after {among['seconds']:.2f} s."
    )


def _load(outcome: Outcome) -> str:
    searches = Counter[int]()
    for (_, what, status), times in outcome.ledger.answers.items():
        if what == "search":
            searches[status] += times
    acknowledged = ", ".join(f"{times:,} {what}" for what, times in sorted(outcome.ledger.acknowledged.items()))
    unreadable = sum(bool(gift.content.codes) for gift in outcome.ledger.gifts)
    return (
        f"In the {outcome.seconds / 60:.0f} minutes of the siege, acknowledged: {acknowledged}. Searches answered: "
        f"{searches[200]:,}; refused with 503: {searches[503]:,}; without an answer, while web was dead: "
        f"{searches[0]:,}. {unreadable} of the documents cannot be read: "
        f"{', '.join(f'`{code}`' for code in sorted(_bad_codes()))}."
    )


def _bad_codes() -> set[str]:
    return {code for _, codes in BAD_DOCUMENTS.values() for code in codes}


def _fault_lines(outcome: Outcome) -> Iterator[str]:
    for name, times in sorted(outcome.survived.items(), key=lambda survived: survived[0].lower()):
        longest = outcome.outages[name]
        yield f"| {name} | {times} | {longest['giving']:.1f} | {longest['searching']:.1f} |"


def _cloud_lines(findings: Findings) -> Iterator[str]:
    for name, cloud in findings.clouds.items():
        away = f"{cloud.longest_s['give']:.1f} | {cloud.longest_s['search']:.1f}"
        yield f"| {name} | {', '.join(cloud.killed)} | {cloud.given:,} | {cloud.lost or 'none'} | {away} |"


def _bad_lines(findings: Findings) -> Iterator[str]:
    for name in BAD:
        became = findings.bad[name]
        said = ", ".join(f"{count:,} `{what}`" for what, count in became.most_common())
        failed = sum(became[what] for what in FAULTS_OF_OURS)
        yield f"| {name} | {became.total():,} | {said} | {failed or 'none'} |"


def _memory_lines(outcome: Outcome) -> Iterator[str]:
    for kind, measured in sorted(outcome.memory.items()):
        yield f"| {kind} | {max(measured[:MINUTE]):.0f} | {max(measured):.0f} | {max(measured[-MINUTE:]):.0f} |"

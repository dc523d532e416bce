"""The report of a run, written to docs/torture.md."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator
from textwrap import fill

from helpers.paths import ROOT

from contents_service.commands.client import Json
from torture.documents import UNREADABLE
from torture.findings import BAD, CRASHED, Findings
from torture.run import Outcome

PAGE = ROOT / "docs" / "torture.md"

TEXT = """\
# Stress tests

The results of the last run of `make torture`, which took {minutes:.0f} minutes on {processors} processors. This page is
written at the end of

    make torture ARGS='--torture-seed {seed}'

## What was lost

{lost}

This holds for a SolrCloud whose nodes died, and for a siege: three people give {documents} documents of ten formats to
two applications of a whole service (Solr, two readers and two web processes, as `contents serve` runs them), while
others search without pause. Meanwhile, faults strike one after the other, in an order drawn from the seed.

At the end of the siege, each document is checked. It is listed or removed, and turned on or off, as last acknowledged.
It was read, or not read for a correct reason. A word that only it contains finds it once in its own scope, and never in
another. The index holds the passages of the active readings, each once, and no others. Each search during the siege is
checked, too: it finds no document whose removal or being turned off was acknowledged, and loses none that it found
before. Every request was answered as the contract says, or with 503; only while web itself was killed did some get no
answer.

## Load

{load_result}

{siege_result}

Settings in the siege that differ from the defaults: two readers, leases of 3 s, up to 10 attempts to read a document,
a purge every 30 s, no limit on requests.

## Faults

The columns show the longest time in seconds in which nobody could give (or turn off, remove, read again) or search,
from one success to the next, including the fault itself and any restart. Solr took {solr_starts:.0f} s to start, and
usually takes 3 s on an idle machine.

| fault | times | no giving, s | no searching, s |
|---|---|---|---|
{faults}

{left_out}Faults that strike a reading strike that of a large document while it is under way. A reader is stopped for
twice its lease, so that another takes its document over before it continues. Solr, web, the Home Folders and the
space on Solr's disk are unavailable for four seconds. The order was:

{order}

On a SolrCloud with two nodes, two shards, two replicas and ZooKeeper, each program was killed in turn while documents
were given and searched without pause:

| work | killed | given | lost | no giving, s | no searching, s |
|---|---|---|---|---|---|
{clouds}

## Bad inputs

Each must lead in time to a result that the contract allows: no process dies, no answer is a server error, and nothing
of another scope is shown. The result of a document is its state, of a question its status, of a request its HTTP
status.

| input | count | results | failed |
|---|---|---|---|
{bad}

## Memory

The largest process of each kind in the siege, in MB. Children that read a document have their own limit
(`CONTENTS_READ_MEMORY_BYTES`).

| | in the first minute | at most | in the last minute |
|---|---|---|---|
{memory}
"""
PER_MINUTE = 60
"""Measurements of memory in a minute."""
WIDTH = 120
OUR_ERRORS = {CRASHED, "500", "502", "504"}
"""Results that no bad input may have."""


def write(findings: Findings) -> None:
    """Write the report of a complete run; otherwise print which parts were left out."""
    if findings.siege is None or findings.load is None or findings.left_out:
        print(f"\n{PAGE.name} was not written, because this run left out: {', '.join(findings.left_out)}")
        return
    PAGE.write_text(format_report(findings, findings.siege, findings.load), encoding="utf-8")


def format_report(findings: Findings, siege: Outcome, load: Json) -> str:
    """Return the report of a run."""
    return TEXT.format(
        minutes=(time.monotonic() - findings.began) / 60,
        processors=os.cpu_count(),
        seed=siege.plan.seed,
        documents=f"{siege.plan.documents} and more",
        lost="\n".join(f"- {error}" for error in _errors(findings, siege)) or "Nothing.",
        solr_starts=siege.solr_starts_in_s,
        load_result=fill(_load_text(load), WIDTH, break_on_hyphens=False),
        siege_result=fill(_siege_text(siege), WIDTH, break_on_hyphens=False),
        faults="\n".join(_fault_lines(siege)),
        left_out="".join(f"Left out, since this machine does not allow it: {name}. " for name in siege.left_out),
        order=fill(f"{', '.join(siege.plan.faults)}.", WIDTH),
        clouds="\n".join(_cloud_lines(findings)),
        bad="\n".join(_bad_lines(findings)),
        memory="\n".join(_memory_lines(siege)),
    )


def _errors(findings: Findings, siege: Outcome) -> Iterator[str]:
    yield from siege.ledger.errors
    yield from (f"{each.lost} documents on SolrCloud, {name}" for name, each in findings.clouds.items() if each.lost)


def _load_text(load: Json) -> str:
    idle, reading = load["searched_while_read"]
    many, among = load["too_many"], load["among_many"]
    answers = {"200": 0, "503": 0, **many["answers"]}
    neither = sum(answers.values()) - answers["200"] - answers["503"]
    return (
        f"By `contents bench load`: {reading['count']:,} searches of 50 searchers were all answered while documents of "
        f"another person were read, 95 % within {reading['p95_ms'] / 1000:.2f} s ({load['p95_ratio']} times as much as "
        f"{idle['count']:,} with nothing to read). Of {many['callers']} searchers, more than can be served, "
        f"{answers['200']:,} requests were answered, {answers['503']:,} refused with 503 (95 % within "
        f"{many['refused']['p95_ms'] / 1000:.2f} s) and {neither or 'none'} left without an answer; "
        f"{many['recovered_s']:.2f} s later a search was as fast as before. One document, given while "
        f"{among['many']:,} of another person were being read, was read after {among['seconds']:.2f} s."
    )


def _siege_text(outcome: Outcome) -> str:
    searches = Counter[int]()
    for (_, operation, status), times in outcome.ledger.answers.items():
        if operation == "search":
            searches[status] += times
    acknowledged = ", ".join(f"{times:,} {what}" for what, times in sorted(outcome.ledger.acknowledged.items()))
    unreadable = sum(bool(gift.content.codes) for gift in outcome.ledger.gifts)
    return (
        f"In the {outcome.seconds / 60:.0f} minutes of the siege, acknowledged: {acknowledged}. Searches answered: "
        f"{searches[200]:,}; refused with 503: {searches[503]:,}; not answered while web was dead: "
        f"{searches[0]:,}. {unreadable} of the documents cannot be read: "
        f"{', '.join(f'`{code}`' for code in sorted(_bad_codes()))}."
    )


def _bad_codes() -> set[str]:
    return {code for _, codes in UNREADABLE.values() for code in codes}


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
        results = findings.bad[name]
        counts = ", ".join(f"{count:,} `{what}`" for what, count in results.most_common())
        failed = sum(results[what] for what in OUR_ERRORS)
        yield f"| {name} | {results.total():,} | {counts} | {failed or 'none'} |"


def _memory_lines(outcome: Outcome) -> Iterator[str]:
    for kind, measured in sorted(outcome.memory.items()):
        yield f"| {kind} | {max(measured[:PER_MINUTE]):.0f} | {max(measured):.0f} | {max(measured[-PER_MINUTE:]):.0f} |"

"""The report of a run, written to docs/torture.md."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator
from textwrap import fill

from helpers.paths import ROOT

from contents_service.commands.support.client import Json
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

This holds for a SolrCloud whose nodes died, and for a siege. In the siege three people give {documents} documents of
ten formats to two applications, while others search without pause. The whole service runs as `contents serve` runs it:
Solr, two readers and two web processes. Faults strike one after the other, in an order drawn from the seed.

At the end of the siege, each document is checked:

- It is listed or removed, and turned on or off, as last acknowledged.
- It was read, or not read for a correct reason.
- A word that only it contains finds it once in its own scope, and never in another.

The index holds the passages of the active readings, each once, and no others. Each search during the siege is checked,
too. It finds no document that was acknowledged as removed or turned off, and loses none that it found before. Every
request was answered as the contract says, or with 503. Only while web itself was killed did some get no answer.

## Load

`contents bench load` measured:

{load_result}

The siege took {siege_minutes:.0f} minutes:

{siege_result}

The siege has other settings than the defaults: two readers, leases of 3 s, up to 10 attempts to read a document, a
purge every 30 s, and no limit on requests.

## Faults

The columns show the longest time, in seconds, in which nobody could give or search. Giving includes turning off,
removing and reading again. The time runs from one success to the next, including the fault itself and any restart.
Solr took {solr_starts:.0f} s to start, and usually takes 3 s on an idle machine.

| fault | times | no giving, s | no searching, s |
|---|---|---|---|
{faults}

{left_out}Faults that strike a reading strike that of a large document while it is under way. A reader is stopped for
twice its lease, so that another takes its document over before it continues. Solr, web, the Home Folders and the
space on Solr's disk are unavailable for four seconds. The order was:

{order}

A SolrCloud had two nodes, two shards, two replicas and ZooKeeper. Each program was killed in turn, while documents were
given and searched without pause:

| work | killed | given | lost | no giving, s | no searching, s |
|---|---|---|---|---|---|
{clouds}

## Bad inputs

Each input must lead in time to a result that the contract allows. No process dies, no answer is a server error, and
nothing of another scope is shown. The result of a document is its state, of a question its status, and of a request its
HTTP status.

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
CODE_INDENT = 4 * " "
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
        siege_minutes=siege.seconds / 60,
        load_result="\n".join(map(_list_item, _load_lines(load))),
        siege_result="\n".join(map(_list_item, _siege_lines(siege))),
        faults="\n".join(_fault_lines(siege)),
        left_out="".join(f"Left out, since this machine does not allow it: {name}. " for name in siege.left_out),
        order=fill(", ".join(siege.plan.faults), WIDTH, initial_indent=CODE_INDENT, subsequent_indent=CODE_INDENT),
        clouds="\n".join(_cloud_lines(findings)),
        bad="\n".join(_bad_lines(findings)),
        memory="\n".join(_memory_lines(siege)),
    )


def _errors(findings: Findings, siege: Outcome) -> Iterator[str]:
    yield from siege.ledger.errors
    yield from (f"{each.lost} documents on SolrCloud, {name}" for name, each in findings.clouds.items() if each.lost)


def _list_item(text: str) -> str:
    return fill(text, WIDTH, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False)


def _load_lines(load: Json) -> Iterator[str]:
    idle, reading = load["searched_while_read"]
    many, among = load["too_many"], load["among_many"]
    answers = {"200": 0, "503": 0, **many["answers"]}
    neither = sum(answers.values()) - answers["200"] - answers["503"]
    yield f"50 searchers with nothing to read: {idle['count']:,} searches, all answered."
    yield (
        f"50 searchers while another person's documents were being read: {reading['count']:,} searches, all answered, "
        f"95 % within {reading['p95_ms'] / 1000:.2f} s. "
        f"That is {load['p95_ratio']} times as long as with nothing to read."
    )
    yield (
        f"{many['callers']} searchers, more than can be served: {answers['200']:,} requests answered, "
        f"{answers['503']:,} refused with 503, {neither or 'none'} left without an answer. 95 % of the refusals came "
        f"within {many['refused']['p95_ms'] / 1000:.2f} s. {many['recovered_s']:.2f} s later a search was as fast as "
        "before."
    )
    yield (
        f"One document, given while {among['many']:,} of another person's were being read: read after "
        f"{among['seconds']:.2f} s."
    )


def _siege_lines(outcome: Outcome) -> Iterator[str]:
    searches = Counter[int]()
    for (_, operation, status), times in outcome.ledger.answers.items():
        if operation == "search":
            searches[status] += times
    acknowledged = ", ".join(f"{times:,} {what}" for what, times in sorted(outcome.ledger.acknowledged.items()))
    unreadable = sum(bool(gift.content.codes) for gift in outcome.ledger.gifts)
    yield f"Acknowledged: {acknowledged}."
    yield (
        f"Searches: {searches[200]:,} answered, {searches[503]:,} refused with 503, {searches[0]:,} not answered while "
        "web was dead."
    )
    yield f"{unreadable} documents that cannot be read: {', '.join(f'`{code}`' for code in sorted(_bad_codes()))}."


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

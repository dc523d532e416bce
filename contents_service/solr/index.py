"""The index as Solr keeps it: records, outlines and passages in one collection, an application's all on one shard."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from itertools import islice
from math import inf
from threading import Lock
from typing import Any, Self

import msgspec

from contents_service.errors import Busy, IndexUnavailable
from contents_service.index.protocol import Hit, PendingReadings, SearchResult, Totals, Usage, WriteConflict
from contents_service.index.scope_snapshot import ScopeSnapshot, ScopeView, VersionedRecord
from contents_service.model import (
    AllDocuments,
    ApplicationDocuments,
    OutlineEntry,
    PassageContent,
    PersonDocuments,
    Reading,
    Record,
    Scope,
    Selection,
)
from contents_service.relevance import scoring, spelling
from contents_service.relevance.scoring import WeightedQuestion
from contents_service.relevance.terms import Question, count_words, has_cjk
from contents_service.solr import query as solr_query
from contents_service.solr.client import QueryRefused, SolrClient
from contents_service.solr.failover import Nodes
from contents_service.solr.replicas import Replicas, replicas_of
from contents_service.solr.segments import IndexFiles
from contents_service.solr.shared_commit import SharedCommit

ALL_RECORDS = 100_000
"""The most records that one scope may hold."""
SCOPES_IN_MEMORY = 256
"""Scopes whose records a process keeps between searches; each is as large as its records."""
LOOKS = 5
"""How often a search begins anew because its scope changed under it."""
DUE_GIVERS, DUE_EACH = 50, 32
"""How many givers, and how many documents of each, a reader sees when it looks for work: they take turns."""
LEFTOVERS = 100
RECORDS_AT_ONCE = 200
"""Records in one answer where all of many scopes are gone through."""
PASSAGES_AT_ONCE = 500
"""Passages in one update request, which bounds its size."""
WRITE_WITHIN_S = 30.0
LEADERLESS_S = 20.0
"""How long writing waits for a shard whose leader died to have another: ten seconds as a rule (`solr/solr.xml`)."""
SEEN_PAUSES_S = (0.2, 0.5, 1.0, 2.0, 4.0)
"""Before a commit that was not done is tried again: without one, too, a shard shows each second what it has."""
NEAREST_TEXTS = {"rows": 10, "fl": "json", "sort": "score desc,id asc"}
"""Among these passages a near word is looked for."""


class SolrIndex:
    """An index in Solr or SolrCloud."""

    def __init__(
        self,
        asking: SolrClient,
        writing: SolrClient,
        *,
        replicas: Callable[[], Replicas] | None = None,
        replicated: bool = False,
    ) -> None:
        self._solr = asking
        self._writing = writing
        self._replicated = replicated
        self._shared_commit = SharedCommit(lambda: self._commit({}))
        self._shared_show = SharedCommit(lambda: self._commit({"softCommit": True}))
        self._files = IndexFiles(writing, replicas or partial(Replicas, [writing]), self.commit)
        self._unseen: set[str] = set()
        self._known: OrderedDict[str, ScopeSnapshot] = OrderedDict()
        self._lock = Lock()

    @classmethod
    def at(
        cls, urls: Sequence[str], collection: str = "contents", *, timeout_s: float = 5.0, connections: int = 32
    ) -> Self:
        """The index at some Solr nodes; searches end within the time limit, writes have longer."""
        nodes, several = Nodes(urls), len(urls) > 1
        asking = SolrClient(nodes, collection, timeout_s=timeout_s, connections=connections)
        writing = SolrClient(
            nodes,
            collection,
            timeout_s=WRITE_WITHIN_S,
            connections=connections,
            retry_for_s=LEADERLESS_S if several else 0.0,
        )
        return cls(asking, writing, replicas=partial(replicas_of, collection, nodes, urls[0]), replicated=several)

    # Records.

    def is_ready(self) -> bool:
        """Whether it answers a known query."""
        return "response" in self._solr.query({"q": "kind:record", "rows": 0})

    def get(self, scope: Scope, document: str) -> VersionedRecord | None:
        """Fetch one record of the scope as it is at this moment, committed or not."""
        fields = "json,reading,scope,_version_,carried"
        found = self._solr.query({"id": _id(scope.app, document), "fl": fields}, "get")["doc"]
        if not found or "reading" in found or found["scope"] != _scope_key(scope):  # a passage has an id too
            return None
        kept = _kept(found)
        return kept if scope.covers(kept.record.path) else None

    def put(self, record: Record, version: int | None) -> None:
        """Write a record that still has this version (None: that is not there yet), or raise VersionConflict.

        A write that was sent again when a node died may have lost the race against itself, and has then won it.
        """
        self._put(_record_fields(record, version))

    def can_import_copies(self) -> bool:
        """Whether its schema is one that `carry` can write to."""
        try:
            self._solr.query({"q": "*:*", "rows": 0, "sort": "carried asc"})
        except QueryRefused:
            return False
        return True

    def import_copy(self, record: Record, version: int | None, of: int) -> None:
        """Write a record, as `put` does, that is a copy of this version of it in another index."""
        self._put({**_record_fields(record, version), "carried": of})

    def _put(self, fields: dict[str, Any]) -> None:
        with self._lock:
            self._unseen.add(fields["id"])
        try:
            self._writing.update([fields])
        except WriteConflict:
            found = self._solr.query({"id": fields["id"], "fl": "json"}, "get")["doc"]
            if not found or found["json"] != fields["json"]:
                raise

    def commit(self) -> None:
        """Return when everything written before is on disk and seen by every search that begins after."""
        self._shared_commit()

    def refresh(self) -> None:
        """Return when everything written before is seen by every search that begins after; a crash may undo it."""
        self._shared_show()

    def _commit(self, options: dict[str, Any]) -> None:
        """Commit what was written; what a commit that failed should have shown is looked for after the next."""
        with self._lock:
            written, self._unseen = self._unseen, set()
        try:
            self._commit_until_seen(written, options)
        except IndexUnavailable:
            with self._lock:
                self._unseen |= written
            raise

    def _commit_until_seen(self, written: Iterable[str], options: dict[str, Any]) -> None:
        """Commit, and look whether it was done: where a shard's leader has just died nothing is, and nobody says so."""
        for pause_s in SEEN_PAUSES_S:
            wanted = self._versions("get", written)
            self._writing.command({"commit": options})
            seen = self._versions("select", written)
            if all(seen.get(document, 0) >= version for document, version in wanted.items()):
                return
            time.sleep(pause_s)
        raise IndexUnavailable("The index is slow to show what was written. Try again in a moment.")

    def _versions(self, handler: str, documents: Iterable[str]) -> dict[str, int]:
        """The versions of some documents, as they are (`get`) or as searches see them (`select`)."""
        ids = ",".join(documents)
        params = {"ids": ids, "q": "{!terms f=id v=$ids}", "rows": ALL_RECORDS, "fl": "id,_version_"}
        found = self._solr.query(params, handler)["response"]["docs"] if ids and self._replicated else []
        return {document["id"]: document["_version_"] for document in found}

    def scope_snapshot(self, scope: Scope) -> ScopeSnapshot:
        """All records of an application's giver, as committed."""
        counted = json.dumps({"records": solr_query.records_facet(_scope_key(scope))})
        facets = self._solr.query({"q": "*:*", "rows": 0, "json.facet": counted, **_routed(scope.app)})
        return self._current(scope, facets["facets"]["records"])

    def _current(self, scope: Scope, seen: dict[str, Any]) -> ScopeSnapshot:
        """What is known of a scope if that is what the index has, else what it has now."""
        key = _scope_key(scope)
        version = f"{seen['count']}-{seen.get('newest', 0):.0f}"
        with self._lock:
            known = self._known.get(key)
            if known and known.version == version:
                self._known.move_to_end(key)
                return known
        return self._load(scope, version, known)

    def _load(self, scope: Scope, version: str, known: ScopeSnapshot | None) -> ScopeSnapshot:
        """Fetch what changed since a scope was last looked at; all of it where something was deleted."""
        since = max((kept.version for kept in known.versioned.values()), default=0) if known else 0
        kept = dict(known.versioned) if known else {}
        kept |= {entry.record.id: entry for entry in self._records(scope, since)}
        if len(kept) != int(version.partition("-")[0]) and known:
            return self._load(scope, version, None)
        newest = max((entry.version for entry in kept.values()), default=0)
        holdings = ScopeSnapshot(f"{len(kept)}-{float(newest):.0f}", kept)
        key = _scope_key(scope)
        with self._lock:
            self._known[key] = holdings
            self._known.move_to_end(key)
            while len(self._known) > SCOPES_IN_MEMORY:
                self._known.popitem(last=False)
        return holdings

    def _records(self, scope: Scope, since: int) -> Iterable[VersionedRecord]:
        filters = [f"{{!field f=scope v='{_scope_key(scope)}'}}", "{!field cache=false f=kind v='record'}"]
        filters += [f"{{!frange cache=false incl=false l={since}}}_version_"] if since else []
        params = {"q": "*:*", "fq": filters, "fl": "json,_version_", "rows": ALL_RECORDS, **_routed(scope.app)}
        answer = self._solr.query(params)
        return map(_kept, answer["response"]["docs"])

    def usage(self, scope: Scope) -> Usage:
        """How much the scope's giver has given its application, and in all, as committed."""
        here = {"type": "query", "q": "{!field f=scope v=$scope}", "facet": {"passages": "sum(passages)"}}
        answer = self._solr.query(
            {
                "q": "{!field f=giver v=$giver}",
                "giver": scope.giver,
                "scope": _scope_key(scope),
                "fq": "{!lucene cache=false}passages:[0 TO *]",
                "rows": 0,
                "json.facet": json.dumps({"passages": "sum(passages)", "here": here}),
            }
        )["facets"]
        return Usage(in_app=_usage(answer.get("here", {})), in_all=_usage(answer))

    # Reading.

    def due_records(self, now: float, latest: float = inf) -> Sequence[VersionedRecord]:
        """Records whose reading is due and that no living reader holds: some of each giver, oldest first.

        A lease that ends after `latest` is not believed: such a record is among them.
        """
        believed = "lease_until" if latest == inf else f"if(gt(lease_until,{latest!r}),0,lease_until)"
        answer = self._solr.query(
            {
                "q": "due:yes",
                "fq": [f"{{!frange cache=false u={now!r}}}{believed}"],
                "group": "true",
                "group.field": "giver",
                "group.limit": DUE_EACH,
                "group.sort": "since asc,id asc",
                "sort": "since asc",
                "rows": DUE_GIVERS,
                "fl": "json,_version_",
            }
        )
        groups = [group["doclist"]["docs"] for group in answer["grouped"]["giver"]["groups"]]
        in_turn = [group[place] for place in range(DUE_EACH) for group in groups if place < len(group)]
        return [_kept(document) for document in in_turn]

    def pending_readings(self) -> PendingReadings:
        """How many readings are due or under way, of whomever."""
        answer = self._solr.query({"q": "due:yes", "sort": "since asc", "rows": 1, "fl": "json,_version_"})["response"]
        jobs = [_kept(document).record.job for document in answer["docs"]]
        return PendingReadings(answer["numFound"], jobs[0].since if jobs and jobs[0] else None)

    def write_passages(self, record: Record, reading_id: str, reading: Reading) -> None:
        """Write the passages of a reading of a document; no search sees them until a record names that reading."""
        documents = _passage_documents(record, reading_id, reading)
        while batch := list(islice(documents, PASSAGES_AT_ONCE)):
            self._writing.update(batch)

    def delete_passages(self, record: Record, readings: Sequence[str]) -> None:
        """Delete the passages of readings that no longer answer."""
        if not readings:
            return
        wanted = ",".join(readings)
        query = f'+scope:{_key(record.app, record.giver)} +_query_:"{{!terms f=reading}}{wanted}"'
        self._writing.command({"delete": {"query": query}}, _routed(record.app))

    def delete_record(self, record: Record, version: int) -> None:
        """Delete a removed record once its passages are deleted."""
        self._writing.command({"delete": {"id": _id(record.app, record.id), "_version_": version}})

    def retired_records(self) -> Sequence[Record]:
        """Records with readings whose passages are still to be deleted."""
        answer = self._solr.query({"q": "retired:*", "rows": LEFTOVERS, "fl": "json,_version_"})
        return [_kept(document).record for document in answer["response"]["docs"]]

    def outdated_records(self, reader_version: int) -> Sequence[Record]:
        """Some records whose reading answers, was made by an older version of the readers, and is not being redone."""
        older = f"reader_version:[* TO {reader_version - 1}]"
        answer = self._solr.query({"q": f"{older} -due:yes", "rows": LEFTOVERS, "fl": "json,_version_"})
        return [_kept(document).record for document in answer["response"]["docs"]]

    # Forgetting.

    def claim_purge(self, now: float, period_s: float) -> bool:
        """Whether the caller is the one process that is to purge in the period that begins now."""
        return self._files.claim_purge(now, period_s)

    def purge(self) -> int:
        """Have what was deleted leave the files of the index; how many passages, outlines and records that were."""
        return self._files.purge()

    def select_records(self, whose: Selection) -> Iterator[VersionedRecord]:
        """The records of all that an application was given, or a person gave, or anybody, tombstones included."""
        match whose:
            case ApplicationDocuments(app=app):
                mine = {"q": "{!prefix f=id v=$route}", "route": _id(app, "")}
            case PersonDocuments(giver=giver):
                mine = {"q": "{!field f=giver v=$giver}", "giver": giver}
            case AllDocuments():
                mine = {"q": "*:*"}
        found = map(_kept, self._in_pages({**mine, "fq": "kind:record"}))
        return (kept for kept in found if whose.covers(kept.record.app, kept.record.giver))

    def _in_pages(self, query: dict[str, str]) -> Iterator[dict[str, Any]]:
        """All that a query finds, in the order of ids; Solr's cursor goes on from the last id that it gave."""
        asked = {**query, "fl": "json,_version_,carried", "sort": "id asc", "rows": RECORDS_AT_ONCE}
        before, cursor = "", "*"
        while cursor != before:
            before = cursor
            answer = self._writing.query({**asked, "cursorMark": cursor})
            yield from answer["response"]["docs"]
            cursor = answer["nextCursorMark"]

    def count_traces(self, scopes: Collection[Scope]) -> int:
        """How much of some scopes the files of the index still hold, deleted or not."""
        return self._files.count_traces([_scope_key(scope) for scope in scopes])

    # What was read.

    def outline(self, scope: Scope, record: Record) -> tuple[OutlineEntry, ...]:
        """The headings of the reading that answers."""
        found = self._of_reading(scope, record, "outline", after=-1, limit=1)
        return msgspec.json.decode(found[0]["json"], type=tuple[OutlineEntry, ...]) if found else ()

    def passages(self, scope: Scope, record: Record, *, after: int, limit: int) -> Sequence[tuple[int, PassageContent]]:
        """The passages of the reading that answers, by number, from the one after a number on."""
        found = self._of_reading(scope, record, "passage", after=after, limit=limit)
        return [(document["number"], _draft(document)) for document in found]

    def _of_reading(self, scope: Scope, record: Record, kind: str, *, after: int, limit: int) -> list[dict[str, Any]]:
        if not record.active:
            return []
        answer = self._solr.query(
            {
                "q": "{!field f=reading v=$reading}",
                "reading": record.active.reading,
                "fq": [
                    f"{{!field f=scope v='{_scope_key(scope)}'}}",
                    f"{{!field cache=false f=kind v='{kind}'}}",
                    f"{{!frange cache=false incl=false l={after}}}number",
                ],
                "sort": "number asc",
                "rows": limit,
                "fl": "json,number",
                **_routed(scope.app),
            }
        )
        return list(answer["response"]["docs"])

    # Searching.

    def search(self, scope: Scope, question: Question, *, rows: int, explain: bool) -> SearchResult:
        """The passages of the scope that hold the question's words, best first; IndexUnavailable when time is up."""
        question = scoring.limit_terms(question)
        key = _scope_key(scope)
        with self._lock:
            holdings = self._known.get(key)
        holdings = holdings or self.scope_snapshot(scope)
        for _ in range(LOOKS):
            view = holdings.view(scope)
            narrow = _narrowed(scope, view)
            facets = self._solr.query({**solr_query.counting(question, key), **narrow})["facets"]
            current = self._current(scope, facets["records"])
            if current.version == holdings.version:
                weighed = scoring.weigh_question(question, solr_query.statistics_from(question, facets))
                hits = self._scored(weighed, view.active, narrow, rows=rows, explain=explain)
                return SearchResult(hits=hits, question=weighed, snapshot=holdings, passages=facets["count"])
            holdings = current
        raise Busy("What this application knows is changing faster than it can be searched. Try again in a moment.")

    def _scored(
        self, weighed: WeightedQuestion, seen: Mapping[str, Record], narrow: dict[str, Any], *, rows: int, explain: bool
    ) -> tuple[Hit, ...]:
        """The best passages; of those that score alike, always the same ones.

        Solr orders what it scored again and found alike by where it lies in the index, which other scopes move. Where
        the cut would go through such a group, all that were scored again are fetched, and cut here by their ids.
        """
        if not (weighed.rarest_terms or weighed.quotations):
            return ()
        params = {**solr_query.scoring(weighed, explain=explain), **narrow}
        hits = self._hits(weighed, seen, {**params, "rows": rows + 1})
        if len(hits) > rows and hits[rows - 1].score == hits[rows].score:
            hits = self._hits(weighed, seen, {**params, "rows": scoring.WEIGHTS.reranked})
        return tuple(hits[:rows])

    def _hits(self, weighed: WeightedQuestion, seen: Mapping[str, Record], params: dict[str, Any]) -> list[Hit]:
        found = self._solr.query(params)["response"]["docs"]
        # A reading that began to answer between the two requests is not in the scope that was counted.
        hits = [_hit(weighed, seen[each["reading"]], each) for each in found if each["reading"] in seen]
        return sorted(hits, key=lambda hit: (-hit.score, hit.id))

    def near_words(self, scope: Scope, holdings: ScopeSnapshot, word: str) -> tuple[str, ...]:
        """Words of the scope, which holds this, that are spelt nearly like one that it does not hold."""
        plain = word.casefold()
        if not spelling.may_have_near_words(plain):
            return ()
        narrow = _narrowed(scope, holdings.view(scope))
        for query in solr_query.near(plain):
            found = self._solr.query({"q": query, **NEAREST_TEXTS, **narrow})["response"]["docs"]
            nearest = spelling.nearest_words(plain, (searched_text(_draft(document)) for document in found))
            if nearest:
                return nearest
        return ()


def _narrowed(scope: Scope, view: ScopeView) -> dict[str, Any]:
    filters = solr_query.filters(_scope_key(scope), view.active, view.hidden)
    return {"fq": filters, **solr_query.filter_params(view.active, view.hidden), **_routed(scope.app)}


def _hit(weighed: WeightedQuestion, record: Record, document: dict[str, Any]) -> Hit:
    return Hit(
        id=document["id"].partition("!")[2],
        record=record,
        reading=document["reading"],
        number=document["number"],
        content=_draft(document),
        score=document["score"],
        counts=solr_query.counts_from(weighed, document),
        k=document["k"],
        bonuses=solr_query.shares_from(document),
    )


def _draft(document: dict[str, Any]) -> PassageContent:
    return msgspec.json.decode(document["json"], type=PassageContent)


def _kept(document: dict[str, Any]) -> VersionedRecord:
    record = msgspec.json.decode(document["json"], type=Record)
    return VersionedRecord(record, document["_version_"], document.get("carried"))


def _route(app: str) -> str:
    """The shard key of an application, so that all that it has is on one shard."""
    return sha256(app.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _routed(app: str) -> dict[str, str]:
    """What keeps a request to that shard."""
    return {"_route_": f"{_route(app)}!"}


def _id(app: str, rest: str) -> str:
    return f"{_route(app)}!{rest}"


def _key(app: str, giver: str) -> str:
    return sha256(f"{app}\0{giver}".encode("utf-8", "surrogatepass")).hexdigest()[:24]


def _scope_key(scope: Scope) -> str:
    return _key(scope.app, scope.giver)


def _usage(counted: Mapping[str, Any]) -> Totals:
    return Totals(documents=counted.get("count", 0), passages=int(counted.get("passages", 0)))


def _record_fields(record: Record, version: int | None) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "id": _id(record.app, record.id),
        "_version_": -1 if version is None else version,
        "kind": "record",
        "scope": _key(record.app, record.giver),
        "document": record.id,
        "giver": record.giver,
        "json": msgspec.json.encode(record).decode(),
    }
    if record.job and not record.removed:
        fields |= {"due": "yes", "since": record.job.since, "lease_until": record.job.lease_until}
    if not record.removed:
        fields["passages"] = record.active.passages if record.active else 0
    if record.active:
        fields["reader_version"] = record.active.reader_version
    if record.retired or record.removed:
        fields |= {"retired": list(record.retired) or ["none"]}
    return fields


def _passage_documents(record: Record, reading_id: str, reading: Reading) -> Iterator[dict[str, Any]]:
    common = {"scope": _key(record.app, record.giver), "document": record.id, "reading": reading_id}
    title = " ".join(filter(None, (reading.title, reading.keywords)))
    name = record.name.rpartition(".")[0] or record.name
    of_document = {
        "title": title,
        "name": name,
        "tw": scoring.title_weight(title),
        "nw": scoring.title_weight(name),
    }
    for number, draft in enumerate(reading.passages, 1):
        body = searched_text(draft)
        yield {
            "id": _id(record.app, f"{reading_id}.{number}"),
            "kind": "passage",
            "number": number,
            "body": body,
            "exact": body,
            **({"cjk": body} if has_cjk(body) else {}),
            "k": scoring.saturation_point(count_words(body)),
            "json": msgspec.json.encode(draft).decode(),
            **common,
            **of_document,
        }
    outline = msgspec.json.encode(reading.outline).decode()
    yield {
        "id": _id(record.app, f"{reading_id}.outline"),
        "kind": "outline",
        "number": 0,
        "json": outline,
        **common,
    }


def searched_text(draft: PassageContent) -> str:
    """What is indexed of a passage: its headings once, its context, its text, and what only the index is told."""
    return "\n".join(filter(None, (" ".join(draft.where.heading), draft.context, draft.text, draft.extra)))

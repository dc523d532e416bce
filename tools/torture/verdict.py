"""What must hold once all is over, checked without mercy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import requests
from helpers.polling import poll_until

from contents_service.commands.client import Json
from contents_service.model import ApplicationDocuments, Record
from contents_service.solr.server.node import running_solr_url
from torture.ledger import Gift
from torture.people import Asker
from torture.siege import APPS, Siege

SETTLED_WITHIN_S = 150.0
TIDY_WITHIN_S = 60.0
AFTER_A_KILL = {"web killed", "web worker killed"}
"""What may leave a request without any answer."""


@dataclass
class Verdict:
    """Looks at everything that was given, and notes in the ledger what is wrong with it."""

    siege: Siege

    def check(self) -> list[str]:
        """Everything that should not be."""
        for giver in (*self.siege.givers, self.siege.giver):
            self.siege.insistently(giver.settle)
        for asker in self.siege.askers:
            self._check_scope(asker)
        self._check_leftovers()
        self._check_answers()
        return self.siege.ledger.wrongs

    def _check_scope(self, asker: Asker) -> None:
        documents = self._settled(asker)
        gifts = self.siege.ledger.of_scope((asker.app, asker.person))
        for gift in gifts:
            self._check_gift(gift, documents.pop(gift.path, None))
        for path in documents:
            self._wrong(f"{path} is listed, and nobody gave it")

    def _settled(self, asker: Asker) -> dict[str, Json]:
        """All documents of a scope by path, once none is being read."""
        client = self.siege.whole.client(asker.app, asker.person)
        found: dict[str, Json] = {}

        def settled() -> bool:
            found.update({document["path"]: document for document in client.documents()})
            return all(document["state"] != "reading" for document in found.values())

        poll_until(settled, f"everything of {asker.person} for {asker.app} has ended", within_s=SETTLED_WITHIN_S)
        return found

    def _check_gift(self, gift: Gift, document: Json | None) -> None:
        if (document is not None) not in gift.listed:
            self._wrong(f"{gift.path} is {'listed' if document else 'not listed'}; it may be {gift.listed}")
        if document is None:
            return self._check_found(gift, answers=False)
        if document["enabled"] not in gift.enabled:
            self._wrong(f"{gift.path} is enabled: {document['enabled']}; it may be {gift.enabled}")
        read = document["state"] in ("read", "partly_read")
        self._check_state(gift, document, read=read)
        self._check_found(gift, answers=read and document["enabled"])
        return None

    def _check_state(self, gift: Gift, document: Json, *, read: bool) -> None:
        reason = (document["why"] or {}).get("code")
        true = gift.content.codes | ({"missing"} if gift.file_gone else frozenset())
        if read and gift.content.codes:
            self._wrong(f"{gift.path} was read, and cannot be")
        if not read and reason not in true:
            self._wrong(f"{gift.path} was not read, for a reason that is not true: {reason}")
        if document["reread"] and document["reread"]["why"]["code"] not in true:
            self._wrong(f"{gift.path} was not read again, for a reason that is not true: {document['reread']}")

    def _check_found(self, gift: Gift, *, answers: bool) -> None:
        """A document is found by its own word in its own scope, once, and by nobody else."""
        paths = [each.path for each in self.siege.ledger.gifts]
        found = {word: self._own(gift).found(word, paths) for word in gift.words}
        if Counter(path for hits in found.values() for path in hits) != Counter({gift.path: 1} if answers else {}):
            self._wrong(f"{gift.path} is found so: {found}, and should {'' if answers else 'not '}be")
        for asker in self.siege.askers:
            if asker.scope != gift.scope and asker.found(gift.content.word, paths):
                self._wrong(f"{gift.path} of {gift.scope} is found by {asker.scope}")

    def _own(self, gift: Gift) -> Asker:
        return next(asker for asker in self.siege.askers if asker.scope == gift.scope)

    def _wrong(self, what: str) -> None:
        self.siege.ledger.wrong(what)

    # The index itself.

    def _check_leftovers(self) -> None:
        """Once readers have tidied, the index holds the passages of the readings that answer, and no other."""
        try:
            poll_until(lambda: self._active() == self._wanted(), "only what answers is left", within_s=TIDY_WITHIN_S)
        except AssertionError:
            held, wanted = self._active(), self._wanted()
            self._wrong(f"passages too many: {held - wanted}, too few: {wanted - held}")

    def _wanted(self) -> Counter[str]:
        return Counter({record.active.reading: record.active.passages for record in self._records() if record.active})

    def _records(self) -> Iterator[Record]:
        for app in APPS:
            yield from (kept.record for kept in self.siege.index.select_records(ApplicationDocuments(app)))

    def _active(self) -> Counter[str]:
        """How many passages there are of each reading, whether or not anything names it."""
        params = {"q": "kind:passage", "rows": "1000000", "fl": "reading"}
        answer = requests.get(f"{running_solr_url(self.siege.whole.data)}/contents/select", params, timeout=30)
        return Counter(passage["reading"] for passage in answer.json()["response"]["docs"])

    # The answers.

    def _check_answers(self) -> None:
        """Everyone was answered as the contract has it, or not at all while web itself was dead."""
        for (during, what, status), times in self.siege.ledger.answers.items():
            fine = status in (200, 202, 204, 503) or (status == 0 and during in AFTER_A_KILL)
            if not fine:
                self._wrong(f"{what} was answered {status or 'nothing'} {times} times; meanwhile: {during}")

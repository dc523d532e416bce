"""The checks of the whole state once all faults are over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import requests
from helpers.polling import poll_until

from contents_service.commands.support.client import Json
from contents_service.model import ApplicationDocuments, Record
from contents_service.solr.server.node import running_solr_url
from torture.ledger import Gift
from torture.people import AppUser
from torture.siege import APPS, Siege

READ_TIMEOUT_S = 150.0
DELETE_TIMEOUT_S = 60.0
AFTER_A_KILL = {"web killed", "web worker killed"}
"""The faults during which a request may get no answer."""


@dataclass
class Verdict:
    """Checks everything that was given, and records errors in the ledger."""

    siege: Siege

    def check(self) -> list[str]:
        """Run all checks and return the errors."""
        for giver in (*self.siege.givers, self.siege.giver):
            self.siege.retry_until_done(giver.give_again)
        for user in self.siege.users:
            self._check_scope(user)
        self._check_stored_passages()
        self._check_answers()
        return self.siege.ledger.errors

    def _check_scope(self, user: AppUser) -> None:
        documents = self._wait_until_read(user)
        gifts = self.siege.ledger.in_scope((user.app, user.person))
        for gift in gifts:
            self._check_gift(gift, documents.pop(gift.path, None))
        for path in documents:
            self._add_error(f"{path} is listed, and nobody gave it")

    def _wait_until_read(self, user: AppUser) -> dict[str, Json]:
        """Return the documents of a scope by path, once none is being read."""
        client = self.siege.service.client(user.app, user.person)
        found: dict[str, Json] = {}

        def all_read() -> bool:
            found.update({document["path"]: document for document in client.documents()})
            return all(document["state"] != "reading" for document in found.values())

        poll_until(all_read, f"everything of {user.person} for {user.app} has ended", within_s=READ_TIMEOUT_S)
        return found

    def _check_gift(self, gift: Gift, document: Json | None) -> None:
        if (document is not None) not in gift.listed:
            self._add_error(f"{gift.path} is {'listed' if document else 'not listed'}; it may be {gift.listed}")
        if document is None:
            return self._check_found(gift, is_searched=False)
        if document["enabled"] not in gift.enabled:
            self._add_error(f"{gift.path} is enabled: {document['enabled']}; it may be {gift.enabled}")
        read = document["state"] in ("read", "partly_read")
        self._check_state(gift, document, read=read)
        self._check_found(gift, is_searched=read and document["enabled"])
        return None

    def _check_state(self, gift: Gift, document: Json, *, read: bool) -> None:
        reason = (document["why"] or {}).get("code")
        correct = gift.content.codes | ({"missing"} if gift.file_gone else frozenset())
        if read and gift.content.codes:
            self._add_error(f"{gift.path} was read, and cannot be")
        if not read and reason not in correct:
            self._add_error(f"{gift.path} was not read, for a wrong reason: {reason}")
        if document["reread"] and document["reread"]["why"]["code"] not in correct:
            self._add_error(f"{gift.path} was not read again, for a wrong reason: {document['reread']}")

    def _check_found(self, gift: Gift, *, is_searched: bool) -> None:
        """Check that a document is found once by its own word in its own scope, and never in another."""
        paths = [other.path for other in self.siege.ledger.gifts]
        found = {word: self._owner(gift).find(word, paths) for word in gift.words}
        if Counter(path for hits in found.values() for path in hits) != Counter({gift.path: 1} if is_searched else {}):
            self._add_error(f"{gift.path} is found as {found}, and should {'' if is_searched else 'not '}be")
        for user in self.siege.users:
            if user.scope != gift.scope and user.find(gift.content.word, paths):
                self._add_error(f"{gift.path} of {gift.scope} is found by {user.scope}")

    def _owner(self, gift: Gift) -> AppUser:
        return next(user for user in self.siege.users if user.scope == gift.scope)

    def _add_error(self, what: str) -> None:
        self.siege.ledger.add_error(what)

    # The index itself.

    def _check_stored_passages(self) -> None:
        """Check that, after readers have deleted old passages, the index holds only those of active readings."""
        try:
            poll_until(
                lambda: self._stored() == self._expected(), "old passages are deleted", within_s=DELETE_TIMEOUT_S
            )
        except AssertionError:
            stored, expected = self._stored(), self._expected()
            self._add_error(f"passages too many: {stored - expected}, too few: {expected - stored}")

    def _expected(self) -> Counter[str]:
        return Counter({record.active.reading: record.active.passages for record in self._records() if record.active})

    def _records(self) -> Iterator[Record]:
        for app in APPS:
            yield from (versioned.record for versioned in self.siege.index.select_records(ApplicationDocuments(app)))

    def _stored(self) -> Counter[str]:
        """Return the number of stored passages of each reading."""
        params = {"q": "kind:passage", "rows": "1000000", "fl": "reading"}
        answer = requests.get(f"{running_solr_url(self.siege.service.data)}/contents/select", params, timeout=30)
        return Counter(passage["reading"] for passage in answer.json()["response"]["docs"])

    # The answers.

    def _check_answers(self) -> None:
        """Check that all requests got an answer of the contract, or none while web itself was dead."""
        for (fault, operation, status), times in self.siege.ledger.answers.items():
            is_expected = status in (200, 202, 204, 503) or (status == 0 and fault in AFTER_A_KILL)
            if not is_expected:
                self._add_error(f"{operation} was answered {status or 'nothing'} {times} times; meanwhile: {fault}")

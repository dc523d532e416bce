"""People who give, change and search documents all the time, whatever happens meanwhile."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import requests
from helpers.running_service import RunningService

from contents_service.commands.support.client import Json
from contents_service.errors import ContentsError
from torture.documents import Content
from torture.ledger import Gift, Ledger

TIMEOUT_S = 60
CHANGE_CHANCE = 0.05
UPLOAD_CHANCE = 0.3
TOGGLED_EVERY = 6
"""One in this many documents is turned off and on when there is nothing else to do."""


class OperationFailed(ContentsError):
    """The service refused a request, or did not answer."""


@dataclass
class AppUser:
    """A person who uses one application over HTTP."""

    service: RunningService
    ledger: Ledger
    app: str
    person: str

    @property
    def scope(self) -> tuple[str, str]:
        """The application and the person."""
        return self.app, self.person

    def request(self, operation: str, method: str, path: str, **options: Any) -> Json:
        """Send a request and record the status of its answer; raise OperationFailed unless it succeeded."""
        client = self.service.client(self.app, self.person)
        headers = {"Authorization": f"Bearer {client.token}"}
        url = f"{self.service.url}/api/contents/v1/apps/{self.app}{path}"
        try:
            answer = requests.request(method, url, headers=headers, timeout=TIMEOUT_S, **options)
        except requests.RequestException as error:
            self.ledger.answers[self.ledger.fault, operation, 0] += 1
            raise OperationFailed from error
        self.ledger.answers[self.ledger.fault, operation, answer.status_code] += 1
        if not answer.ok:
            raise OperationFailed
        return dict(answer.json()) if answer.content else {}

    def find(self, word: str, paths: Sequence[str]) -> list[str]:
        """Return the paths of the documents that a search for a word finds."""
        answer = self.request("search", "POST", "/passages", json={"question": word, "documents": list(paths)})
        return [passage["document"] for passage in answer["passages"]]


@dataclass
class Giver:
    """A person who gives documents to two applications and changes some of them."""

    users: Sequence[AppUser]
    chance: random.Random
    to_give: list[Gift]
    ledger: Ledger
    allowed: int = 0
    """How many documents may have been given by now."""
    _given: list[Gift] = field(default_factory=list)

    def give(self, _turn: int = 0) -> None:
        """Give the next document if one is due, or else change a given one."""
        if self.to_give and len(self._given) < self.allowed:
            self.give_document(self.to_give[0])
            del self.to_give[0]
        elif self._given and self.chance.random() < CHANGE_CHANCE:
            gift = self.chance.choice(self._given)
            self.chance.choice([self.remove, self.give_new_version, self.read_again, self.toggle])(gift)
        else:
            self.toggle(self.chance.choice(self._toggled_gifts()))

    def _toggled_gifts(self) -> list[Gift]:
        gifts = [gift for gift in self._given[::TOGGLED_EVERY] if gift.is_listed]
        if not gifts:
            raise OperationFailed
        return gifts

    def give_document(self, gift: Gift) -> None:
        """Give a document from the Home Folder, or upload it."""
        if gift not in self.ledger.gifts:
            self.ledger.gifts.append(gift)
        with gift.changing(listed=True, words=gift.content.word):
            gift.id = self._send(gift)["id"]
        self._given.append(gift)
        self.ledger.acknowledged["given"] += 1

    def _send(self, gift: Gift) -> Json:
        user = self._user(gift)
        if self.chance.random() < UPLOAD_CHANCE:
            params, data = {"path": gift.path}, gift.content.data
            return user.request("upload", "PUT", "/documents/upload", params=params, data=data)
        return user.request("give", "POST", "/documents", json={"path": gift.path})

    def remove(self, gift: Gift) -> None:
        if gift.is_listed:
            with gift.changing(listed=False):
                self._user(gift).request("change", "DELETE", f"/documents/{gift.id}")
            self.ledger.acknowledged["removed"] += 1

    def toggle(self, gift: Gift) -> None:
        """Turn a document off or on."""
        if gift.is_listed:
            enabled = gift.enabled != {True}
            with gift.changing(enabled=enabled):
                self._user(gift).request("change", "PATCH", f"/documents/{gift.id}", json={"enabled": enabled})
            self.ledger.acknowledged["turned off or on"] += 1

    def read_again(self, gift: Gift) -> None:
        if gift.is_listed and not gift.file_gone:
            self._user(gift).request("change", "POST", f"/documents/{gift.id}/read")
            self.ledger.acknowledged["read again"] += 1

    def give_new_version(self, gift: Gift) -> None:
        """Write another version of a file, and give it again."""
        if gift.is_listed and not gift.content.codes and not gift.file_gone:
            self.rewrite(gift, gift.content.with_new_word())
            with gift.changing(words=gift.content.word):
                self._user(gift).request("give", "POST", "/documents", json={"path": gift.path})
            self.ledger.acknowledged["given anew"] += 1

    def rewrite(self, gift: Gift, content: Content) -> None:
        """Write new content into a document's file, which any reading may see from now on."""
        with gift.changing():
            gift.words.add(content.word)
            try:
                (self._user(gift).service.data / "home" / gift.path).write_bytes(content.data)
            except OSError as error:
                raise OperationFailed from error
            gift.content = content

    def give_again(self) -> None:
        """Give documents again whose last change was not acknowledged, as a person would do."""
        for gift in self._given:
            if gift.is_listed and gift.words != {gift.content.word} and not gift.file_gone:
                with gift.changing(words=gift.content.word):
                    self._user(gift).request("give", "POST", "/documents", json={"path": gift.path})

    def _user(self, gift: Gift) -> AppUser:
        return next(user for user in self.users if user.app == gift.app)


@dataclass
class Searcher:
    """Someone who searches for the words of their own documents and of those of others."""

    users: Sequence[AppUser]
    chance: random.Random
    ledger: Ledger

    def search(self, _turn: int) -> None:
        """Search for one document's word among all documents, in its own scope or in another."""
        if not self.ledger.gifts:
            return
        gift = self.chance.choice(self.ledger.gifts)
        own = self.chance.random() < 0.7
        user = self.chance.choice([user for user in self.users if (user.scope == gift.scope) == own])
        changes, word, must_not_be_found = gift.changes, gift.content.word, gift.must_not_be_found
        must_be_found = changes % 2 == 0 and gift.is_listed and gift.enabled == {True} and gift.words == {word}
        found = user.find(word, [other.path for other in self.ledger.gifts])
        if not own:
            self._check_other_scope(gift, found)
        elif gift.changes == changes and changes % 2 == 0:
            self._check_own_scope(gift, found, must_not_be_found=must_not_be_found, must_be_found=must_be_found)

    def _check_other_scope(self, gift: Gift, found: list[str]) -> None:
        if found:
            self.ledger.add_error(f"{gift.path} of {gift.scope} was found in another scope: {found}")

    def _check_own_scope(self, gift: Gift, found: list[str], *, must_not_be_found: bool, must_be_found: bool) -> None:
        if set(found) - {gift.path} or len(found) > 1:
            self.ledger.add_error(f"the word of {gift.path} was found in {found}")
        if found and must_not_be_found:
            self.ledger.add_error(f"{gift.path} was found after it was removed or turned off")
        if not found and must_be_found and gift.found_at_change == gift.changes:
            self.ledger.add_error(f"{gift.path} was found, and then no more, although nobody had changed it")
        if found and must_be_found:
            gift.found_at_change = gift.changes

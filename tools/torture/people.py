"""Those who give, change and ask all the time, whatever happens meanwhile."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import requests
from helpers.whole_service import Whole

from contents_service.commands.client import Json
from contents_service.errors import ContentsError
from torture.documents import Content
from torture.ledger import Gift, Ledger

ANSWERS_WITHIN_S = 60
CHANGE_CHANCE = 0.05
UPLOAD_CHANCE = 0.3
RESTLESS_EACH = 6
"""One document of so many is switched off and on whenever there is nothing else to do."""


class Failed(ContentsError):
    """It could not be done now: the service said so, or did not answer."""


@dataclass
class Asker:
    """One person with one application, over HTTP."""

    whole: Whole
    ledger: Ledger
    app: str
    person: str

    @property
    def scope(self) -> tuple[str, str]:
        """The application and the person whose documents it asks for."""
        return self.app, self.person

    def ask(self, what: str, method: str, path: str, **said: Any) -> Json:
        """Ask, and note how it was answered; Failed where it was not done."""
        client = self.whole.client(self.app, self.person)
        headers = {"Authorization": f"Bearer {client.token}"}
        url = f"{self.whole.url}/api/contents/v1/apps/{self.app}{path}"
        try:
            answer = requests.request(method, url, headers=headers, timeout=ANSWERS_WITHIN_S, **said)
        except requests.RequestException as error:
            self.ledger.answers[self.ledger.during, what, 0] += 1
            raise Failed from error
        self.ledger.answers[self.ledger.during, what, answer.status_code] += 1
        if not answer.ok:
            raise Failed
        return dict(answer.json()) if answer.content else {}

    def found(self, word: str, paths: Sequence[str]) -> list[str]:
        """The documents that a search for a word finds."""
        answer = self.ask("search", "POST", "/passages", json={"question": word, "documents": list(paths)})
        return [passage["document"] for passage in answer["passages"]]


@dataclass
class Giver:
    """A person who gives their documents to two applications, and changes some of what they gave."""

    askers: Sequence[Asker]
    chance: random.Random
    to_give: list[Gift]
    ledger: Ledger
    allowed: int = 0
    """How many of theirs may have been given by now."""
    _given: list[Gift] = field(default_factory=list)

    def give(self, _turn: int = 0) -> None:
        """Give the next document that is due, or else change one that was given."""
        if self.to_give and len(self._given) < self.allowed:
            self.hand_over(self.to_give[0])
            del self.to_give[0]
        elif self._given and self.chance.random() < CHANGE_CHANCE:
            gift = self.chance.choice(self._given)
            self.chance.choice([self.remove, self.give_anew, self.read_again, self.switch])(gift)
        else:
            self.switch(self.chance.choice(self._restless()))

    def _restless(self) -> list[Gift]:
        found = [gift for gift in self._given[::RESTLESS_EACH] if gift.stands]
        if not found:
            raise Failed
        return found

    def hand_over(self, gift: Gift) -> None:
        """Give a document: one of the Home Folder, or one that is uploaded into it."""
        if gift not in self.ledger.gifts:
            self.ledger.gifts.append(gift)
        with gift.changing(listed=True, words=gift.content.word):
            gift.id = self._said(gift)["id"]
        self._given.append(gift)
        self.ledger.acknowledged["given"] += 1

    def _said(self, gift: Gift) -> Json:
        asker = self._asker(gift)
        if self.chance.random() < UPLOAD_CHANCE:
            params, data = {"path": gift.path}, gift.content.data
            return asker.ask("upload", "PUT", "/documents/upload", params=params, data=data)
        return asker.ask("give", "POST", "/documents", json={"path": gift.path})

    def remove(self, gift: Gift) -> None:
        if gift.stands:
            with gift.changing(listed=False):
                self._asker(gift).ask("change", "DELETE", f"/documents/{gift.id}")
            self.ledger.acknowledged["removed"] += 1

    def switch(self, gift: Gift) -> None:
        if gift.stands:
            enabled = gift.enabled != {True}
            with gift.changing(enabled=enabled):
                self._asker(gift).ask("change", "PATCH", f"/documents/{gift.id}", json={"enabled": enabled})
            self.ledger.acknowledged["switched"] += 1

    def read_again(self, gift: Gift) -> None:
        if gift.stands and not gift.file_gone:
            self._asker(gift).ask("change", "POST", f"/documents/{gift.id}/read")
            self.ledger.acknowledged["read again"] += 1

    def give_anew(self, gift: Gift) -> None:
        """Write another version of the file, and give that."""
        if gift.stands and not gift.content.codes and not gift.file_gone:
            self.rewrite(gift, gift.content.anew())
            with gift.changing(words=gift.content.word):
                self._asker(gift).ask("give", "POST", "/documents", json={"path": gift.path})
            self.ledger.acknowledged["given anew"] += 1

    def rewrite(self, gift: Gift, content: Content) -> None:
        """Put another content into the file of a document; a reading may see it from now on."""
        with gift.changing():
            gift.words.add(content.word)
            try:
                (self._asker(gift).whole.data / "home" / gift.path).write_bytes(content.data)
            except OSError as error:
                raise Failed from error
            gift.content = content

    def settle(self) -> None:
        """Give once more what a change may have left uncertain, as a person does who got no answer."""
        for gift in self._given:
            if gift.stands and gift.words != {gift.content.word} and not gift.file_gone:
                with gift.changing(words=gift.content.word):
                    self._asker(gift).ask("give", "POST", "/documents", json={"path": gift.path})

    def _asker(self, gift: Gift) -> Asker:
        return next(asker for asker in self.askers if asker.app == gift.app)


@dataclass
class Searcher:
    """Someone who asks for the words of all kinds of documents, their own and those of others."""

    askers: Sequence[Asker]
    chance: random.Random
    ledger: Ledger

    def search(self, _turn: int) -> None:
        """Ask for one document's word, of all documents, in its own scope or in another."""
        if not self.ledger.gifts:
            return
        gift = self.chance.choice(self.ledger.gifts)
        own = self.chance.random() < 0.7
        asker = self.chance.choice([one for one in self.askers if (one.scope == gift.scope) == own])
        turn, word, silent = gift.turn, gift.content.word, gift.answers_nothing
        certain = turn % 2 == 0 and gift.stands and gift.enabled == {True} and gift.words == {word}
        found = asker.found(word, [each.path for each in self.ledger.gifts])
        if not own:
            self._judge_foreign(gift, found)
        elif gift.turn == turn and turn % 2 == 0:
            self._judge_own(gift, found, silent=silent, certain=certain)

    def _judge_foreign(self, gift: Gift, found: list[str]) -> None:
        if found:
            self.ledger.wrong(f"{gift.path} of {gift.scope} was found in another scope: {found}")

    def _judge_own(self, gift: Gift, found: list[str], *, silent: bool, certain: bool) -> None:
        if set(found) - {gift.path} or len(found) > 1:
            self.ledger.wrong(f"the word of {gift.path} was found in {found}")
        if found and silent:
            self.ledger.wrong(f"{gift.path} was found after it was removed or switched off")
        if not found and certain and gift.found_in_turn == gift.turn:
            self.ledger.wrong(f"{gift.path} was found, and then no more, though nobody had changed it")
        if found and certain:
            gift.found_in_turn = gift.turn

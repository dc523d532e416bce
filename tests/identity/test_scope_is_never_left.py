"""Whatever several persons, deployments and applications do, nothing is ever found outside its scope.

Hypothesis compares the real use cases with a simple model, on an index in memory, a Solr and a SolrCloud.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from helpers.backend import Backend
from helpers.factories import new_app_id
from helpers.memory_index import MemoryIndex
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from contents_service.documents import giving, purging, searching
from contents_service.errors import NotFound
from contents_service.identity import authorization
from contents_service.index.protocol import Index, document_id
from contents_service.model import Deployment, Person, Principal, Scope
from contents_service.solr.index import SolrIndex

PERSONS = ("eric", "ana")
NAMES = ("guide.md", "notes.txt", "support/guide.md")
Gift = tuple[str, str, str]
"""The ids of the application and the person, and the path."""

persons = st.sampled_from(PERSONS)
apps = st.sampled_from((0, 1))
names = st.sampled_from(NAMES)


class Contents(RuleBasedStateMachine):
    """The service, and a model of it: dictionaries and sets that say what each gift should answer."""

    index: Index

    @initialize()
    def start(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.backend = Backend(Path(self.folder.name), self.index)
        self.apps = (new_app_id(), new_app_id())
        self.files: dict[str, str] = {}
        self.active_words: dict[Gift, str] = {}
        self.due: set[Gift] = set()
        self.turned_off: set[Gift] = set()
        self.words: list[str] = []

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            self.folder.cleanup()

    @rule(person=persons, name=names)
    def write(self, person: str, name: str) -> None:
        word = f"marmoset{len(self.words):03}"
        self.words.append(word)
        self.files[f"{person}/{name}"] = word
        self.backend.write(f"{person}/{name}", f"The {word} belongs to {person}.\n")

    @rule(person=persons, app=apps, name=names)
    def give(self, person: str, app: int, name: str) -> None:
        gift = (self.apps[app], person, f"{person}/{name}")
        if gift[2] not in self.files:
            with pytest.raises(NotFound):
                giving.give(self.backend.services, Scope(gift[0], person), gift[2])
            return
        given = giving.give(self.backend.services, Scope(gift[0], person), gift[2])
        if given.changed:
            self.due.add(gift)
        if gift not in self.active_words and given.changed:
            self.turned_off.discard(gift)

    @rule()
    def read(self) -> None:
        self.backend.read_all()
        for gift in self.due:
            self.active_words[gift] = self.files[gift[2]]
        self.due.clear()

    @rule(person=persons, app=apps, name=names)
    def read_again(self, person: str, app: int, name: str) -> None:
        gift = (self.apps[app], person, f"{person}/{name}")
        if self._is_given(gift):
            giving.read_again(self.backend.services, Scope(gift[0], person), document_id(Scope(*gift[:2]), gift[2]))
            self.due.add(gift)

    @rule(person=persons, app=apps, name=names, enabled=st.booleans())
    def set_enabled(self, person: str, app: int, name: str, *, enabled: bool) -> None:
        gift = (self.apps[app], person, f"{person}/{name}")
        if self._is_given(gift):
            scope = Scope(gift[0], person)
            giving.set_enabled(self.backend.services, scope, document_id(scope, gift[2]), enabled=enabled)
            (self.turned_off.discard if enabled else self.turned_off.add)(gift)

    @rule(person=persons, app=apps, name=names, other=persons)
    def remove(self, person: str, app: int, name: str, other: str) -> None:
        gift = (self.apps[app], person, f"{person}/{name}")
        document = document_id(Scope(gift[0], person), gift[2])
        if other != person or not self._is_given(gift):
            with pytest.raises(NotFound):
                giving.remove(self.backend.services, Scope(gift[0], "ana" if person == "eric" else "eric"), document)
            return
        giving.remove(self.backend.services, Scope(gift[0], person), document)
        self.active_words.pop(gift, None)
        self.due.discard(gift)
        self.turned_off.discard(gift)

    @rule()
    def delete_retired(self) -> None:
        purging.delete_retired(self.backend.services.index)

    @rule(app=apps, person=persons, as_deployment=st.booleans(), chosen_names=st.sets(names, min_size=1))
    def search(self, app: int, person: str, chosen_names: set[str], *, as_deployment: bool) -> None:
        uid = self.apps[app]
        principal: Principal = Person(person)
        if as_deployment:
            principal = Deployment(sub="runs", app=uid, owner=person)
        paths = [f"{owner}/{name}" for owner in PERSONS for name in chosen_names]
        scope = authorization.scope_of(principal, uid).narrowed(paths)
        for word in self.words:
            assert self._found(scope, word) == self._expected(uid, person, paths, word), word

    @invariant()
    def a_deployment_of_one_app_reaches_no_other(self) -> None:
        if hasattr(self, "apps"):
            with pytest.raises(NotFound):
                authorization.scope_of(Deployment(sub="runs", app=self.apps[0], owner="eric"), self.apps[1])

    def _is_given(self, gift: Gift) -> bool:
        return gift in self.active_words or gift in self.due

    def _found(self, scope: Scope, word: str) -> set[str]:
        answer = searching.search(self.backend.services, scope, f"Where is the {word}?", limit=20)
        return {found.document for found in (*answer.passages, *answer.nearest) if word in found.text}

    def _expected(self, app: str, person: str, paths: list[str], word: str) -> set[str]:
        return {
            path
            for (uid, giver, path), active_word in self.active_words.items()
            if (uid, giver) == (app, person) and path in paths and active_word == word
            if (uid, giver, path) not in self.turned_off
        }


def run_machine(index: Index, examples: int, steps: int) -> None:
    machine = type("ContentsOnIndex", (Contents,), {"index": index})
    run_settings = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine, settings=run_settings)


def test_nothing_is_found_outside_its_scope() -> None:
    run_machine(MemoryIndex(), examples=60, steps=30)


@pytest.mark.solr
@pytest.mark.timeout(900)
def test_nothing_is_found_outside_its_scope_in_solr(solr_url: str) -> None:
    run_machine(SolrIndex.at([solr_url]), examples=8, steps=25)


@pytest.mark.solr
@pytest.mark.timeout(900)
def test_nothing_is_found_outside_its_scope_in_a_solrcloud(cloud_url: str) -> None:
    run_machine(SolrIndex.at(cloud_url.split(",")), examples=8, steps=25)

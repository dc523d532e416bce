"""Forgetting an application or a person deletes everything of theirs and reports what files still hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.backend import Backend, InProcessSandbox
from helpers.factories import make_reading, make_record, new_app_id, write_reading
from helpers.memory_index import MemoryIndex

from contents_service.documents import giving, purging
from contents_service.documents.purging import Forgotten
from contents_service.documents.records import tombstone
from contents_service.index.protocol import WholeIndex
from contents_service.model import ApplicationDocuments, NotRead, PersonDocuments, Progress, Reading, Scope

PATH = "eric/vexillologist.md"
SECRET = "# Zyzzyvas\n\nThe quokkabraw hides the jabberwock.\n"


def ignore_progress(_done: int, _of: int) -> None:
    """Ignore the progress of forgetting."""


class IndexWithSlowReplica(MemoryIndex):
    """An index whose first purges delete nothing from its files, as with an absent replica."""

    failing_purges = 0

    def purge(self) -> int:
        if self.failing_purges:
            self.failing_purges -= 1
            return 0
        return super().purge()


@pytest.mark.parametrize(("failing_purges", "gone"), [(0, True), (2, True), (3, False)])
def test_text_that_is_still_in_files_after_the_last_purge_is_reported(
    monkeypatch: pytest.MonkeyPatch, failing_purges: int, *, gone: bool
) -> None:
    monkeypatch.setattr(purging, "PURGE_PAUSES_S", (0.0, 0.0, 0.0))
    index, scope = IndexWithSlowReplica(), Scope("shop", "eric")
    write_reading(index, scope, "eric/a.txt", make_reading("One.", "Two."))
    index.commit()
    index.failing_purges = failing_purges

    forgotten = purging.forget_all(index, PersonDocuments("eric"), ignore_progress)

    assert forgotten == Forgotten(documents=1, passages=2, is_purged=gone)


def test_forgetting_an_application_deletes_all_of_it_and_nothing_else(index: WholeIndex) -> None:
    app, other, files = new_app_id(), new_app_id(), ("one.md", "two.md")
    for scope in (Scope(app, "eric"), Scope(app, "ana"), Scope(other, "eric")):
        for name in files:
            write_reading(index, scope, f"{scope.giver}/{name}", make_reading("A.", "B.", "C."))
    index.commit()

    forgotten = purging.forget_all(index, ApplicationDocuments(app), ignore_progress)

    assert forgotten == Forgotten(documents=4, passages=12, is_purged=True)
    assert [len(list(index.select_records(ApplicationDocuments(each)))) for each in (app, other)] == [0, 2]
    assert [index.count_traces([Scope(app, giver)]) for giver in ("eric", "ana")] == [0, 0]


def test_forgetting_a_person_deletes_all_they_gave_and_nothing_else(index: WholeIndex) -> None:
    person, apps = new_app_id(), (new_app_id(), new_app_id())
    for scope in (Scope(apps[0], person), Scope(apps[1], person), Scope(apps[1], "ana")):
        write_reading(index, scope, f"{scope.giver}/a.md", make_reading("A."))
    index.put(tombstone(make_record(Scope(apps[0], person), f"{person}/gone.md")), None)
    index.commit()

    forgotten = purging.forget_all(index, PersonDocuments(person), ignore_progress)

    assert forgotten == Forgotten(documents=2, passages=2, is_purged=True)
    assert list(index.select_records(PersonDocuments(person))) == []
    assert len(list(index.select_records(ApplicationDocuments(apps[1])))) == 1


def test_a_document_that_is_being_read_is_forgotten_too(tmp_path: Path, index: WholeIndex) -> None:
    scope = Scope(new_app_id(), "eric")
    backend = Backend(tmp_path, index)
    backend.write(PATH, SECRET)
    giving.give(backend.services, scope, PATH)

    class SandboxThatForgets(InProcessSandbox):
        def read(
            self, name: str, data: bytes, *, encoding: str | None, on_progress: Callable[[Progress], None]
        ) -> Reading | NotRead:
            outcome = super().read(name, data, encoding=encoding, on_progress=on_progress)
            assert purging.forget_all(index, ApplicationDocuments(scope.app), ignore_progress).documents == 1
            return outcome

    reader = backend.reader(sandbox=SandboxThatForgets())
    while reader.read_one():
        pass
    index.commit()

    assert (list(index.select_records(ApplicationDocuments(scope.app))), index.count_traces([scope])) == ([], 0)


def test_forgetting_an_unknown_person_is_no_error(index: WholeIndex) -> None:
    assert purging.forget_all(index, PersonDocuments(new_app_id()), ignore_progress) == Forgotten(0, 0, is_purged=True)

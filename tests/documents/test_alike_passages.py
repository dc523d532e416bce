"""The same text in several places takes one place of an answer, and so do passages that differ in numbers only."""

from __future__ import annotations

from helpers.backend import Backend
from helpers.returns_policy import DAYS_30, PATH, ask, give, texts


def test_a_text_in_two_documents_is_shown_once_and_names_both(backend: Backend) -> None:
    give(backend)
    give(backend, "eric/copy.md", DAYS_30)
    answer = ask(backend, "When may goods be returned?", PATH, "eric/copy.md")
    (passage,) = answer.passages
    (other,) = passage.also
    assert {passage.document, other.document} == {PATH, "eric/copy.md"}
    assert other.citation == f"({other.document.rpartition('/')[2]}, Returns, line 3)"
    assert other.where == passage.where


def test_a_text_below_the_same_heading_of_two_chapters_is_shown_once(backend: Backend) -> None:
    give(backend, "eric/a.md", "# Shoes\n\n## Returns\n\nGoods may be returned.\n")
    give(backend, "eric/b.md", "# Hats\n\n## Returns\n\nGoods may be  returned.\n")

    (passage,) = ask(backend, "When may goods be returned?", "eric/a.md", "eric/b.md").passages

    assert len(passage.also) == 1


def test_copies_of_a_text_take_the_place_of_no_other_passage(backend: Backend) -> None:
    copies = [f"eric/copy-{number}.md" for number in range(10)]
    others = [f"eric/other-{number}.md" for number in range(5)]
    for path in copies:
        give(backend, path, DAYS_30)
    for number, path in enumerate(others):
        give(
            backend,
            path,
            f"# Returns\n\nGoods of kind {'abcde'[number]} may be returned later, and many more things are said.\n",
        )

    answer = ask(backend, "When may goods be returned?", *copies, *others, limit=6)

    assert len(set(texts(answer))) == 6
    assert [len(passage.also) for passage in answer.passages] == [9, 0, 0, 0, 0, 0]
    assert all(place.exact for passage in answer.passages for place in passage.also)


def test_passages_that_differ_in_their_numbers_only_take_one_place(backend: Backend) -> None:
    alike = [f"eric/room-{number}.md" for number in range(30)]
    for number, path in enumerate(alike):
        give(backend, path, f"# Returns\n\nGoods of room {number} may be returned within {number} days.\n")
    give(backend, "eric/other.md", "# Post\n\nGoods may be returned by post.\n")

    answer = ask(backend, "When may goods be returned?", *alike, "eric/other.md")

    assert len(answer.passages) == 2
    (places,) = (passage.also for passage in answer.passages if passage.also)
    assert {place.exact for place in places} == {False}
    assert len(places) == 29


def test_the_same_text_under_different_headings_is_shown_twice(backend: Backend) -> None:
    give(backend, "eric/terms.md", "# Shoes\n\nGoods may be returned.\n\n# Hats\n\nGoods may be returned.\n")

    answer = ask(backend, "When may goods be returned?", "eric/terms.md")

    assert sorted(passage.where.heading[-1] for passage in answer.passages) == ["Hats", "Shoes"]

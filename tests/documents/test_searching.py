"""What a search answers, what it refuses or marks as doubtful, and what it reports as not searched."""

from __future__ import annotations

from itertools import chain, repeat

import pytest
from helpers.backend import Backend
from helpers.returns_policy import PATH, SCOPE, ask, give
from msgspec.structs import replace
from prometheus_client import REGISTRY

from contents_service.documents import giving, searching
from contents_service.documents.searching import shorten
from contents_service.model import Answer, Unread, Where

SHIPPING = (
    "# Shipping\n\nParcels leave the warehouse each morning. A courier brings them to the door, and the driver asks "
    "for a signature.\n"
)
MANY_SHORT_WORDS = " ".join(f"{one} {two}" for one in "bcdfghjklmnpqrstvwxz" for two in "bcdfghjklmnpqrstvwxz")


# Documents that are not read.


def test_the_status_distinguishes_unread_from_empty_documents(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    assert ask(backend).status == "still_reading"
    give(backend, "eric/empty.md", "")
    assert ask(backend, "When?", "eric/empty.md").status == "nothing_read"
    assert ask(backend, "returned goods").status == "found"
    assert ask(backend, "What is it?").status == "no_content_words"


def test_an_answer_is_still_reading_if_one_document_is_being_read_and_another_failed(backend: Backend) -> None:
    give(backend, "eric/scan.png", b"\x89PNG\r\n\x1a\n" + bytes(100))
    giving.give(backend.services, SCOPE, PATH)

    answer = ask(backend, "When may goods be returned?", PATH, "eric/scan.png")

    assert (answer.status, answer.reading, answer.searched) == ("still_reading", (PATH,), ())
    assert [(part.document, part.code) for part in answer.unread] == [("eric/scan.png", "unsupported")]


def test_a_document_that_is_being_read_again_is_named_and_searched(backend: Backend) -> None:
    given = give(backend)
    giving.read_again(backend.services, SCOPE, given.id)

    answer = ask(backend)

    assert (answer.status, answer.reading, answer.searched) == ("found", (PATH,), (PATH,))


def test_an_empty_file_is_not_named_as_unsearched(backend: Backend) -> None:
    give(backend)
    assert give(backend, "eric/empty.md", "").state == "not_read"

    assert ask(backend, "When may goods be returned?", PATH, "eric/empty.md").unread == ()


def test_pages_that_could_not_be_read_are_named_with_their_place_and_reason(backend: Backend) -> None:
    given = give(backend)
    versioned = backend.services.index.get(SCOPE, given.id)
    assert versioned
    assert versioned.record.active
    pages = Where(text="pages 2–3", pages=(2, 3))
    scanned = Unread(where=pages, code="no_text", message="These pages are pictures.")
    active = replace(versioned.record.active, unread=(scanned,))
    backend.services.index.put(replace(versioned.record, active=active), versioned.version)
    backend.services.index.commit()

    (part,) = ask(backend).unread
    assert (part.document, part.where, part.code, part.message) == (PATH, pages, "no_text", "These pages are pictures.")


@pytest.mark.parametrize("paths", [["eric/other.md"], [PATH]], ids=["nothing given", "still reading"])
def test_an_answer_without_a_search_has_the_question_and_no_doubt(backend: Backend, paths: list[str]) -> None:
    giving.give(backend.services, SCOPE, PATH)
    answer = ask(backend, "When may goods be returned?", *paths)
    assert (answer.question, answer.shortened, answer.weak) == ("When may goods be returned?", False, False)


def test_an_answer_has_six_passages_unless_more_are_asked_for(shipping: Backend) -> None:
    scope = SCOPE.narrowed([f"eric/{number}.md" for number in range(20)])
    assert len(searching.search(shipping.services, scope, "gardens").passages) == 6
    assert len(searching.search(shipping.services, scope, "gardens", limit=15).passages) == 15


def test_a_search_is_counted_by_its_result_and_timed(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    give(backend)
    ticks = chain([1.0], repeat(1.02344))
    monkeypatch.setattr("contents_service.documents.searching.time.perf_counter", lambda: next(ticks))
    result = {"status": "found", "weak": "false"}
    before = REGISTRY.get_sample_value("contents_searches_total", result) or 0

    assert ask(backend).took_ms == 23.4

    assert REGISTRY.get_sample_value("contents_searches_total", result) == before + 1


# Refused and doubtful answers.


@pytest.fixture
def shipping(backend: Backend) -> Backend:
    """Give a document about shipping and twenty about something else."""
    give(backend, "eric/shipping.md", SHIPPING)
    for number in range(20):
        give(
            backend,
            f"eric/{number}.md",
            f"# Note {number}\n\nSomething else altogether number {number} about gardens {'and parks ' * number}.\n",
        )
    return backend


def ask_all(backend: Backend, question: str) -> Answer:
    return ask(backend, question, "eric/shipping.md", *(f"eric/{number}.md" for number in range(20)))


@pytest.mark.parametrize(
    ("question", "status", "weak"),
    [
        ("door uniform", "none_holds_it", False),  # a confidence of .237, just below the limit of refusal
        ("warehouse uniform winter", "found", True),  # .246
        ("door warehouse uniform winter gloves", "found", True),  # .339, just below the limit of doubt
        ("door parcels uniform winter gloves", "found", False),  # .344
    ],
)
def test_a_question_is_refused_or_doubted_just_below_each_limit(
    shipping: Backend, question: str, status: str, *, weak: bool
) -> None:
    answer = ask_all(shipping, question)

    assert (answer.status, answer.weak) == (status, weak)
    assert bool(answer.passages) is (status == "found")
    assert bool(answer.nearest) is (status != "found")


def test_an_unrelated_question_is_refused_with_its_missing_words(backend: Backend) -> None:
    give(backend)
    answer = ask(backend, "Who won the football cup in Brazil?")
    assert (answer.status, answer.passages) == ("none_holds_it", ())
    assert {"football", "cup", "Brazil"} <= set(answer.missing_words)


def test_a_passage_with_every_word_is_never_refused(shipping: Backend) -> None:
    give(shipping, "eric/letters.md", f"# Letters\n\n{MANY_SHORT_WORDS} river.\n")

    answer = ask(shipping, "river", "eric/letters.md")

    assert (answer.status, answer.weak, len(answer.passages)) == ("found", True, 1)


def test_a_single_common_word_is_found_without_doubt(shipping: Backend) -> None:
    answer = ask_all(shipping, "number")

    assert (answer.status, answer.weak) == ("found", False)


@pytest.mark.parametrize(("name", "weak"), [("BASH_ARGV0", False), ("counter", True)])
def test_the_only_passage_with_an_exact_identifier_is_not_doubtful(backend: Backend, name: str, *, weak: bool) -> None:
    rest = " ".join(f"Word {number} tells of something else." for number in range(60))
    give(backend, "eric/manual.md", f"# Variables\n\n{name} is the name of the script. {rest}\n")
    answer = ask(backend, f"What does {name} do?", "eric/manual.md")
    assert (answer.status, answer.weak) == ("found", weak)


def test_an_identifier_that_is_only_written_otherwise_is_doubtful(backend: Backend) -> None:
    rest = " ".join(f"Word {number} tells of something else." for number in range(60))
    give(backend, "eric/manual.md", f"# Variables\n\nThe bash argv0 is the name of the script. {rest}\n")
    answer = ask(backend, "What does BASH_ARGV0 do?", "eric/manual.md")
    assert (answer.status, answer.weak) == ("found", True)


def test_a_single_word_that_no_passage_holds_is_refused(backend: Backend) -> None:
    give(backend)
    answer = ask(backend, "uniform")
    assert (answer.status, answer.weak, answer.nearest, answer.missing_words) == (
        "none_holds_it",
        False,
        (),
        ("uniform",),
    )


def test_a_passage_tells_which_words_it_holds_and_which_it_lacks(shipping: Backend) -> None:
    (passage,) = ask_all(shipping, "courier door uniform winter gloves").passages
    assert (passage.rank, passage.matched, passage.missing) == (1, ("courier", "door"), ("uniform", "winter", "gloves"))


def test_an_answer_has_no_more_passages_than_were_asked_for(shipping: Backend) -> None:
    paths = [f"eric/{number}.md" for number in range(20)]
    assert len(ask(shipping, "gardens", *paths, limit=2).passages) == 2


def test_every_answer_names_words_near_those_that_are_missing(shipping: Backend) -> None:
    refused = ask_all(shipping, "couriers' umbrella and dor")
    sure = ask_all(shipping, "doorr of the warehouse, courier and signature")

    assert (refused.status, sure.status, sure.weak) == ("none_holds_it", "found", False)
    assert [answer.missing_words for answer in (refused, sure)] == [("umbrella", "dor"), ("doorr",)]
    assert sure.near_words == {"doorr": ("door",)}


# The explanation of a score.


def test_an_explanation_names_the_words_that_count_and_adds_up_to_the_score(shipping: Backend) -> None:
    scope = SCOPE.narrowed(["eric/shipping.md"])
    answer = searching.search(shipping.services, scope, "courier uniform doors", explain=True)

    (passage,) = answer.passages
    assert passage.explanation
    assert [part.name for part in passage.explanation] == ["courier", "doors", "words as written"]
    assert all(part.value > 0 for part in passage.explanation)
    assert sum(part.value for part in passage.explanation) == pytest.approx(passage.score)


def test_a_score_is_explained_only_on_request(shipping: Backend) -> None:
    (passage,) = ask(shipping, "courier door", "eric/shipping.md").passages
    assert passage.explanation is None


# The question.


def test_the_answer_to_a_shortened_question_says_so(backend: Backend) -> None:
    give(backend)
    answer = ask(backend, "returned goods " * 1000)
    assert answer.shortened
    assert len(answer.question) <= backend.services.settings.question_characters


@pytest.mark.parametrize(
    ("question", "shortened"),
    [
        ("returned goods", "returned goods"),
        ("returned goods!", "returned"),  # after a whole word
        ("a returned to us", "a returned to"),
        ("ab cdefghijklmnopq", "ab cdefghijklm"),  # that would leave less than half
        ("it internationalisation", "it internation"),  # unless that leaves less than half
        ("internationalisation", "internationali"),
    ],
)
def test_a_long_question_is_cut_after_a_whole_word(question: str, shortened: str) -> None:
    assert shorten(question, len("returned goods")) == shortened


def test_a_short_question_is_searched_whole(backend: Backend) -> None:
    give(backend)
    answer = ask(backend)
    assert (answer.question, answer.shortened) == ("When may goods be returned?", False)

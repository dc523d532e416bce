"""What a search answers: what it refuses or doubts, what it shows once, and what it says was not searched."""

from __future__ import annotations

import pytest
from helpers.returns import DAYS_30, PATH, SCOPE, ask, give, texts
from helpers.stage import Stage

from contents_service.documents import giving
from contents_service.documents.searching import shorten
from contents_service.model import Answer

SHIPPING = (
    "# Shipping\n\nParcels leave the warehouse each morning. A courier brings them to the door, and the driver asks "
    "for a signature.\n"
)
MANY_SHORT_WORDS = " ".join(f"{one} {two}" for one in "bcdfghjklmnpqrstvwxz" for two in "bcdfghjklmnpqrstvwxz")


# What is not read.


def test_documents_that_are_being_read_or_gave_no_passage_are_told_apart(stage: Stage) -> None:
    giving.give(stage.services, SCOPE, PATH)
    assert ask(stage).status == "still_reading"
    give(stage, "eric/empty.md", "")
    assert ask(stage, "When?", "eric/empty.md").status == "nothing_read"
    assert ask(stage, "returned goods").status == "found"
    assert ask(stage, "What is it?").status == "no_content_words"


def test_with_one_document_being_read_and_one_that_failed_the_answer_is_still_reading(stage: Stage) -> None:
    give(stage, "eric/scan.png", b"\x89PNG\r\n\x1a\n" + bytes(100))
    giving.give(stage.services, SCOPE, PATH)

    answer = ask(stage, "When may goods be returned?", PATH, "eric/scan.png")

    assert (answer.status, answer.reading, answer.searched) == ("still_reading", (PATH,), ())
    assert [(part.document, part.code) for part in answer.unread] == [("eric/scan.png", "unsupported")]


def test_a_document_that_is_being_read_again_is_named_and_searched(stage: Stage) -> None:
    given = give(stage)
    giving.read_again(stage.services, SCOPE, given.id)

    answer = ask(stage)

    assert (answer.status, answer.reading, answer.searched) == ("found", (PATH,), (PATH,))


def test_an_empty_file_is_not_named_as_unsearched(stage: Stage) -> None:
    give(stage)
    assert give(stage, "eric/empty.md", "").state == "not_read"

    assert ask(stage, "When may goods be returned?", PATH, "eric/empty.md").unread == ()


# Refusing and doubting.


@pytest.fixture
def shipping(stage: Stage) -> Stage:
    """A document about shipping among twenty about something else."""
    give(stage, "eric/shipping.md", SHIPPING)
    for number in range(20):
        give(
            stage, f"eric/{number}.md", f"# Note {number}\n\nSomething else altogether number {number} about gardens.\n"
        )
    return stage


def ask_all(stage: Stage, question: str) -> Answer:
    return ask(stage, question, "eric/shipping.md", *(f"eric/{number}.md" for number in range(20)))


@pytest.mark.parametrize(
    ("question", "status", "weak"),
    [
        ("morning uniform", "none_holds_it", False),  # a confidence of .223, just below the limit of refusal
        ("door uniform", "found", True),  # .237
        ("door parcels uniform winter gloves", "found", True),  # .3397, just below the limit of doubt
        ("courier door uniform winter gloves", "found", False),  # .3411
    ],
)
def test_a_question_is_refused_or_doubted_exactly_below_the_limits(
    shipping: Stage, question: str, status: str, *, weak: bool
) -> None:
    answer = ask_all(shipping, question)

    assert (answer.status, answer.weak) == (status, weak)
    assert bool(answer.passages) is (status == "found")
    assert bool(answer.nearest) is (status != "found")


def test_a_question_from_elsewhere_is_refused_with_why(stage: Stage) -> None:
    give(stage)
    answer = ask(stage, "Who won the football cup in Brazil?")
    assert (answer.status, answer.passages) == ("none_holds_it", ())
    assert {"football", "cup", "Brazil"} <= set(answer.missing_words)


def test_a_passage_that_holds_every_word_is_never_refused_however_low_its_confidence(shipping: Stage) -> None:
    give(shipping, "eric/letters.md", f"# Letters\n\n{MANY_SHORT_WORDS} river.\n")

    answer = ask(shipping, "river", "eric/letters.md")

    assert (answer.status, answer.weak, len(answer.passages)) == ("found", True, 1)


def test_a_single_common_word_that_is_there_is_found_without_doubt(shipping: Stage) -> None:
    answer = ask_all(shipping, "number")

    assert (answer.status, answer.weak) == ("found", False)


@pytest.mark.parametrize(("name", "weak"), [("BASH_ARGV0", False), ("counter", True)])
def test_the_one_passage_that_holds_an_identifier_to_the_letter_is_not_doubtful(
    stage: Stage, name: str, *, weak: bool
) -> None:
    rest = " ".join(f"Word {number} tells of something else." for number in range(60))
    give(stage, "eric/manual.md", f"# Variables\n\n{name} is the name of the script. {rest}\n")
    answer = ask(stage, f"What does {name} do?", "eric/manual.md")
    assert (answer.status, answer.weak) == ("found", weak)


def test_near_words_are_named_for_refused_and_for_doubtful_answers_and_no_others(shipping: Stage) -> None:
    refused = ask_all(shipping, "curier umbrella uniform")
    doubtful = ask_all(shipping, "curier door")
    sure = ask_all(shipping, "curier warehouse door driver signature")

    assert (refused.status, doubtful.weak, sure.weak) == ("none_holds_it", True, False)
    assert [answer.near_words for answer in (refused, doubtful, sure)] == [{"curier": ("courier",)}] * 2 + [{}]
    assert sure.missing_words == ("curier",)


# The same text in several places.


def test_the_same_text_under_two_names_is_shown_once_and_names_both(stage: Stage) -> None:
    give(stage)
    give(stage, "eric/copy.md", DAYS_30)
    answer = ask(stage, "When may goods be returned?", PATH, "eric/copy.md")
    (passage,) = answer.passages
    assert {passage.document, *(also.document for also in passage.also)} == {PATH, "eric/copy.md"}


def test_among_many_copies_of_one_text_as_many_different_passages_come_as_were_asked_for(stage: Stage) -> None:
    copies = [f"eric/copy-{number}.md" for number in range(10)]
    others = [f"eric/other-{number}.md" for number in range(5)]
    for path in copies:
        give(stage, path, DAYS_30)
    for number, path in enumerate(others):
        give(
            stage, path, f"# Returns\n\nGoods of kind {number} may be returned later, and many more things are said.\n"
        )

    answer = ask(stage, "When may goods be returned?", *copies, *others, limit=6)

    assert len(set(texts(answer))) == 6
    assert [len(passage.also) for passage in answer.passages] == [9, 0, 0, 0, 0, 0]


def test_the_same_text_under_different_headings_is_shown_twice(stage: Stage) -> None:
    give(stage, "eric/terms.md", "# Shoes\n\nGoods may be returned.\n\n# Hats\n\nGoods may be returned.\n")

    answer = ask(stage, "When may goods be returned?", "eric/terms.md")

    assert sorted(passage.where.heading[-1] for passage in answer.passages) == ["Hats", "Shoes"]


# The question.


def test_a_question_that_is_too_long_is_shortened_and_says_so(stage: Stage) -> None:
    give(stage)
    answer = ask(stage, "returned goods " * 1000)
    assert answer.shortened
    assert len(answer.question) <= stage.services.settings.question_characters


@pytest.mark.parametrize(
    ("question", "shortened"),
    [
        ("returned goods", "returned goods"),
        ("returned goods!", "returned"),  # after a whole word
        ("it internationalisation", "it internation"),  # unless that leaves less than half
        ("internationalisation", "internationali"),
    ],
)
def test_a_long_question_is_cut_after_a_whole_word(question: str, shortened: str) -> None:
    assert shorten(question, len("returned goods")) == shortened


def test_a_short_question_is_searched_whole(stage: Stage) -> None:
    give(stage)
    answer = ask(stage)
    assert (answer.question, answer.shortened) == ("When may goods be returned?", False)

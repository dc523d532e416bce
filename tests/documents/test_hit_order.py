"""The order of what a search found, beyond the scores of the index."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers.factories import FILE, NOW, make_reading, make_record
from msgspec.structs import replace

from contents_service.citations import DocumentNames
from contents_service.documents.hit_order import order_hits
from contents_service.documents.pointers import is_pointer
from contents_service.documents.reading.outcomes import active_reading
from contents_service.index.protocol import Hit, SearchResult
from contents_service.index.scope_snapshot import ScopeSnapshot
from contents_service.model import PassageContent, Scope, location
from contents_service.relevance import scoring
from contents_service.relevance.question import parse_question
from contents_service.relevance.scoring import Statistics, TermCounts, WeightedQuestion
from contents_service.relevance.terms import Word
from contents_service.relevance.weights import WEIGHTS

SCOPE = Scope("shop", "eric")


def weigh(question: str, *, holding: int = 2, by_stem: int = 2) -> WeightedQuestion:
    """Return a question whose words are each in `holding` of 9 passages, and others with their stems in more."""
    parsed = parse_question(question)
    return scoring.weigh_question(
        parsed,
        Statistics(passages=9, words=[by_stem] * len(parsed.words), forms=[holding] * len(parsed.words), parts={}),
    )


def hit(
    text: str,
    score: float,
    counts: Sequence[TermCounts],
    *,
    name: str = "a.md",
    title: str | None = None,
    number: int = 2,
    heading: Sequence[str] = (),
) -> Hit:
    record = make_record(SCOPE, f"eric/{name}")
    record = replace(record, active=active_reading(make_reading(text, title=title), "r", FILE, NOW))
    return Hit(
        id=f"{name}-{text}",
        record=record,
        reading="r",
        number=number,
        content=PassageContent(text=text, where=location(lines=(1, 1), heading=heading)),
        score=score,
        counts=tuple(counts),
        k=0.5,
        bonuses={"words as written": 0.1},
    )


def held(times: int = 1, *, forms: int | None = None) -> TermCounts:
    return TermCounts(stemmed=times, literal=0, parts=(), forms=forms)


def order(question: WeightedQuestion, *hits: Hit) -> list[Hit]:
    result = SearchResult(hits=hits, question=question, snapshot=ScopeSnapshot("0-0", {}), passages=9)
    return list(order_hits(result, DocumentNames(hit.record.path for hit in hits)))


def texts(hits: Sequence[Hit]) -> list[str]:
    return [hit.content.text for hit in hits]


def test_hits_are_in_the_order_of_their_scores_and_equal_ones_in_that_of_their_ids() -> None:
    question = weigh("pump")
    found = order(question, hit("b", 1.0, [held()]), hit("a", 1.0, [held()]), hit("c", 2.0, [held()]))
    assert texts(found) == ["c", "a", "b"]


# What a document is called.


@pytest.mark.parametrize(("name", "title"), [("pump-valve.md", None), ("x.md", "The pump and valve")])
def test_a_word_that_only_the_document_is_called_by_earns_half_of_it(name: str, title: str | None) -> None:
    question = weigh("pump valve leak")
    (found,) = order(question, hit("text", 1.0, [held(), held(0), held(0)], name=name, title=title))
    bonus = WEIGHTS.document_name * question.terms[1].idf
    assert found.score == pytest.approx(1.0 + bonus)
    assert found.bonuses == {"words as written": 0.1, "what the document is called": pytest.approx(bonus)}


def test_the_beginning_of_a_document_that_is_called_all_of_the_question_earns_more() -> None:
    question = weigh("pump valve")
    both = [held(), held()]
    first, second = order(
        question,
        hit("second", 1.0, both, name="pump-valve.md", number=2),
        hit("first", 1.0, both, name="pump-valve.md", number=1),
    )
    assert (first.content.text, second.content.text) == ("first", "second")
    assert first.score == pytest.approx(1.0 + WEIGHTS.whole_name * question.total_weight)
    assert second.score == 1.0
    assert second.bonuses == {"words as written": 0.1}


def test_a_number_in_a_name_is_compared_by_value() -> None:
    question = weigh("minutes 2020-07-13")
    (found,) = order(question, hit("text", 1.0, [held(), held(0)], name="minutes 13 July 2020.md"))
    assert found.score == pytest.approx(1.0 + WEIGHTS.document_name * question.terms[1].idf)


# Accents.


@pytest.mark.parametrize(
    ("question", "text", "loses"),
    [
        ("Müller", "Petra Muller", True),
        ("Müller", "Jörg Müller", False),
        ("Müller", "Muller and Müller", False),
        ("Müller", "Miller", False),
        ("Muller", "Jörg Müller", False),
    ],
)
def test_a_word_that_is_held_only_with_other_accents_is_not_as_written(
    question: str, text: str, *, loses: bool
) -> None:
    weighed = weigh(question)
    (found,) = order(weighed, hit(text, 1.0, [held()]))
    assert found.score == pytest.approx(1.0 - (WEIGHTS.literal * weighed.terms[0].idf if loses else 0.0))
    assert ("other accents" in (found.bonuses or {})) is loses


def test_an_umlaut_that_is_spelt_out_counts_as_written() -> None:
    weighed = weigh("pump")
    word = Word(as_written="Mueller", literal_form="muller", parts=("muller",))
    question = replace(weighed, terms=(replace(weighed.terms[0], word=word),))
    found = order(question, hit("Petra Muller", 1.01, [held()]), hit("Jörg Müller", 1.0, [held()]))
    assert texts(found) == ["Jörg Müller", "Petra Muller"]


# The word itself before another with its stem.


def test_a_passage_with_the_word_itself_comes_before_a_little_more_of_another() -> None:
    question = weigh("universe", holding=1, by_stem=5)
    found = order(
        question,
        hit("university", 1.1, [held(3, forms=0)]),
        hit("universe", 1.0, [held(1, forms=1)]),
        hit("c", 0.1, [held(0, forms=0)]),
    )
    assert texts(found) == ["universe", "university", "c"]


def test_a_passage_with_much_else_stays_before_the_word_itself() -> None:
    question = weigh("universe", holding=1, by_stem=5)
    found = order(question, hit("university", 9.0, [held(3, forms=0)]), hit("universe", 1.0, [held(1, forms=1)]))
    assert texts(found) == ["university", "universe"]


def test_a_passage_without_any_form_of_the_word_keeps_its_place() -> None:
    question = weigh("universe", holding=1, by_stem=5)
    found = order(question, hit("other", 1.1, [held(0, forms=0)]), hit("universe", 1.0, [held(1, forms=1)]))
    assert texts(found) == ["other", "universe"]


# Lists of contents and headings without text.

CONTENTS = "- [Battery](#battery)\n- [Screen](#screen)"


def test_a_list_of_contents_comes_after_the_text_that_holds_as_much() -> None:
    question = weigh("battery screen")
    found = order(
        question,
        hit(CONTENTS, 3.0, [held(), held()]),
        hit("less", 2.0, [held(), held(0)]),
        hit("as much", 1.0, [held(), held()]),
        hit("elsewhere", 0.5, [held(), held()], name="b.md"),
    )
    assert texts(found) == ["less", "as much", CONTENTS, "elsewhere"]


def test_a_list_of_contents_stays_where_no_text_holds_as_much() -> None:
    question = weigh("battery screen")
    found = order(question, hit(CONTENTS, 3.0, [held(), held()]), hit("less", 2.0, [held(), held(0)]))
    assert texts(found) == [CONTENTS, "less"]


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        (CONTENTS, ("Contents",)),
        ("1. [Battery](#battery)\n2. [Screen](#screen)\n", ()),
        ("Battery .......... 12\nScreen ........... 14\nIndex ............ xv", ()),
        ("Battery\t12\nScreen\t14", ()),
        ("## Battery change", ("Guide", "Battery change")),
        ("[Battery](#battery)", ("Contents",)),
        ("BATTERY  CHANGE", ("Battery change",)),
        ("Contents\n" + "[A](#a)\n" * 4, ()),
    ],
)
def test_a_list_of_contents_or_a_heading_alone_only_points_to_others(text: str, heading: tuple[str, ...]) -> None:
    assert is_pointer(PassageContent(text=text, where=location(lines=(1, 1), heading=heading)))


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Take it to a shop.", ("Battery disposal",)),
        ("Battery change", ()),
        ("- [Battery](https://example.com/battery)\n- [Screen](#screen)", ()),
        ("See [Battery](#battery).\nIt says how to change it.", ("Guide",)),
        ("Contents\n" + "[A](#a)\n" * 3, ()),
        ("The pump costs 12\nThe valve costs 14", ()),
        ("", ("Contents",)),
    ],
)
def test_text_does_not_only_point_to_others(text: str, heading: tuple[str, ...]) -> None:
    assert not is_pointer(PassageContent(text=text, where=location(lines=(1, 1), heading=heading)))

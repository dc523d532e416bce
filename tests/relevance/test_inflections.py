"""Inflections: which forms are the same word, and which share no more than a stem."""

from __future__ import annotations

import pytest

from contents_service.relevance.inflections import MAX_FORMS, inflections

SAME_WORD = """
ad ads | add adds added adding | plan plans planned planning | hope hopes hoped hoping | hop hops hopped hopping
study studies studied studying | box boxes boxed boxing | church churches | leaf leaves | leave leaves left leaving
analysis analyses | analyse analysed analysing | criterion criteria | die dies died dying | tie tied tying
panic panics panicked panicking | travel travels travelled travelling traveled traveling | visit visited visiting
admit admitted admitting | run runs ran running | write writes wrote written writing | hold holds held holding
build builds built building | building buildings | see saw seen | woman women | child children | life lives
live lives lived living | index indexes indices | experience experienced experiencing | reference referenced
unite united uniting | unit units | policy policies | police policed | university universities | universe universes
army armies | arm arms armed | custom customs | customer customers | bus buses | lens lenses | menu menus | pc pcs
quiz quizzes | queue queued | agree agreed agreeing | create created creating | describe described | mine mines
cache cached caching | bathe bathed bathing | monarch monarchs | hero heroes | photo photos | evening evenings
"""
OTHER_WORDS = """
universe university | university universal | intern internal | internal international | organ organization | ad added
ad adding | new news | general generate | police policy | polices policies | experience experiment | arm army
custom customer | author authority | marginal margin | import important | hop hoping | hope hopping | plan planes
even evening | unit united | unit unite | suite suited | past pasted | cloth clothing | severe severed | aide aided
cooke cooked | locke locked | see seed | bee being | doe does | movie moving | wick wicked | rug rugged | rang ranged
hi his | thu thus | http https | mr mrs | star staring | car caring | rat rating | princess princes | wills will
"""


def _pairs(table: str) -> list[tuple[str, str]]:
    """Return the first word of each group with each of the others."""
    groups = [group.split() for group in table.replace("\n", "|").split("|") if group.strip()]
    return [(first, other) for first, *others in groups for other in others]


@pytest.mark.parametrize(("word", "other"), _pairs(SAME_WORD))
def test_a_word_in_another_number_or_tense_is_the_same_word_from_either_side(word: str, other: str) -> None:
    assert other in inflections(word)
    assert word in inflections(other)


@pytest.mark.parametrize(("word", "other"), _pairs(OTHER_WORDS))
def test_a_word_with_the_same_beginning_or_stem_is_another_word_from_either_side(word: str, other: str) -> None:
    assert other not in inflections(word)
    assert word not in inflections(other)


@pytest.mark.parametrize("word", ["", "a", "x3", "e-mail", "café", "москва", "2024", "don't", "the", "news", "x" * 41])
def test_what_has_no_inflection_has_only_itself(word: str) -> None:
    assert inflections(word) == (word,)


@pytest.mark.parametrize("word", ["offering", "lay", "saw", "opening", "travelled", "indices", "undergone"])
def test_forms_are_few_and_begin_with_the_word_itself(word: str) -> None:
    forms = inflections(word)
    assert forms[0] == word
    assert len(forms) == len(set(forms)) <= MAX_FORMS


@pytest.mark.parametrize(("word", "other"), [("easy", "easier"), ("large", "largest"), ("medium", "media")])
def test_comparatives_and_plurals_that_are_mostly_other_words_are_left_out(word: str, other: str) -> None:
    assert other not in inflections(word)

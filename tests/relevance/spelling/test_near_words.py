"""Near words: for which words they are looked up, and which words are near."""

from __future__ import annotations

import re

import pytest

from contents_service.relevance.spelling.near_words import (
    may_have_near_words,
    misspelling_pattern,
    nearest_words,
    other_ending_pattern,
)


@pytest.mark.parametrize(
    ("word", "expected"),
    [("cat", False), ("cats", True), ("c" * 40, True), ("c" * 41, False), ("E4304", False), ("two-way", False)],
)
def test_only_plain_words_that_are_neither_short_nor_long_have_near_words(word: str, *, expected: bool) -> None:
    assert may_have_near_words(word) is expected


def test_a_word_with_another_first_letter_is_not_near() -> None:
    assert nearest_words("warrenty", ["Garrenty, tarrenty", "A warranty."]) == ("warranty",)


def test_at_most_three_near_words_come_nearest_first() -> None:
    near = nearest_words("warrenty", ["warranties warrant warranty warranted warranter"])
    assert len(near) == 3
    assert near[0] == "warranty"


def test_a_word_that_shares_only_some_letters_is_not_near() -> None:
    assert nearest_words("warrenty", ["water wartime warring"]) == ()


@pytest.mark.parametrize(
    "other", ["warranty", "wurrenty", "warrentj", "warrnety", "wrarenty", "warrenyt", "warrety", "warreenty"]
)
def test_one_wrong_letter_and_two_swapped_ones_are_misspellings(other: str) -> None:
    assert re.fullmatch(misspelling_pattern("warrenty"), other)


@pytest.mark.parametrize("other", ["wxrrxnty", "garrenty", "awrrenty"])
def test_two_wrong_letters_and_a_wrong_first_letter_are_no_misspellings(other: str) -> None:
    assert not re.fullmatch(misspelling_pattern("warrenty"), other)


def test_three_last_letters_may_differ_but_not_the_first_four() -> None:
    assert re.fullmatch(other_ending_pattern("repaired"), "repairer")
    assert not re.fullmatch(other_ending_pattern("repaired"), "repaxxxx")
    assert not re.fullmatch(other_ending_pattern("cars"), "cast")


def test_an_ending_is_at_most_four_letters_long() -> None:
    assert re.fullmatch(other_ending_pattern("repaired"), "repairing")
    assert not re.fullmatch(other_ending_pattern("repaired"), "repairable")

"""Spelling variants: umlauts, British and American, and the ways to part a word."""

from __future__ import annotations

import pytest

from contents_service.relevance.spelling.variants import MAX_VARIANTS, spelling_variants, ways_to_part

BRITISH_AND_AMERICAN = """
colour color | favourites favorites | neighbouring neighboring | organise organize | organisations organizations
realising realizing | analysed analyzed | analyses analyzes | centre center | centred centered | kilometres kilometers
fibreglass fiberglass | catalogue catalog | cataloguing cataloging | dialogues dialogs | septicaemia septicemia
oedema edema | anaemia anemia | paediatric pediatric | foetus fetus | oestrogen estrogen | anaesthetic anesthetic
haemorrhage hemorrhage | diarrhoea diarrhea | encyclopaedia encyclopedia | cancelled canceled | travelling traveling
travellers travelers | modelled modeled | dialled dialed | defence defense | licence license | programme program
grey gray | greyed grayed | tyres tires | kerb curb | jewellery jewelry | aluminium aluminum | mould mold
ploughed plowed | judgement judgment | ageing aging | sulphate sulfate | disulphide disulfide | manoeuvre maneuver
manoeuvring maneuvering | sceptical skeptical | fulfil fulfill | enrolment enrollment | kilogramme kilogram
"""


@pytest.mark.parametrize(
    "pair", [tuple(pair.split()) for pair in BRITISH_AND_AMERICAN.replace("\n", "|").split("|") if pair.strip()]
)
def test_british_and_american_spellings_are_the_first_variant_of_each_other(pair: tuple[str, str]) -> None:
    british, american = pair
    assert spelling_variants(british)[0] == american
    assert spelling_variants(american)[0] == british


def test_a_word_with_two_differences_is_changed_in_both_and_in_each() -> None:
    assert {"colorize", "colorise", "colourize"} <= set(spelling_variants("colourise"))


@pytest.mark.parametrize(
    ("word", "other"),
    [("scored", "scoured"), ("pour", "por"), ("filed", "filled"), ("filled", "filed"), ("staled", "stalled"),
     ("cheque", "check"), ("check", "cheque"), ("storey", "story"), ("draft", "draught"), ("prise", "prize")],
)  # fmt: skip
def test_what_only_looks_british_or_american_is_another_word(word: str, other: str) -> None:
    assert other not in spelling_variants(word)


@pytest.mark.parametrize(
    ("spelt_out", "folded"),
    [("muenster", "munster"), ("koeln", "koln"), ("goeteborg", "goteborg"), ("haeuser", "hauser"),
     ("soerensen", "sorensen"), ("aarhus", "arhus"), ("duesseldorf", "dusseldorf")],
)  # fmt: skip
def test_umlauts_spelt_out_and_left_out_are_variants_of_each_other(spelt_out: str, folded: str) -> None:
    assert folded in spelling_variants(spelt_out)
    assert spelt_out in spelling_variants(folded)


@pytest.mark.parametrize(
    ("word", "variants"),
    [("münster", ("muenster",)), ("århus", ("aarhus",)), ("sørensen", ("soerensen",)), ("straße", ()), ("café", ())],
)
def test_an_umlaut_as_written_has_one_way_to_spell_it_out(word: str, variants: tuple[str, ...]) -> None:
    assert spelling_variants(word) == variants


@pytest.mark.parametrize(
    "word",
    [
        "query",
        "blue",
        "heroes",
        "guest",
        "gust",
        "poets",
        "pots",
        "cat",
        "x1",
        "4th",
        "москва",
        "",
    ],
)
def test_what_can_lack_no_umlaut_has_no_variants(word: str) -> None:
    assert spelling_variants(word) == ()


@pytest.mark.parametrize("word", ["colour", "muenster", "anaesthetise", "universitatsbibliothekar", "organization"])
def test_variants_are_few_and_differ_from_the_word(word: str) -> None:
    variants = spelling_variants(word)
    assert len(variants) == len(set(variants)) <= MAX_VARIANTS
    assert word not in variants


@pytest.mark.parametrize("word", ["travelled", "anaemia", "septicaemia", "kilogramme", "aesthetic", "fulfilment"])
def test_what_is_british_already_is_not_made_more_so(word: str) -> None:
    assert not [each for each in spelling_variants(word) if any(twice in each for twice in ("lll", "aae", "meme"))]


def test_a_word_is_parted_into_two_of_two_letters_or_more() -> None:
    assert ways_to_part("login") == ("lo gin", "log in")
    assert ways_to_part("setup") == ("se tup", "set up")
    assert "data base" in ways_to_part("database")
    assert ways_to_part("abc") == ()


def test_a_word_of_more_than_forty_letters_is_written_in_one_way() -> None:
    assert len(ways_to_part("x" * 40)) == 37
    assert ways_to_part("x" * 41) == ()
    assert spelling_variants("colour" * 7) == ()
    assert spelling_variants("ü" * 41) == ()


@pytest.mark.parametrize("pair", [("status", "statues"), ("venus", "venues"), ("argus", "argues")])
def test_a_plural_or_a_verb_in_ues_has_no_umlaut(pair: tuple[str, str]) -> None:
    assert pair[1] not in spelling_variants(pair[0])
    assert pair[0] not in spelling_variants(pair[1])

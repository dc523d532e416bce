"""Other ways to write the same word: umlauts, British and American spelling, joined or apart.

They are tried for a word that no document has, so a variant that is no word at all does no harm.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

MAX_VARIANTS = 6
"""Largest number of variants of a word. The first are kept: British and American spelling before umlauts."""
MAX_CACHED_WORDS = 20_000
"""Largest number of words whose variants are cached: those of some thousand questions."""
MIN_START_LETTERS = 3
"""Smallest number of letters before a British or American ending, so that `scored` does not become scoured."""
MIN_UMLAUT_LETTERS = 4
"""Smallest number of letters of a word that may lack an umlaut: `koln`."""
MAX_LETTERS = 40
"""Largest number of letters of a word that gets variants; a longer one could be split in thousands of ways."""
MIN_PART_LETTERS = 2
"""Smallest number of letters of each word if one word is split into two: `log in`."""

_BRITISH_ENDINGS = """
our/or + s ed er ers ing ings ful fully able ably ite ites less ly hood hoods
our-/or- + ise ises ised ising isation ize izes ized izing ization
ise/ize + s d r rs
is-/iz- + ing able ation ations ational
yse/yze + s d r rs
ysing/yzing
ogue/og + s
ogued/oged
oguing/oging
all-/al- + ed ing ings er ers
ell-/el- + ed ing ings er ers
ill-/il- + ed ing ings er ers
oll-/ol- + ed ing ings er ers
"""
"""British/American endings, then the suffixes that may follow; after a hyphen, one of them must follow."""

_BRITISH_PARTS = """
-aemia-/-emia-  -aemic-/-emic-  -aesthe-/-esthe-  aetiolog-/etiolog-  amoeb-/ameb-  anaem-/anem-  archaeo-/archeo-
caesar-/cesar-  caesi-/cesi-  coeliac-/celiac-  -paedia-/-pedia-  -paedic-/-pedic-  faec-/fec-  foet-/fet-
gynaec-/gynec-  haem-/hem-  homoeo-/homeo-  mediaev-/mediev-  oedem-/edem-  oesoph-/esoph-  oestr-/estr-  paed-/ped-
palaeo-/paleo-  -pnoea-/-pnea-  -rrhoea-/-rrhea-  -sulph-/-sulf-

-centre/-center  -centres/-centers  -centred/-centered  -centring/-centering  centrepiece-/centerpiece-
-fibre-/-fiber-  -litre/-liter  -litres/-liters  -metre/-meter  -metres/-meters  theatre-/theater-
calibre/caliber  goitre/goiter  lustre/luster  meagre/meager  mitre/miter  ochre/ocher  sabre-/saber-
sepulchre-/sepulcher-  sombre-/somber-  spectre-/specter-
manoeuvre/maneuver  manoeuvres/maneuvers  manoeuvred/maneuvered  manoeuvring/maneuvering  manoeuvrab-/maneuverab-

defence-/defense-  licence-/license-  licencing/licensing  offence-/offense-  practise/practice  practised/practiced
practises/practices  practising/practicing  pretence-/pretense-

appal/appall  distil/distill  enrol/enroll  enrols/enrolls  enrolment-/enrollment-  fulfil/fulfill  fulfils/fulfills
fulfilment-/fulfillment-  instalment-/installment-  instil/instill  skilful-/skillful-  wilful-/willful-
cancellation-/cancelation-  counsellor-/counselor-  jewellery/jewelry  marvellous-/marvelous-
tranquillity/tranquility  woollen-/woolen-
benefitted/benefited  benefitting/benefiting  dialled/dialed  dialling/dialing  duelled/dueled  focussed/focused
focussing/focusing  fuelled/fueled  fuelling/fueling  kidnapped/kidnaped
kidnapper-/kidnaper-  kidnapping-/kidnaping-  worshipped/worshiped  worshipping/worshiping

acknowledgement-/acknowledgment-  adviser-/advisor-  aeroplane-/airplane-  ageing/aging  aluminium-/aluminum-
artefact-/artifact-  axe/ax  chequebook-/checkbook-  chilli/chili  cosy/cozy  disc/disk  discs/disks
doughnut-/donut-  enquir-/inquir-  grey-/gray-  judgement-/judgment-  kerb-/curb-  kilogramme-/kilogram-
likeable/likable  moult-/molt-  mould-/mold-  moustache-/mustache-  moveable/movable  odour-/odor-
omelette-/omelet-  plough-/plow-  programme/program  programmes/programs  pyjama-/pajama-  sceptic-/skeptic-
sizeable/sizable  smoulder-/smolder-  specialities/specialties  speciality/specialty  tyre/tire  tyres/tires
whisky/whiskey  yoghurt-/yogurt-
"""
"""British/American words and parts of words; a hyphen means that the word may continue there.

Pairs are left out if one spelling is mostly another word: `check`, `story`, `draft`, `ton`.
"""

_Rule = tuple[str, re.Pattern[str], str]
"""The old spelling (also a quick test of whether the rule can apply), the pattern that matches it, the new spelling."""


def _rules() -> tuple[list[_Rule], list[_Rule]]:
    """Return the rules that make a word American, and those that make it British."""
    to_american: list[_Rule] = []
    to_british: list[_Rule] = []
    for before, british, american, after in (*_ending_rules(), *_part_rules()):
        to_american.append(_rule(before, british, american, after))
        to_british.append(_rule(before, american, british, after))
    return to_american, to_british


def _ending_rules() -> Iterator[tuple[str, str, str, str]]:
    """Yield patterns for what is before, the British ending, the American ending, and what is after."""
    for line in _BRITISH_ENDINGS.strip().splitlines():
        pair, _, followers = line.partition(" + ")
        british, american = pair.split("/")
        after = "|".join(followers.split() if pair.endswith("-") else ["", *followers.split()])
        yield f"(?<=[a-z]{{{MIN_START_LETTERS}}})", british.strip("-"), american.strip("-"), f"(?=(?:{after})$)"


def _part_rules() -> Iterator[tuple[str, str, str, str]]:
    """Yield the same for words and parts of words."""
    for pair in _BRITISH_PARTS.split():
        british, american = pair.split("/")
        before, after = "" if pair.startswith("-") else "^", "" if pair.endswith("-") else "$"
        yield before, british.strip("-"), american.strip("-"), after


def _rule(before: str, old: str, new: str, after: str) -> _Rule:
    """Return a rule that does not change a word that already has the new spelling: `anaemia`, which holds `-emia`."""
    not_before = f"(?<!{new.removesuffix(old)})" if new.endswith(old) else ""
    not_after = f"(?!{new.removeprefix(old)})" if new.startswith(old) else ""
    return old, re.compile(f"{before}{not_before}{old}{not_after}{after}"), new


_TO_AMERICAN, _TO_BRITISH = _rules()

_SPELT_OUT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "å": "aa", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"}
)
"""Letters as people spell them out if their keyboard lacks them."""
_FOLDED = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})
"""Letters as the index folds them. Accented letters are missing here, since decomposition folds them."""
_SPELT_OUT_UMLAUT = re.compile(r"(?:aa|ae|oe|(?<![aeoq])ue)(?=[a-z])(?!s$)")
"""Letters that may spell out an umlaut or a ring; not at the end, as in `value`, nor after q."""
_UMLAUTS = {"aa": "å", "ae": "ä", "oe": "ö", "ue": "ü"}
_LOST_UMLAUT = re.compile(r"(?<![aeiou])(?:a(?![aeio])|(?<!q)[ou](?![aeiou]))(?!s$)")
"""A vowel that may lack its umlaut: a single one, or the a of au; not in `status`, which is not statues."""
_LOST_RING = re.compile(r"(?<![aeiou])a(?![aeiou])")
"""An a that may lack its ring, which is spelt out as aa: `aarhus`."""
_NEVER_UMLAUTS = frozenset("guest guests gust gusts poet poets pots truest trust".split())
"""English words that would be taken for one another: `guest` for gust, `poet` for pot."""


@lru_cache(maxsize=MAX_CACHED_WORDS)
def spelling_variants(word: str) -> tuple[str, ...]:
    """Return other ways to write a lower-case word, likeliest first: `septicemia` for `septicaemia`."""
    if len(word) > MAX_LETTERS:
        return ()
    if not word.isascii():
        return _spelt_out(word)
    if not word.isalpha():
        return ()
    found = dict.fromkeys((*_british_and_american(word), *_without_umlauts(word), *_with_umlaut(word)))
    return tuple(variant for variant in found if variant != word)[:MAX_VARIANTS]


def _spelt_out(word: str) -> tuple[str, ...]:
    """Return a word with its accented letters spelt out, unless that is how the index folds them: `muenster`."""
    spelt_out, folded = _fold(word.translate(_SPELT_OUT)), _fold(word.translate(_FOLDED))
    return (spelt_out,) if spelt_out != folded and spelt_out.isascii() else ()


def _fold(word: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFKD", word) if not unicodedata.combining(each))


def _british_and_american(word: str) -> Iterator[str]:
    """Yield a word in American, in British, and with each rule applied alone: `colorize`, `colourize`, `colorise`."""
    for rules in (_TO_AMERICAN, _TO_BRITISH):
        changed = word
        for old, pattern, new in rules:
            if old in changed:
                changed = pattern.sub(new, changed)
        yield changed
    for old, pattern, new in (*_TO_AMERICAN, *_TO_BRITISH):
        if old in word:
            yield pattern.sub(new, word)


def _without_umlauts(word: str) -> Iterator[str]:
    """Yield a word with spelt-out umlauts reduced to their first letter: `koln` for `koeln`.

    They are reduced all at once, and then one at a time.
    """
    if len(word) > MIN_UMLAUT_LETTERS and word not in _NEVER_UMLAUTS:
        yield _SPELT_OUT_UMLAUT.sub(lambda letters: letters[0][0], word)
        for letters in _SPELT_OUT_UMLAUT.finditer(word):
            yield word[: letters.start() + 1] + word[letters.end() :]


def with_umlauts(word: str) -> str:
    """Return a lower-case word with umlauts and rings in index of what spells them out: `müller` for `mueller`."""
    return _SPELT_OUT_UMLAUT.sub(lambda letters: _UMLAUTS[letters[0]], word)


def _with_umlaut(word: str) -> Iterator[str]:
    """Yield a word with each letter in turn that may lack an umlaut or ring spelt out: `muenster` for `munster`."""
    if len(word) >= MIN_UMLAUT_LETTERS and word not in _NEVER_UMLAUTS:
        for lost, added in ((_LOST_UMLAUT, "e"), (_LOST_RING, "a")):
            for letter in lost.finditer(word):
                yield f"{word[: letter.end()]}{added}{word[letter.end() :]}"


def ways_to_part(word: str) -> tuple[str, ...]:
    """Return the pairs of words that a word may be written as: `log in` for `login`, and `lo gin`."""
    if len(word) > MAX_LETTERS:
        return ()
    splits = range(MIN_PART_LETTERS, len(word) - MIN_PART_LETTERS + 1)
    return tuple(f"{word[:split]} {word[split:]}" for split in splits)

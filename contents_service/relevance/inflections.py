"""The inflected forms of an English word, which are the same word in another number or tense.

A stemmer joins too much: `universe` with `university`, `ad` with `added`. These forms tell the word itself from such
relatives. Most are made by rule, so some of them are no words at all, which does no harm; what must not be made is
another word. Comparatives are left out, since the stemmer keeps them apart as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from contents_service.relevance.function_words import FUNCTION_WORDS
from contents_service.relevance.terms import stem

MAX_FORMS = 8
"""Largest number of forms of a word, itself included."""
MAX_LETTERS = 40
"""Largest number of letters of a word that gets other forms."""
MAX_CACHED_WORDS = 20_000
"""Largest number of words whose forms are cached: those of some thousand questions."""
MIN_VERB_LETTERS = 3
"""Smallest number of letters of a word that gets -ed and -ing; the two-letter verbs are in the table."""
LONG_BASE = 6
"""From this many letters on, a form is the same word even if its stem differs: `experience` and `experienced`."""

_VERBS = """
arise arose arisen | awake awoke awoken | beat beaten | become became | begin began begun beginning | bend bent | bite
bitten | bleed bled | blow blew blown | break broke broken | breed bred | bring brought | build built | burn burnt |
burst | buy bought | cast | catch caught | choose chose chosen | cling clung | come came | cost | creep crept | cut |
deal dealt | dig dug | draw drew drawn | dream dreamt | drink drank drunk | drive drove driven | eat ate eaten | fall
fell fallen | feed fed | feel felt | fight fought | find found | flee fled | fling flung | fly flew flown | forbid
forbade forbidden | foresee foresaw foreseen | forget forgot forgotten | forgive forgave forgiven | freeze froze
frozen | get got gotten | give gave given | go goes went gone | grow grew grown | hang hung | hear heard | hide hid
hidden | hit | hold held | hurt | keep kept | kneel knelt | know knew known | lay laid | lead led | lean leant | leap
leapt | learn learnt | leave left | lend lent | let | lie lay lain | light lit | lose lost | make made | mean meant |
meet met | mislead misled | mistake mistook mistaken | misunderstand misunderstood | outgrow outgrew outgrown |
overcome overcame | override overrode overridden | oversee oversaw overseen | overtake overtook overtaken | overthrow
overthrew overthrown | overwrite overwrote overwritten | pay paid | prove proven | put | quit | read | rebuild rebuilt
| redo redid redone | repay repaid | reset | rewrite rewrote rewritten | ride rode ridden | ring rang rung | rise rose
risen | run ran | say said | see saw seen | seek sought | sell sold | send sent | set | shake shook shaken | shed |
shine shone | shoot shot | show shown | shrink shrank shrunk | shut | sing sang sung | sink sank sunk | sit sat |
sleep slept | slide slid | sow sown | speak spoke spoken | speed sped | spell spelt | spend spent | spill spilt | spin
spun | split | spoil spoilt | spread | spring sprang sprung | stand stood | steal stole stolen | stick stuck | sting
stung | stink stank stunk | stride strode | strike struck stricken | strive strove | swear swore sworn | sweep swept |
swell swollen | swim swam swum | swing swung | take took taken | teach taught | tear tore torn | tell told | think
thought | throw threw thrown | tread trod trodden | undergo undergoes underwent undergone | understand understood |
undertake undertook undertaken | undo undoes undid undone | upset | wake woke woken | wear wore worn | weave wove
woven | weep wept | win won | withdraw withdrew withdrawn | withhold withheld | withstand withstood | write wrote
written
"""
"""Irregular verbs: the base, then the forms that no rule gives. Forms that are mostly other words are left out: the
`ground` of grind, the `wound` of wind, the `bound` of bind, the `bore` of bear."""

_NOUNS = """
calf calves | child children | dwarf dwarfs dwarves | elf elves | foot feet | goose geese | half halves | hoof hoofs
hooves | knife knives | leaf leaves | life lives | loaf loaves | louse lice | man men | mouse mice | ox oxen | penny
pennies pence | person persons people | scarf scarves | self selves | shelf shelves | thief thieves | tooth teeth |
wharf wharves | wife wives | wolf wolves | woman women | bookshelf bookshelves | grandchild grandchildren |
schoolchild schoolchildren | housewife housewives | midwife midwives | addendum addenda | alga algae | alumnus alumni
| antenna antennas antennae | appendix appendixes appendices | automaton automata | axis axes | bacillus bacilli |
bacterium bacteria | cactus cacti | codex codices | corpus corpora | criterion criteria | curriculum curriculums
curricula | datum data | erratum errata | focus focuses foci focused focusing focussed focussing | formula formulas
formulae | fungus fungi | genus genera | index indexes indices | larva larvae | locus loci | matrix matrixes matrices
| memorandum memorandums memoranda | millennium millenniums millennia | nebula nebulae | nucleus nuclei | ovum ova |
phenomenon phenomena | quantum quanta | radius radii | referendum referendums referenda | spectrum spectra | stimulus
stimuli | stratum strata | syllabus syllabi | symposium symposiums symposia | vertebra vertebrae | vertex vertexes
vertices | vortex vortices
"""
"""Irregular plurals. The `media` of medium and the `dice` of die are left out: they are mostly other words."""

_STEMMED_APART = """
add adds added adding | age aged aging ageing | bias biases biased biasing | bra bras | bus buses | dye dyed dyeing |
egg egged egging | evening evenings | embed embedded embedding | found founded founding | fell felled felling | free
freed freeing | fuel fuelled fuelling fueled fueling | gas gases gassed gassing | glue glued gluing | go going | lens
lenses | mine mines mined mining | ngo ngos | queue queued queuing queueing | quiz quizzes quizzed quizzing | saw
sawed sawing | staff staffed staffing | stuff stuffed stuffing | sue sued suing | trek trekked trekking
"""
"""Forms that are regular, or nearly, but have another stem or look like another word."""


def _by_form(*tables: str) -> dict[str, list[tuple[str, ...]]]:
    """Map each form in the tables to the groups that contain it."""
    groups: dict[str, list[tuple[str, ...]]] = {}
    for group in "|".join(tables).split("|"):
        for form in group.split():
            groups.setdefault(form, []).append(tuple(group.split()))
    return groups


_IRREGULAR_VERBS = _by_form(_VERBS, _STEMMED_APART)
_IRREGULAR_NOUNS = _by_form(_NOUNS)

_LOOK_INFLECTED = frozenset("crooked dogged evening gps https mrs news ragged rugged sms thus wicked".split())
"""Words that look like forms of others and are not: `evening` of even, `news` of new."""
_NO_FORMS = _LOOK_INFLECTED | FUNCTION_WORDS - {"describe", "explain", "please", "tell"}
"""Words that the rules neither produce nor inflect (`does` from doe, `this` from thi).

The function words that are verbs of asking (`describe`, `tell`) are inflected.
"""
_NO_VERBS = frozenset("breath caste cloth envelope past secret severe suite unit".split())
"""Words whose -ed and -ing forms would be those of another verb: unite, paste, clothe, breathe, sever, suit."""

_NO_E = re.compile(
    r"(?:ck|ff|gg|dd|ll|nn|rr|ss|tt|sh|gh|[cflnprx]t|[lnr]d|[lr]m|[rw]n|[lnrsw]k|[lmr]p|[lr]ow|x"
    r"|ea[dklmnpr]|(?:ee|oa|oo)[dklmnprt]|ai[dlmnrt])e$"
)
"""Endings of words in -e that are names, not verbs: `Cooke` is not cooked, `Locke` not locked, `Moore` not moored."""
_NEEDS_E = re.compile(r"(?:[uv]|[^i]c|[bcdfgkptz]l|[dlr]g|[^s]s)$")
"""Endings of verbs from which the final -e is missing: `valu`, `leav`, `handl`, `chang`, `pleas`."""
_DOUBLES = re.compile(r"(?:[^aeiouy]|qu)[aeiouy][bdgklmnprtvz]$")
"""Endings of verbs whose last letter doubles: `planned`. In longer ones it may (`admitted`) or may not (`visited`)."""
_NEVER_DOUBLES = re.compile(r"(?:[aeo]n|[ao]r|(?<![ft])er)$")
"""Endings that are unstressed in longer words, so that the last letter does not double: `opened`."""
_VOWELS = re.compile(r"(?:(?<!q)u|[aeioy])[aeiouy]*")
"""A run of vowels; a word has about one for each syllable."""
_CONSONANT_Y = re.compile(r"(?:[^aeiou]|qu)y$")
_PLURAL_NOT_IN_S = re.compile(r"(?:[sxz]|[^aeor]ch|sh)$")
"""Endings of words whose plural is never made by -s alone."""
_PLURAL_MAY_BE_IN_ES = re.compile(r"(?:[sxzo]|ch|sh)$")
"""Endings of words whose plural is made by -es, or may be: `boxes`, `heroes`, `churches`."""
_LONG_PLURAL = re.compile(r"(?:[sxzo]|ch|sh)es$")
_SINGULAR_SIS = re.compile(r"..[aeiopy]sis$")
"""Endings of Greek words: `analysis`, `crisis`, `emphasis`."""
_PLURAL_SES = re.compile(r"..[aeiopy]ses$")
"""Endings of the plurals of such words.

Some other words have them too; their made-up singular is no word and does no harm.
"""
_OTHER_STEM_IN_FORMS = re.compile(r"ic$|..u$")
"""Endings of short words whose forms have another stem: `panic` and `panicked`, `menu` and `menus`."""
_PARTICIPLE = re.compile(r"[aeiouy].*(?:[^e]ed|ing)$")
"""Words that look like participles: they get a plural (`buildings`), but no -ed or -ing."""
_DOUBLED = re.compile(r"([bdgklmnprtvz])\1$")


@lru_cache(maxsize=MAX_CACHED_WORDS)
def inflections(word: str) -> tuple[str, ...]:
    """Return a lower-case word and its other inflected forms, the word first: `plan`, `plans`, `planned`."""
    if not 1 < len(word) <= MAX_LETTERS or not (word.isascii() and word.isalpha()):
        return (word,)
    return tuple(dict.fromkeys((word, *_irregular_forms(word), *_regular_forms(word))))[:MAX_FORMS]


def _irregular_forms(word: str) -> Iterator[str]:
    """Yield the forms of the verbs and nouns that a word is an irregular form of."""
    for group in _IRREGULAR_VERBS.get(word, ()):
        yield from group
        yield from _regular_forms(group[0])
    for nouns in _IRREGULAR_NOUNS.get(word, ()):
        yield from nouns
    if _SINGULAR_SIS.search(word):
        yield f"{word[:-2]}es"
    elif _PLURAL_SES.search(word):
        yield f"{word[:-2]}is"


def _regular_forms(word: str) -> Iterator[str]:
    """Yield the forms of every base that a word may be a regular form of, the base's irregular forms included.

    Forms that are other words are left out.
    """
    if word in _NO_FORMS:
        return
    for base in _bases(word):
        made = tuple(_forms(base))
        if word == base or (word in made and _is_same_word(word, base)):
            if _is_irregular_verb(base):
                yield from (form for group in _IRREGULAR_VERBS[base] if group[0] == base for form in group)
            yield from (form for form in (base, *made) if form not in _NO_FORMS and _is_same_word(form, base))


def _is_irregular_verb(word: str) -> bool:
    return any(group[0] == word for group in _IRREGULAR_VERBS.get(word, ()))


def _is_same_word(form: str, base: str) -> bool:
    """Whether a regular form of a base is the same word.

    The form of a short base must have the same stem, which tells `see` from `seed` and `new` from `news`. Exceptions
    are words such as `panicked`, `menus` and `pcs`.
    """
    if len(base) >= LONG_BASE or _OTHER_STEM_IN_FORMS.search(base) or not _VOWELS.search(base):
        return True
    return stem(form) == stem(base)


def _bases(word: str) -> Iterator[str]:
    """Yield the words that a word may be a regular form of, the word itself last."""
    if word.endswith("s") and not word.endswith("ss"):
        yield word[:-1]
        if _LONG_PLURAL.search(word):
            yield word[:-2]
    if word.endswith(("ies", "ied")):
        yield f"{word[:-3]}y"
    for ending in ("ed", "ing"):
        if word.endswith(ending):
            start = word[: -len(ending)]
            yield f"{start}e"
            yield start
            if _DOUBLED.search(start) or start.endswith("ck"):
                yield start[:-1]
    if word.endswith("ying"):
        yield f"{word[:-4]}ie"
    yield word


def _forms(base: str) -> Iterator[str]:
    """Yield the regular forms of a base: its plurals, and -ed and -ing if it may be a verb."""
    if _CONSONANT_Y.search(base):
        yield f"{base[:-1]}ies"
    elif _PLURAL_MAY_BE_IN_ES.search(base):
        yield f"{base}es"
    if not _PLURAL_NOT_IN_S.search(base) and not _CONSONANT_Y.search(base):
        yield f"{base}s"
    if _may_be_verb(base):
        yield from _verb_forms(base)


def _may_be_verb(base: str) -> bool:
    return (
        len(base) >= MIN_VERB_LETTERS
        and base not in _NO_VERBS
        and (base not in _IRREGULAR_VERBS or _is_irregular_verb(base))
        and all(group[0] == base for group in _IRREGULAR_NOUNS.get(base, ()))
        and _VOWELS.search(base) is not None
        and not any(pattern.search(base) for pattern in (_NO_E, _NEEDS_E, _PARTICIPLE))
    )


def _verb_forms(base: str) -> tuple[str, ...]:
    """Return the forms in -ed and -ing."""
    if base.endswith("ie"):
        return f"{base}d", f"{base[:-2]}ying"
    if base.endswith("e"):
        return f"{base}d", f"{base if base[-2] in 'eoy' else base[:-1]}ing"
    if _CONSONANT_Y.search(base):
        return f"{base[:-1]}ied", f"{base}ing"
    return tuple(f"{start}{ending}" for start in _starts(base) for ending in ("ed", "ing"))


def _starts(base: str) -> tuple[str, ...]:
    """Return what -ed and -ing are added to: the base, the base with its last letter doubled, or both."""
    is_long = len(_VOWELS.findall(base)) > 1
    if is_long and base.endswith("ic"):
        return (f"{base}k",)
    if not _DOUBLES.search(base) or (is_long and _NEVER_DOUBLES.search(base)):
        return (base,)
    doubled = f"{base}{base[-1]}"
    return (base, doubled) if is_long else (doubled,)

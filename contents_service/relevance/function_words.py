"""Words that say nothing by themselves, which questions leave out."""

from __future__ import annotations

# Question words and words that join others. Keeping them in questions costs .004 to .032 of success@1. The index keeps
# them, since they may be part of a name.
FUNCTION_WORDS = frozenset(
    """
    a about am an and any are as at be been being but by can could did do does doing done for from had has have having
    he her hers him his how i if in into is it its itself many may me might mine much must my of on onto or our ours
    shall she should so some such than that the their theirs them then there these they this those to too
    upon us was we were what whatever when whenever where wherever which whichever while who whoever whom whose why will
    with would you your yours please tell describe explain
    i'm you're he's she's it's we're they're i've you've we've they've i'd you'd isn't aren't wasn't weren't don't
    doesn't didn't can't couldn't won't wouldn't shouldn't hasn't haven't hadn't what's who's where's how's that's
    there's let's
    """.split()
)
ASKED_MEASURES = frozenset("long often quickly soon".split())
"""Words that say nothing right after *how*: "How long does it take?" is answered by days, hardly ever with *long*."""

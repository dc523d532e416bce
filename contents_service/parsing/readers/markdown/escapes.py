"""Words that Markdown writes with escapes or entities."""

from __future__ import annotations

import re
from html import unescape

_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_ESCAPE_IN_WORD = re.compile(r"\w\\[._'’-]+\w|\w\\[+#]")
_ENTITY = re.compile(r"&(?:#\w+|[A-Za-z]\w*);")


def unescaped_words(text: str) -> str:
    r"""Return the words that an escape or entity splits, as a reader sees them: `foo_bar` for `foo\_bar`."""
    if "\\" not in text and "&" not in text:
        return ""
    escaped = (word for word in text.split() if _ESCAPE_IN_WORD.search(word) or _has_letter_entity(word))
    return " ".join(dict.fromkeys(unescape(_ESCAPE.sub(r"\1", word)) for word in escaped))


def _has_letter_entity(word: str) -> bool:
    """Whether a word writes a letter as an entity, as `caf&eacute;` does."""
    return any(unescape(entity).isalpha() for entity in _ENTITY.findall(word))

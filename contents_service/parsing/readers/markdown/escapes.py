"""Words of Markdown that are written otherwise than they are read."""

from __future__ import annotations

import re
from html import unescape

_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_INSIDE_A_WORD = re.compile(r"\w\\[._'’-]+\w|\w\\[+#]")
_ENTITY = re.compile(r"&(?:#\w+|[A-Za-z]\w*);")


def words_as_read(text: str) -> str:
    r"""The words that a backslash or an entity splits, as a reader sees them: `foo_bar` for `foo\_bar`."""
    if "\\" not in text and "&" not in text:
        return ""
    read = (unescape(_ESCAPE.sub(r"\1", word)) for word in text.split() if _INSIDE_A_WORD.search(word) or _letter(word))
    return " ".join(dict.fromkeys(read))


def _letter(word: str) -> bool:
    """Whether it writes a letter as an entity, as `caf&eacute;` does."""
    return any(unescape(entity).isalpha() for entity in _ENTITY.findall(word))

"""HTML made safe for a parser that looks ahead to the end of the text at each tag that never ends."""

from __future__ import annotations

import re

_COMMENT_END = re.compile(r"--\s*>")


def harmless(text: str) -> str:
    """The same text, character for character in its place, without what would be searched for over and over.

    A comment that never closes is no comment, and what follows the last tag is only text. Sections in brackets, which
    the parser refuses, become what browsers take them for: comments up to the next `>`.
    """
    text = text.replace("<![", "<!-[")
    ends = [found.start() for found in _COMMENT_END.finditer(text)]
    open_comments = text.find("<!--", ends[-1] if ends else 0)
    if open_comments >= 0:
        text = text[:open_comments] + text[open_comments:].replace("<!--", "    ")
    tail = text.rfind(">") + 1
    return text[:tail] + text[tail:].replace("<", " ")

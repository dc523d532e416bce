"""HTML made safe for a parser that looks ahead to the end of the text at each tag that never ends."""

from __future__ import annotations

import re

_COMMENT_END = re.compile(r"--\s*>")
_COMMENT = re.compile(r"<!--(?:-?>|.*?--\s*>)", re.DOTALL)
_EMPTY_COMMENTS = ("<!-->", "<!--->")
_TITLE = re.compile(
    r"(<title\b[^<>]*>)((?:(?!</?(?:title|head|body|meta|link|script|style)\b).){1,1000})(?=</title)",
    re.DOTALL | re.IGNORECASE,
)


def harmless(text: str) -> str:
    """The same text, line for line in its place, without what would be searched for over and over.

    A comment that never closes is no comment, and what follows the last tag is only text. Sections in brackets, which
    the parser refuses, become what browsers take them for: comments up to the next `>`. As for them, `<!-->` is a whole
    comment, and a title has no tags in it.
    """
    text = _TITLE.sub(lambda found: found[1] + found[2].replace("<", "&lt;"), text.replace("<![", "<!-["))
    closed = max((found.end() for found in _COMMENT_END.finditer(text)), default=0)
    text = _COMMENT.sub(_closed, text[:closed]) + text[closed:]
    open_comments = text.find("<!--", max(closed - 3, 0))
    if open_comments >= 0:
        text = text[:open_comments] + text[open_comments:].replace("<!--", "    ")
    tail = text.rfind(">") + 1
    return text[:tail] + text[tail:].replace("<", " ")


def _closed(comment: re.Match[str]) -> str:
    return " " * len(comment[0]) if comment[0] in _EMPTY_COMMENTS else comment[0]

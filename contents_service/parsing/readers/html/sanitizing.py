"""HTML rewritten so that Python's parser takes linear time on it."""

from __future__ import annotations

import re

_COMMENT_END = re.compile(r"--\s*>")
_COMMENT = re.compile(r"<!--(?:-?>|.*?--\s*>)", re.DOTALL)
_EMPTY_COMMENTS = ("<!-->", "<!--->")
_TITLE = re.compile(
    r"(<title\b[^<>]*>)((?:(?!</?(?:title|head|body|meta|link|script|style)\b).){1,1000})(?=</title)",
    re.DOTALL | re.IGNORECASE,
)


def sanitize(text: str) -> str:
    """Return the text with every line in its place, and without markup that makes the parser scan to the end each time.

    Comments that never close and `<` after the last tag become plain text. As in browsers, `<![` begins a comment
    that ends at the next `>`, `<!-->` is a complete comment, and a title contains no tags.
    """
    text = _TITLE.sub(lambda found: found[1] + found[2].replace("<", "&lt;"), text.replace("<![", "<!-["))
    closed = max((found.end() for found in _COMMENT_END.finditer(text)), default=0)
    text = _COMMENT.sub(_blank_empty_comment, text[:closed]) + text[closed:]
    unclosed = text.find("<!--", max(closed - 3, 0))
    if unclosed >= 0:
        text = text[:unclosed] + text[unclosed:].replace("<!--", "    ")
    tail = text.rfind(">") + 1
    return text[:tail] + text[tail:].replace("<", " ")


def _blank_empty_comment(comment: re.Match[str]) -> str:
    return " " * len(comment[0]) if comment[0] in _EMPTY_COMMENTS else comment[0]

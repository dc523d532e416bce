"""Letters written as escapes: what they mean."""

from __future__ import annotations

import pytest

from contents_service.parsing.readers.escaped_letters import has_escaped_letters, unescape_lines


@pytest.mark.parametrize(
    ("escaped", "meant"),
    [
        (r"greeting = Gr\u00fc\u00dfe", "greeting = Grüße"),
        (r"one\u{1F999}", "one🦙"),
        (r"\ud83e\udd99 walks", "🦙 walks"),
        (r"\U0001F999", "🦙"),
        (r"Z\xfcrich", "Zürich"),
        (r"lone \ud83e half", "lone  half"),
    ],
)
def test_an_escaped_letter_is_read_as_what_it_means(escaped: str, meant: str) -> None:
    assert has_escaped_letters(escaped)
    assert unescape_lines(f"plain\n{escaped}\nplain") == meant


@pytest.mark.parametrize("text", [r"C:\users\new", r"a\nb", "plain"])
def test_other_backslashes_are_no_letters(text: str) -> None:
    assert not has_escaped_letters(text)
    assert unescape_lines(text) == ""

"""Lines of Chinese and Japanese are joined without a space."""

from __future__ import annotations

import pytest

from contents_service.relevance.unspaced_lines import is_unspaced, join_unspaced_lines


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        ("延長は一\n回に限り", "延長は一回に限り"),
        ("貸\n出\nが", "貸出が"),
        ("保修期为五年，\n  由商店承担。\n\n六百次", "保修期为五年，由商店承担。六百次"),
        ("カタ\u3000\n\u3000カナ", "カタカナ"),
        ("他说：“好。”\n然后走了", "他说：“好。”然后走了"),
        ("𠮷野\n𠮷田", "𠮷野𠮷田"),
    ],
)
def test_a_line_end_between_characters_without_spaces_is_dropped(lines: str, joined: str) -> None:
    assert join_unspaced_lines(lines) == joined


@pytest.mark.parametrize(
    "lines", ["version\n一", "一\n2 回", "한국\n어", "a\nb", "“yes”\n“no”", "一 回", "一\u3000回", "é\nà", "一\n"]
)
def test_all_other_line_ends_and_spaces_stay(lines: str) -> None:
    assert join_unspaced_lines(lines) == lines


def test_one_character_on_either_side_decides() -> None:
    assert is_unspaced("一", "。")
    assert not is_unspaced("一", "a")
    assert not is_unspaced("", "一")

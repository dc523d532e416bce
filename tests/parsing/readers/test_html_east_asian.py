"""Chinese and Japanese pages: lines are joined without spaces, and words are whole without the readings in them."""

from __future__ import annotations

import pytest
from helpers.own_line_checks import source

from contents_service.model import ParsedDocument
from contents_service.parsing.readers import html


def read(text: str) -> ParsedDocument:
    return html.read(source(text))


def texts(text: str) -> list[str]:
    return [block.text for block in read(text).blocks]


def test_a_line_end_between_two_characters_is_no_space() -> None:
    assert texts("<p>延長は一\n  回に<b>限\nり</b>\n認められ<br>\nます。\n<p>第 3\n版 version\n二") == [
        "延長は一回に限り認められ\nます。",
        "第 3 版 version 二",
    ]


@pytest.mark.parametrize(
    "ruby",
    [
        "<ruby>閲<rp>（</rp><rt>えつ</rt><rp>）</rp>覧<rp>（</rp><rt>らん</rt><rp>）</rp></ruby>",
        "<ruby><rb>閲<rb>覧<rp>（<rt>えつ<rt>らん<rp>）</ruby>",
        "<ruby>\n閲<rt>えつ</rt>\n覧<rt>らん</rt>\n</ruby>",
        "<ruby>閲覧<rtc><rt>えつ<rt>らん</rtc></ruby>",
    ],
)
def test_a_word_is_whole_without_its_readings_and_found_by_them(ruby: str) -> None:
    (block,) = read(f"<p>この{ruby}室は三階").blocks

    assert (block.text, block.extra) == ("この閲覧室は三階", "えつらん")


def test_a_reading_that_is_never_closed_hides_nothing_after_its_paragraph() -> None:
    assert texts("<div><ruby>閲<rt>えつ<p>三階</p>四階</div><rt>五階") == ["閲", "三階", "四階", "五階"]


def test_a_cell_is_found_by_the_readings_in_it() -> None:
    parsed = read("<table><tr><th>室<th>階<tr><td><ruby>閲<rt>えつ</ruby><td>三</table>")

    assert [(block.text, block.extra) for block in parsed.blocks] == [("室 | 階", ""), ("閲 | 三", "えつ")]

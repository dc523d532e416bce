"""Tables of HTML are read row by row, unless they only lay out the page."""

from __future__ import annotations

from helpers.own_line_checks import block_with, source

from contents_service.limits import Limits
from contents_service.model import ParsedDocument
from contents_service.parsing.chunking.passages import cut
from contents_service.parsing.readers import html


def texts(parsed: ParsedDocument) -> list[str]:
    return [block.text for block in parsed.blocks]


def read(text: str) -> ParsedDocument:
    return html.read(source(text))


def test_each_row_of_a_table_has_the_header_as_context() -> None:
    parsed = read("<table>\n<tr><th>Cone<th>Heat\n<tr><td>Six<td><p>1222 C\n<tr><td>Ten<td>1305 C</table>")

    assert [(block.kind, block.text, block.lines, block.context) for block in parsed.blocks] == [
        ("row", "Cone | Heat", (2, 2), "Cone | Heat"),
        ("row", "Six | 1222 C", (3, 3), "Cone | Heat"),
        ("row", "Ten | 1305 C", (4, 4), "Cone | Heat"),
    ]


def test_a_cell_that_spans_rows_is_repeated_in_each_of_them() -> None:
    rows = "<tr><td rowspan=2>North<td>desk<td>9–17<tr><td>yard<td>7–15<tr><td colspan=2>South<td>closed"

    parsed = read(f"<table><tr><th>Depot<th>Place<th>Open{rows}</table>")

    assert [block.text for block in parsed.blocks] == [
        "Depot | Place | Open",
        "North | desk | 9–17",
        "North | yard | 7–15",
        "South | closed",
    ]


def test_a_table_shares_its_passage_with_its_caption_and_the_sentence_above() -> None:
    table = "<table><caption>Cones<tr><th>Cone<th>Heat<tr><td>Six<td>1222 C</table>"

    passages = cut(read(f"<p>As measured:</p>{table}"), Limits())

    assert len(passages) == 1
    assert passages[0].text.split() == "As measured: Cones Cone | Heat Six | 1222 C".split()


def test_a_table_for_layout_is_read_as_the_text_of_its_cells() -> None:
    parsed = read("<table><tr><td>Menu<td><h2>Fees</h2><p>They are low.</table>")

    assert texts(parsed) == ["Menu", "Fees", "They are low."]
    assert block_with(parsed, "low").path == ("Fees",)


def test_a_table_inside_a_layout_table_has_rows() -> None:
    parsed = read("<table><tr><td>Left<td><table><tr><th>Cone<td>Six</table>right</table>")

    assert texts(parsed) == ["Left", "Cone | Six", "right"]


def test_a_table_in_a_cell_is_a_part_of_its_row() -> None:
    inner = "<table><tr><td>gate<td>am<tr><td>till<td>pm</table>"
    parsed = read(
        f"<table><tr><th>Week<th>Warden<th>Duties<tr><td>19<td>Marit<td>{inner}<tr><td>20<td>Suresh<td>bar</table>"
    )

    assert texts(parsed) == ["Week | Warden | Duties", "19 | Marit | gate, am; till, pm", "20 | Suresh | bar"]
    assert {block.context for block in parsed.blocks} == {"Week | Warden | Duties"}


def test_a_long_table_in_a_cell_follows_its_row_as_rows() -> None:
    inner = "<table><tr><th>Port<th>Use" + "".join(f"<tr><td>{port}<td>service" for port in range(40)) + "</table>"
    parsed = read(f"<table><tr><th>Host<th>Ports<tr><td>alpha<td>open: {inner}<tr><td>beta<td>none</table>")

    assert texts(parsed)[:4] == ["Host | Ports", "alpha | open:", "Port | Use", "0 | service"]
    assert block_with(parsed, "39 | service").context == "Port | Use"
    assert block_with(parsed, "beta").context == "Host | Ports"


def test_rows_of_short_values_without_a_header_stay_rows_around_a_table() -> None:
    rows = "<tr><td>S<td>green<td>12<tr><td>M<td><table><tr><td>red<td>dark</table><td>14<tr><td>L<td>blue<td>16"

    assert texts(read(f"<table>{rows}</table>")) == ["S | green | 12", "M | red, dark | 14", "L | blue | 16"]


def test_tables_side_by_side_in_a_table_are_tables_of_their_own() -> None:
    inner = "<table><tr><td>Cone<td>Six</table>"

    for rows in (f"<tr><td>{inner}<td>{inner}", f"<tr><td><b>Left</b><td><b>Right</b><tr><td>{inner}<td>{inner}"):
        assert texts(read(f"<table>{rows}</table>"))[-2:] == ["Cone | Six", "Cone | Six"]


def test_all_rows_of_header_cells_at_the_top_are_the_header_even_with_an_empty_corner() -> None:
    corner = "<table><tr><td></td><th>Six<th>Ten<tr><th>Heat<td>1222<td>1305</table>"
    two = "<table><tr><th rowspan=2>Depot<th colspan=2>Open<tr><th>May<th>June<tr><td>North<td>7–19<td>9–17</table>"

    assert [block.context for block in read(corner).blocks] == [" | Six | Ten"] * 2
    assert [block.context for block in read(two).blocks] == ["Depot | Open\nDepot | May | June"] * 3


def test_the_only_bold_row_is_a_header_if_it_is_the_first() -> None:
    bold = "<table><tr><td><p><b>Item</b><td style='font-weight:700'>Price<tr><td>Pump<td>12</table>"
    all_bold = "<b><table><tr><td>Pump<td>12<tr><td>Hose<td>3</table></b>"

    assert [block.context for block in read(bold).blocks] == ["Item | Price"] * 2
    assert [block.context for block in read(all_bold).blocks] == [None] * 2


def test_a_table_with_a_header_has_rows_even_with_lists_and_code_in_its_cells() -> None:
    parsed = read("<table><tr><th>Flag<th>Use<tr><td><pre>--dry</pre><td><ul><li>tries<li>changes nothing</ul></table>")

    assert texts(parsed) == ["Flag | Use", "--dry | tries changes nothing"]


def test_a_box_with_an_icon_next_to_its_text_is_not_a_table() -> None:
    assert texts(read("<table><tr><td><i title=Note></i><td>Needs a disk.</table>")) == ["Needs a disk."]


def test_line_numbers_next_to_code_are_left_out() -> None:
    parsed = read("<table><tr><td><pre>9\n10\n11</pre><td><pre>a = 1\n\nb = 2</pre></table><pre>1\n2</pre>")

    assert texts(parsed) == ["a = 1\n\nb = 2", "1\n2"]


def test_fallbacks_for_older_browsers_and_closed_dialogs_are_left_out() -> None:
    parsed = read(
        "<noscript>Enable JavaScript</noscript><a class=skip-link href='#m'>Skip</a><video>No video</video>"
        "<dialog>Subscribe</dialog><dialog open>Welcome</dialog>"
    )

    assert texts(parsed) == ["Welcome"]

"""The picture of a growth says what was measured."""

from __future__ import annotations

from xml.etree import ElementTree

from contents_service.bench.comparison import Comparison, Times
from contents_service.bench.growth_chart import draw_chart

SVG = "{http://www.w3.org/2000/svg}"


def searches(native: float, ours: float) -> Comparison:
    return Comparison("A search", (Times("native", (native,) * 3), Times("ours & all", (ours,) * 3)))


def picture(*measured: Comparison) -> ElementTree.Element:
    return ElementTree.fromstring(draw_chart("Growth", [10_000, 100_000, 1_000_000][: len(measured)], measured))


def test_each_way_is_a_line_that_says_how_much_it_has_grown() -> None:
    root = picture(searches(0.01, 0.02), searches(0.011, 0.025), searches(0.02, 0.03))
    said = [text.text for text in root.iter(f"{SVG}text")]

    assert {"native: × 2.00", "ours & all: × 1.50", "10,000", "100,000", "1,000,000"} <= set(said)
    assert len(list(root.iter(f"{SVG}polyline"))) == 2


def test_what_grew_more_is_drawn_higher_and_all_ways_begin_at_one_point() -> None:
    native, ours = picture(searches(0.01, 0.02), searches(0.03, 0.02)).iter(f"{SVG}polyline")
    (first, higher), (same, lower) = (line.attrib["points"].split() for line in (native, ours))

    assert first == same
    assert float(higher.split(",")[1]) < float(lower.split(",")[1])


def test_one_size_alone_can_be_drawn() -> None:
    assert picture(searches(0.01, 0.02)).tag == f"{SVG}svg"

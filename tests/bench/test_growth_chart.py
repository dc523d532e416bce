"""The growth chart shows what was measured."""

from __future__ import annotations

from xml.etree import ElementTree

from contents_service.bench.comparison import Comparison, Times
from contents_service.bench.growth_chart import draw_chart

SVG = "{http://www.w3.org/2000/svg}"


def comparison(native: float, ours: float) -> Comparison:
    return Comparison("A search", (Times("native", (native,) * 3), Times("ours & all", (ours,) * 3)))


def chart(*comparisons: Comparison) -> ElementTree.Element:
    return ElementTree.fromstring(draw_chart("Growth", [10_000, 100_000, 1_000_000][: len(comparisons)], comparisons))


def test_each_way_is_a_line_labelled_with_its_growth() -> None:
    root = chart(comparison(0.01, 0.02), comparison(0.011, 0.025), comparison(0.02, 0.03))
    texts = [text.text for text in root.iter(f"{SVG}text")]

    assert {"native: × 2.00", "ours & all: × 1.50", "10,000", "100,000", "1,000,000"} <= set(texts)
    assert len(list(root.iter(f"{SVG}polyline"))) == 2


def test_lines_start_at_one_point_and_more_growth_is_drawn_higher() -> None:
    native, ours = chart(comparison(0.01, 0.02), comparison(0.03, 0.02)).iter(f"{SVG}polyline")
    (first, higher), (same, lower) = (line.attrib["points"].split() for line in (native, ours))

    assert first == same
    assert float(higher.split(",")[1]) < float(lower.split(",")[1])


def test_a_single_size_can_be_drawn() -> None:
    assert chart(comparison(0.01, 0.02)).tag == f"{SVG}svg"

"""An SVG chart of how the times of a comparison grow with the number of passages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import log10

from contents_service.bench.comparison import Comparison

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 50, 40, 90, 60
COLOURS = ("#6b7280", "#2563eb", "#b45309")
HEADROOM = 1.15
"""The top of the scale, as a multiple of the highest point."""

Scale = Callable[[float], float]


def draw_chart(title: str, sizes: Sequence[int], comparisons: Sequence[Comparison]) -> str:
    """Return a chart with a line for each way: its median relative to the smallest size, on a logarithmic x axis."""
    lines = {
        name: [one.times[way].median / comparisons[0].times[way].median for one in comparisons]
        for way, name in enumerate(times.name for times in comparisons[0].times)
    }
    top = HEADROOM * max(max(multiples) for multiples in lines.values())
    x, y = _x_scale(sizes), _y_scale(top)
    parts = [_text(LEFT, 24, title, size=15)]
    for index, (name, multiples) in enumerate(lines.items()):
        parts += _line(
            [(x(size), y(multiple)) for size, multiple in zip(sizes, multiples, strict=True)], COLOURS[index % 3]
        )
        parts += [_text(LEFT, 44 + 17 * index, f"{name}: × {multiples[-1]:.2f}", colour=COLOURS[index % 3])]
    parts += [_text(x(size), HEIGHT - 36, f"{size:,}", anchor="middle") for size in sizes]
    parts += [_text(WIDTH / 2, HEIGHT - 12, "passages in the core", anchor="middle")]
    parts += [_text(LEFT - 8, y(level), f"× {level}", anchor="end") for level in range(int(top) + 1)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _x_scale(sizes: Sequence[int]) -> Scale:
    low, width = log10(sizes[0]), log10(sizes[-1] / sizes[0]) or 1.0
    return lambda size: LEFT + (WIDTH - LEFT - RIGHT) * (log10(size) - low) / width


def _y_scale(top: float) -> Scale:
    return lambda multiple: HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * multiple / top


def _line(points: Sequence[tuple[float, float]], colour: str) -> Iterator[str]:
    joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    yield f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for x, y in points:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>'


def _text(x: float, y: float, text: str, *, size: int = 12, anchor: str = "start", colour: str = "#111827") -> str:
    attributes = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"'
    return f"<text {attributes}>{escape(text)}</text>"

"""How the ways of a comparison grow with what is stored, drawn as a picture (SVG)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import log10

from contents_service.bench.comparison import Comparison

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 50, 40, 90, 60
COLOURS = ("#6b7280", "#2563eb", "#b45309")
HEADROOM = 1.15
"""Of the scale above the highest point."""

Scale = Callable[[float], float]


def draw_chart(title: str, sizes: Sequence[int], comparisons: Sequence[Comparison]) -> str:
    """A line for each way: its median as multiples of its first, over the sizes on a logarithmic scale."""
    lines = {
        name: [each.times[way].middle / comparisons[0].times[way].middle for each in comparisons]
        for way, name in enumerate(times.name for times in comparisons[0].times)
    }
    most = HEADROOM * max(max(grown) for grown in lines.values())
    x, y = _across(sizes), _up(most)
    parts = [_text(LEFT, 24, title, size=15)]
    for place, (name, grown) in enumerate(lines.items()):
        parts += _line([(x(size), y(times)) for size, times in zip(sizes, grown, strict=True)], COLOURS[place % 3])
        parts += [_text(LEFT, 44 + 17 * place, f"{name}: × {grown[-1]:.2f}", colour=COLOURS[place % 3])]
    parts += [_text(x(size), HEIGHT - 36, f"{size:,}", anchor="middle") for size in sizes]
    parts += [_text(WIDTH / 2, HEIGHT - 12, "passages in the core", anchor="middle")]
    parts += [_text(LEFT - 8, y(level), f"× {level}", anchor="end") for level in range(int(most) + 1)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _across(sizes: Sequence[int]) -> Scale:
    low, width = log10(sizes[0]), log10(sizes[-1] / sizes[0]) or 1.0
    return lambda size: LEFT + (WIDTH - LEFT - RIGHT) * (log10(size) - low) / width


def _up(most: float) -> Scale:
    return lambda times: HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * times / most


def _line(points: Sequence[tuple[float, float]], colour: str) -> Iterator[str]:
    joined = " ".join(f"{across:.1f},{up:.1f}" for across, up in points)
    yield f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for across, up in points:
        yield f'<circle cx="{across:.1f}" cy="{up:.1f}" r="3.5" fill="{colour}"/>'


def _text(
    across: float, up: float, said: str, *, size: int = 12, anchor: str = "start", colour: str = "#111827"
) -> str:
    place = f'x="{across:.1f}" y="{up:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"'
    return f"<text {place}>{escape(said)}</text>"

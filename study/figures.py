"""SVG figures: small multiples with one panel per problem. Plain text, the same bytes for the same numbers."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

# Readable without color: each method has its own mark.
STYLES = {
    "ensemble": ("#0b5394", "circle"),
    "solver": ("#38761d", "square"),
    "random": ("#b45f06", "triangle"),
    "hypothesis": ("#990000", "diamond"),
    "near-valid": ("#666666", "cross"),
}
WIDTH, HEIGHT, COLUMNS = 290, 200, 3
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 30, 34
FONT = "font-family='Helvetica, Arial, sans-serif'"


@dataclass(frozen=True)
class Line:
    """A method's values at numbers of tests per bucket."""

    method: str
    points: Sequence[tuple[int, float]]


def mark(kind: str, x: float, y: float, color: str, size: float = 4) -> str:
    at = f"{x:.1f} {y:.1f}"
    shapes = {
        "circle": f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{size}' fill='{color}'/>",
        "square": f"<rect x='{x - size:.1f}' y='{y - size:.1f}' width='{2 * size}' height='{2 * size}' fill='{color}'/>",
        "triangle": f"<path d='M {at} m 0 {-size - 1} l {size + 1} {2 * size} h {-2 * size - 2} z' fill='{color}'/>",
        "diamond": f"<path d='M {at} m 0 {-size - 1} l {size + 1} {size + 1} l {-size - 1} {size + 1} "
        f"l {-size - 1} {-size - 1} z' fill='{color}'/>",
        "cross": f"<path d='M {at} m {-size} {-size} l {2 * size} {2 * size} m 0 {-2 * size} l {-2 * size} {2 * size}' "
        f"stroke='{color}' stroke-width='2' fill='none'/>",
    }
    return shapes[kind]


def text(x: float, y: float, words: str, anchor: str = "middle", size: int = 11, weight: str = "normal") -> str:
    look = f"{FONT} font-size='{size}' font-weight='{weight}' text-anchor='{anchor}' fill='#222222'"
    return f"<text x='{x:.1f}' y='{y:.1f}' {look}>{words}</text>"


def rule(x1: float, y1: float, x2: float, y2: float, color: str = "#dddddd") -> str:
    return f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' stroke='{color}'/>"


def sheet(title: str, panels: list[tuple[str, list[str]]], methods: Sequence[str], footer: str) -> str:
    """Panels in rows, a title above, a legend below."""
    rows = math.ceil(len(panels) / COLUMNS)
    width, height = COLUMNS * WIDTH + 20, rows * HEIGHT + 90
    body = [f"<rect width='{width}' height='{height}' fill='white'/>", text(width / 2, 22, title, size=14, weight="bold")]
    for i, (name, parts) in enumerate(panels):
        x, y = 10 + (i % COLUMNS) * WIDTH, 32 + (i // COLUMNS) * HEIGHT
        heading = text((LEFT + WIDTH - RIGHT) / 2, 20, name, size=12, weight="bold")
        body.append(f"<g transform='translate({x} {y})'>{heading}{''.join(parts)}</g>")
    base = height - 34
    body.append(text(width / 2, base, footer))
    at = width / 2 - 60 * len(methods)
    for i, method in enumerate(methods):
        color, kind = STYLES[method]
        body.append(mark(kind, at + 120 * i, base + 18, color) + text(at + 120 * i + 10, base + 22, method, "start"))
    inside = "\n".join(body)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}' "
        f"role='img' aria-label='{title}'>\n{inside}\n</svg>\n"
    )


def shares(title: str, problems: dict[str, list[Line]], lowest: float) -> str:
    """Shares, from `lowest` to 1, against tests per bucket; a value below `lowest` is drawn at the edge."""
    ticks = (1, 3, 10, 30)

    def x(tests: int) -> float:
        return LEFT + 10 + (WIDTH - LEFT - RIGHT - 20) * math.log(tests) / math.log(ticks[-1])

    def y(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - max(share, lowest)) / (1 - lowest)

    panels = []
    for name, lines in problems.items():
        parts = []
        for step in range(6):
            share = lowest + (1 - lowest) * step / 5
            parts += [rule(LEFT, y(share), WIDTH - RIGHT, y(share)), text(LEFT - 6, y(share) + 4, f"{share:.2f}", "end", 10)]
        parts += [text(x(tick), HEIGHT - BOTTOM + 15, str(tick), size=10) for tick in ticks]
        for line in lines:
            color, kind = STYLES[line.method]
            path = " ".join(f"{x(tests):.1f},{y(share):.1f}" for tests, share in line.points)
            parts.append(f"<polyline points='{path}' fill='none' stroke='{color}' stroke-width='1.5'/>")
            parts += [mark(kind, x(tests), y(share), color) for tests, share in line.points]
        panels.append((name, parts))
    methods = [method for method in STYLES if any(line.method == method for each in problems.values() for line in each)]
    return sheet(title, panels, methods, "tests per negative bucket")


def times(title: str, problems: dict[str, dict[str, list[float]]]) -> str:
    """Seconds per bucket, one dot per bucket, on a logarithmic scale, with the methods side by side."""
    least, most = 0.01, 1000.0

    def y(seconds: float) -> float:
        part = math.log(min(max(seconds, least), most) / least) / math.log(most / least)
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - part)

    panels = []
    methods = list(dict.fromkeys(method for each in problems.values() for method in each))
    for name, series in problems.items():
        parts = []
        for tick in (0.01, 0.1, 1, 10, 100, 1000):
            parts += [rule(LEFT, y(tick), WIDTH - RIGHT, y(tick)), text(LEFT - 6, y(tick) + 4, f"{tick:g} s", "end", 10)]
        wide = (WIDTH - LEFT - RIGHT) / len(methods)
        for i, method in enumerate(methods):
            color, kind = STYLES[method]
            middle = LEFT + wide * (i + 0.5)
            values = series.get(method, [])
            for j, seconds in enumerate(values):
                offset = (j / max(len(values) - 1, 1) - 0.5) * wide * 0.7
                parts.append(mark(kind, middle + offset, y(seconds), color, 2))
            parts.append(text(middle, HEIGHT - BOTTOM + 15, method, size=10))
        panels.append((name, parts))
    return sheet(title, panels, methods, "one mark for each bucket, in the order of the buckets")

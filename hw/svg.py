"""The few shapes that a drawing needs, as SVG text."""

from collections.abc import Iterable
from html import escape

FONT = "'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif"
INK, SOFT = "#22262b", "#6b7280"
ROW, COLUMN, PANEL, LIGHTS = "#0f766e", "#7c3aed", "#2563eb", "#c2410c"
PAD_COLOURS = ("#d92d20", "#ef7d0e", "#f2c318", "#1f9d4d", "#22b8cf", "#2f56d8", "#8b3fc7", "#c9ced6")
_TINTS = ("#fdecea", "#fef1e3", "#fef9e0", "#e6f6ec", "#e3f7fa", "#e8edfc", "#f3e9fb", "#ffffff")


def tint(pad: int) -> str:
    """The light colour of a pad, 1-8."""
    return _TINTS[pad - 1]


def ink_on(pad: int) -> str:
    """The colour of letters on the colour of a pad: dark on yellow, cyan and white."""
    return INK if pad in (3, 5, 8) else "#ffffff"


def document(width: int, height: int, title: str, shapes: Iterable[str]) -> str:
    """A whole drawing, on white, readable on a screen and on paper."""
    body = "\n".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="{FONT}">\n<title>{escape(title)}</title>\n'
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n{body}\n</svg>\n'
    )


def rect(
    x: float, y: float, width: float, height: float, fill: str, stroke: str = "none", radius: float = 0
) -> str:
    """A rectangle."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'
    )


def circle(x: float, y: float, radius: float, fill: str, stroke: str = "none") -> str:
    """A circle."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'
    )


def line(*points: tuple[float, float], colour: str = INK, width: float = 2) -> str:
    """A line through points, with round corners."""
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    return (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
    )


def text(
    x: float,
    y: float,
    words: str,
    size: float = 13,
    colour: str = INK,
    anchor: str = "start",
    bold: bool = False,
) -> str:
    """A line of text on the base line `y`; `anchor` is start, middle or end."""
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}" text-anchor="{anchor}"{weight}>'
        f"{escape(words)}</text>"
    )


def card(x: float, y: float, width: float, height: float, title: str) -> list[str]:
    """A frame with a heading."""
    return [
        rect(x, y, width, height, "#f8f9fb", "#d5dae1", 12),
        text(x + 18, y + 28, title, 16, bold=True),
    ]

"""Makes the pictures of these pages: `make docs`. Everything is drawn from the program itself."""

import sys
from collections import defaultdict
from html import escape
from itertools import chain
from pathlib import Path

from device.app.replay import replay
from device.machine.machine import MENU, PHASES, edges
from hw.wiring import from_values
from hw.wiring_drawing import svg

HERE = Path(__file__).parent
PICTURES = HERE / "pictures"

# The drawings of `imaginiff wiring --svg`: the reference build, and each alternative to one of its parts.
WIRINGS: dict[str, dict[str, str]] = {
    "wiring.svg": {},
    "wiring-mcp23017.svg": {"pads.driver": "mcp23017"},
    "wiring-tca9555.svg": {"pads.driver": "tca9555"},
    "wiring-apa102.svg": {"lights.driver": "apa102"},
    "wiring-pca9685.svg": {"lights.driver": "pca9685"},
    "wiring-ssd1322.svg": {"panel.driver": "ssd1322", "lights.driver": "pca9685"},
}

# Where each phase stands in the picture of the machine: middle of its box.
PLACES = {
    "lobby": (110, 90),
    "roll": (430, 90),
    "vote": (790, 90),
    "lock": (1110, 90),
    "reveal": (1110, 370),
    "finale": (110, 370),
    "paused": (790, 600),
    "resume": (430, 600),
}
BOX = (120, 46)
# How far an arrow bends to its left, where a straight one would run through a box or another arrow.
BENDS = {
    ("lock", "vote"): 40,
    ("vote", "lock"): 40,
    ("reveal", "roll"): -30,
    ("paused", "reveal"): -40,
    ("reveal", "paused"): -40,
    ("resume", "reveal"): 20,
}
# Where on an arrow its label stands, from 0 (start) to 1 (end), where the middle is taken.
LABELS = {
    ("vote", "reveal"): 0.3,
    ("paused", "lock"): 0.62,
    ("paused", "roll"): 0.22,
    ("paused", "vote"): 0.62,
    ("resume", "vote"): 0.3,
    ("resume", "reveal"): 0.2,
    ("resume", "roll"): 0.72,
    ("reveal", "roll"): 0.6,
    ("reveal", "finale"): 0.62,
}


def machine_svg() -> str:
    """The state machine as a picture, drawn from its transition table."""
    reasons: dict[tuple[str, str], list[str]] = defaultdict(list)
    for start, why, end in edges():
        if why not in reasons[start.name, end.name]:
            reasons[start.name, end.name].append(why)
    body = [
        *(chain.from_iterable(_arrow(start, end, why) for (start, end), why in reasons.items())),
        *(chain.from_iterable(_box(phase.name) for phase in PHASES)),
        *_menu(),
    ]
    return "\n".join([*_HEAD, *body, "</svg>", ""])


_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1220 780" font-family="sans-serif" font-size="14">',
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8"',
    'orient="auto"><path d="M0 0 8 4 0 8z" fill="#556"/></marker></defs>',
    '<rect width="1220" height="780" fill="#fcfbf7"/>',
)


def _box(name: str) -> list[str]:
    x, y = PLACES[name]
    width, height = BOX
    return [
        f'<rect x="{x - width // 2}" y="{y - height // 2}" width="{width}" height="{height}" rx="10" '
        'fill="#223" stroke="#223"/>',
        f'<text x="{x}" y="{y + 6}" text-anchor="middle" font-size="18" font-weight="bold" fill="#fff">'
        f"{name}</text>",
    ]


def _arrow(start: str, end: str, reasons: list[str]) -> list[str]:
    if start == end:
        return _loop(start, reasons)
    (x1, y1), (x2, y2) = PLACES[start], PLACES[end]
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    bend = BENDS.get((start, end), 0)
    middle_x = (x1 + x2) / 2 + (y2 - y1) / length * bend
    middle_y = (y1 + y2) / 2 - (x2 - x1) / length * bend
    from_x, from_y = _edge_of(x1, y1, middle_x, middle_y)
    to_x, to_y = _edge_of(x2, y2, middle_x, middle_y)
    at = LABELS.get((start, end), 0.5)
    label_x = (1 - at) ** 2 * from_x + 2 * at * (1 - at) * middle_x + at**2 * to_x
    label_y = (1 - at) ** 2 * from_y + 2 * at * (1 - at) * middle_y + at**2 * to_y
    path = f'd="M{from_x:.0f} {from_y:.0f} Q{middle_x:.0f} {middle_y:.0f} {to_x:.0f} {to_y:.0f}"'
    return [
        f'<path {path} fill="none" stroke="#556" marker-end="url(#tip)"/>',
        *_label(label_x, label_y, reasons),
    ]


def _loop(name: str, reasons: list[str]) -> list[str]:
    x, y = PLACES[name]
    top = y - BOX[1] // 2
    path = f'd="M{x - 20} {top} C{x - 34} {top - 44} {x + 34} {top - 44} {x + 20} {top}"'
    return [f'<path {path} fill="none" stroke="#556" marker-end="url(#tip)"/>', *_label(x, top - 40, reasons)]


def _edge_of(x: float, y: float, to_x: float, to_y: float) -> tuple[float, float]:
    """Where a line from the middle of a box to a point leaves the box."""
    width, height = BOX[0] / 2 + 3, BOX[1] / 2 + 3
    across, down = to_x - x, to_y - y
    share = min(
        width / abs(across) if across else 1e9,
        height / abs(down) if down else 1e9,
    )
    return x + across * share, y + down * share


def _label(x: float, y: float, lines: list[str]) -> list[str]:
    width = max(len(line) for line in lines) * 7 + 8
    top = y - len(lines) * 8.5
    return [
        f'<rect x="{x - width / 2:.0f}" y="{top:.0f}" width="{width}" height="{len(lines) * 17}" '
        'fill="#fcfbf7" fill-opacity=".9"/>',
        *(_text(x, top + 13 + 17 * number, line, "middle") for number, line in enumerate(lines)),
    ]


def _text(x: float, y: float, text: str, anchor: str = "start", weight: str = "normal") -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" font-weight="{weight}" fill="#334">'
        f"{escape(text)}</text>"
    )


def _menu() -> list[str]:
    lines = [f"{item}: {', '.join(phase.name for phase in to)}" for item, to in MENU]
    return [
        '<rect x="930" y="560" width="270" height="160" rx="10" fill="#eef" stroke="#99a"/>',
        _text(950, 588, "The menu leads, where it may, to", weight="bold"),
        *(_text(950, 614 + 22 * number, line) for number, line in enumerate(lines)),
        _text(60, 720, "From roll, vote, lock and reveal: fewer than three players lead to paused."),
        _text(60, 742, "A tie-break won because the others left leads to the finale at once."),
    ]


def main() -> int:
    """Draw everything anew."""
    (HERE / "machine.svg").write_text(machine_svg(), encoding="utf-8")
    for name, values in WIRINGS.items():
        (HERE / name).write_text(svg(from_values(values)), encoding="utf-8")
    return replay([HERE / "pictures.script"], None, PICTURES)


if __name__ == "__main__":
    sys.exit(main())

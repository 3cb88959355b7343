"""The wiring as a drawing: the header, the pads with every key, a pad's cable, the panel and the lights."""

from collections.abc import Iterator
from textwrap import wrap

from hw.cable_drawing import cable_shapes, panel_shapes
from hw.cables import needs
from hw.header import HEADER
from hw.pads_drawing import pads_shapes
from hw.svg import COLUMN, LIGHTS, PANEL, ROW, SOFT, card, circle, document, rect, text
from hw.uses import Use, uses
from hw.wiring import Wiring
from hw.wiring_table import part_words

WIDTH, HEIGHT = 1520, 1130
PARTS = {"pads": ROW, "panel": PANEL, "lights": LIGHTS}
POWER = {"5 V": "#dc2626", "3.3 V": "#e58a00", "ground": "#3f4650"}
FREE, WRONG = "#cbd2da", "#dc2626"
FIRST_Y, STEP, LEFT_X = 166, 33, 285


def svg(wiring: Wiring) -> str:
    """A drawing of a wiring, as SVG text. A wiring at fault is drawn as far as it goes."""
    return document(WIDTH, HEIGHT, "Wiring of the Imaginiff box", _shapes(wiring))


def _shapes(wiring: Wiring) -> Iterator[str]:
    yield from _heading(wiring)
    yield from _header(wiring)
    yield from pads_shapes(wiring, 590, 100)
    yield from cable_shapes(wiring, 30, 860)
    yield from panel_shapes(wiring, 850, 860)
    yield from _besides(wiring, 1150, 860)


def _heading(wiring: Wiring) -> Iterator[str]:
    yield text(32, 48, "Imaginiff: the wiring of the box", 26, bold=True)
    x = 34.0
    for part, words in part_words(wiring).items():
        yield circle(x + 5, 73, 6, PARTS[part])
        yield text(x + 18, 78, f"{part}: {words}", 14, SOFT)
        x += 50 + 7 * len(f"{part}: {words}")


def _header(wiring: Wiring) -> Iterator[str]:
    yield from card(30, 100, 540, 740, "The header, pin 1 in the corner of the board")
    yield rect(LEFT_X - 20, FIRST_Y - 22, 70, STEP * 19 + 44, "#2b2f36", radius=10)
    by_gpio: dict[int, list[Use]] = {}
    for use in uses(wiring):
        by_gpio.setdefault(use.gpio, []).append(use)
    for place, pin in enumerate(HEADER):
        of_pin = by_gpio.get(pin, []) if isinstance(pin, int) else []
        yield from _pin(place, pin, of_pin)


def _pin(place: int, pin: int | str, of_pin: list[Use]) -> Iterator[str]:
    is_left = place % 2 == 0
    x, y = LEFT_X + (0 if is_left else 30), FIRST_Y + place // 2 * STEP
    colour = _colour(pin, of_pin)
    if place == 0:
        yield rect(x - 12, y - 12, 24, 24, colour)
    else:
        yield circle(x, y, 12, colour)
    yield text(x, y + 4, str(place + 1), 11, "#ffffff" if colour != FREE else "#3f4650", "middle", bold=True)
    anchor, side = ("end", -1) if is_left else ("start", 1)
    name = f"GPIO {pin}" if isinstance(pin, int) else str(pin)
    yield text(x + side * 26, y + 5, name, 13, colour if colour != FREE else SOFT, anchor, bold=bool(of_pin))
    yield text(x + side * 92, y + 5, _words(of_pin), 13, anchor=anchor)


def _colour(pin: int | str, of_pin: list[Use]) -> str:
    if isinstance(pin, str):
        return POWER[pin]
    if not of_pin:
        return FREE
    buses = {use.bus for use in of_pin}
    if len(of_pin) > 1 and (None in buses or len(buses) > 1):
        return WRONG
    return COLUMN if of_pin[0].what.startswith("column") else PARTS[of_pin[-1].part]


def _words(of_pin: list[Use]) -> str:
    return " / ".join(dict.fromkeys(_name_of(use) for use in of_pin))


def _name_of(use: Use) -> str:
    if use.part == "lights" and not use.bus:
        return f"light {use.what}"
    return f"{use.what}, free" if use.is_spare else use.what


def _besides(wiring: Wiring, x: float, y: float) -> Iterator[str]:
    yield from card(x, y, 340, 250, "Besides")
    y += 50
    for note in needs(wiring):
        for line in wrap(note, 50):
            yield text(x + 18, y, line, 12)
            y += 13.5
        y += 4

"""The pads as a drawing: where every key hangs, in a matrix or on inputs of its own."""

from collections.abc import Iterator

from hw.cables import CODES, UNKNOWN, column_end, input_end, light_end, row_end
from hw.header import pin_of
from hw.ports import KEYS, PADS
from hw.svg import COLUMN, INK, LIGHTS, PAD_COLOURS, ROW, SOFT, card, circle, ink_on, line, rect, text, tint
from hw.uses import PAD_NAMES, key_at
from hw.wiring import KeyWiring, Wiring, keys_of

WIDTH, HEIGHT = 900, 740
PAD_WIDTH, PAD_HEIGHT, BAND = 310, 134, 148
LEFT, TOP = 130, 128
GAP = 366
KEY_STEP = 70


def pads_shapes(wiring: Wiring, x: float, y: float) -> Iterator[str]:
    """The pads, in a frame with its corner at x, y."""
    match keys_of(wiring):
        case KeyWiring.MATRIX:
            yield from card(x, y, WIDTH, HEIGHT, "The pads, as a matrix on the Pi's pins")
            yield from _matrix(wiring, x, y)
        case KeyWiring.CHIP_MATRIX:
            title = f"The pads, as a matrix on the pins of the {wiring.pads.driver}"
            yield from card(x, y, WIDTH, HEIGHT, title)
            yield from _matrix(wiring, x, y)
        case KeyWiring.INPUTS:
            title = f"The pads, an input of a {wiring.pads.driver} for every key"
            yield from card(x, y, WIDTH, HEIGHT, title)
            yield from _inputs(wiring, x, y)
        case None:
            yield from card(x, y, WIDTH, HEIGHT, f"The pads: {wiring.pads.driver} is not known")


def _matrix(wiring: Wiring, x: float, y: float) -> Iterator[str]:
    for pad in range(1, PADS + 1):
        yield _frame(pad, *_corner(pad, x, y))
    for row in range(KEYS):
        level = _row_y(row, y)
        yield line((x + 92, level), (_column_x(KEYS - 1, x) + 50, level), colour=ROW)
        yield from _label(x + 84, level + 1, row_end(wiring, row), ROW, "end")
    for column in range(KEYS):
        place = _column_x(column, x)
        yield line((place, y + 98), (place, _row_y(KEYS - 1, y) - 26), colour=COLUMN)
        yield from _label(place, y + 76, column_end(wiring, column), COLUMN, "middle")
    for row in range(KEYS):
        for column in range(KEYS):
            pad, key = key_at(row, column)
            yield from _crossing(pad, key, _column_x(column, x), _row_y(row, y), wiring.pads.diodes)
    for pad in range(1, PADS + 1):
        yield from _tags(wiring, pad, *_corner(pad, x, y))


def _corner(pad: int, x: float, y: float) -> tuple[float, float]:
    return x + LEFT + (pad - 1) // 4 * GAP, y + TOP - 18 + (pad - 1) % 4 * BAND


def _row_y(row: int, y: float) -> float:
    return y + TOP - 18 + row // 2 * BAND + (64 if row % 2 == 0 else 122)


def _column_x(column: int, x: float) -> float:
    return x + LEFT + 40 + column // 4 * GAP + column % 4 * KEY_STEP


def _frame(pad: int, x: float, y: float) -> str:
    return rect(x, y, PAD_WIDTH, PAD_HEIGHT, tint(pad), PAD_COLOURS[pad - 1], 12)


def _tags(wiring: Wiring, pad: int, x: float, y: float) -> Iterator[str]:
    """On the upper edge of a pad: what it is called, and where its light goes."""
    colour = PAD_COLOURS[pad - 1]
    yield rect(x + 10, y - 10, 112, 20, colour, radius=10)
    words = f"{CODES[pad - 1]}  {PAD_NAMES[pad - 1]}"
    yield text(x + 66, y + 4.5, words, 12.5, ink_on(pad), "middle", bold=True)
    yield rect(x + PAD_WIDTH - 122, y - 10, 112, 20, "#ffffff", LIGHTS, 10)
    yield circle(x + PAD_WIDTH - 109, y, 4.5, LIGHTS)
    yield text(x + PAD_WIDTH - 98, y + 4.5, f"light {light_end(wiring, pad)}", 12, LIGHTS)


def _label(x: float, y: float, end: str, colour: str, anchor: str) -> Iterator[str]:
    """Where a line goes: the name of the pin, and its place on the header."""
    yield text(x, y, end, 13, colour, anchor, bold=True)
    pin = pin_of(int(end.removeprefix("GPIO "))) if end.startswith("GPIO ") else None
    if pin:
        yield text(x, y + 13, f"pin {pin}", 11, SOFT, anchor)


def _crossing(pad: int, key: int, x: float, y: float, has_diode: bool) -> Iterator[str]:
    """A key from its column, through its diode where there is one, to its row."""
    middle, height = x + 24, y - 25
    yield line((x, height), (middle, height), (middle, y), colour=INK, width=1.5)
    yield circle(x, height, 3, COLUMN)
    yield circle(middle, y, 3, ROW)
    yield from _key(pad, key, middle, height)
    if has_diode:
        yield f'<path d="M{middle - 5:g},{y - 11:g} h10 l-5,7 z" fill="{INK}"/>'
        yield line((middle - 5, y - 3.5), (middle + 5, y - 3.5), colour=INK, width=2)


def _key(pad: int, key: int, x: float, y: float) -> Iterator[str]:
    yield circle(x, y, 12, "#ffffff", INK)
    yield text(x, y + 4.5, str(key), 13, anchor="middle", bold=True)


def _inputs(wiring: Wiring, x: float, y: float) -> Iterator[str]:
    for pad in range(1, PADS + 1):
        left, top = x + 210 + (pad - 1) % 2 * 346, y + 76 + (pad - 1) // 2 * 165
        if pad % 2:
            yield from _chip(wiring, pad, x + 24, top + 10)
            yield line((x + 144, top + 66), (left, top + 66), colour=ROW, width=5)
        else:
            below, before = top + PAD_HEIGHT + 13, left - 18
            yield line((x + 84, top + 120), (x + 84, below), (before, below), colour=ROW, width=5)
            yield line((before, below), (before, top + 66), (left, top + 66), colour=ROW, width=5)
        yield _frame(pad, left, top)
        yield from _tags(wiring, pad, left, top)
        yield from _input_keys(wiring, pad, left, top)


def _chip(wiring: Wiring, pad: int, x: float, y: float) -> Iterator[str]:
    address, _ = input_end(wiring, pad, 1)
    yield rect(x, y, 120, 112, "#2b2f36", radius=8)
    yield text(x + 60, y + 50, wiring.pads.driver, 15, "#ffffff", "middle", bold=True)
    yield text(x + 60, y + 72, UNKNOWN if address is None else f"0x{address:02X}", 14, "#ffffff", "middle")


def _input_keys(wiring: Wiring, pad: int, left: float, top: float) -> Iterator[str]:
    for key in range(1, KEYS + 1):
        x, y = left + 44 + (key - 1) % 4 * 74, top + 34 + (key - 1) // 4 * 52
        yield from _key(pad, key, x, y)
        yield text(x, y + 27, input_end(wiring, pad, key)[1], 12, SOFT, "middle")

"""The cables as a drawing: a plug with its coloured wires, what each is for, and where it goes."""

from collections.abc import Iterator

from hw.cables import CODES, cable, has_rj45, panel_wires
from hw.ports import PADS
from hw.svg import PAD_COLOURS, PANEL, SOFT, card, circle, ink_on, line, rect, text, tint
from hw.wiring import Wiring

# A network cable's wires: white with a stripe, or plain.
WIRE_COLOURS = {
    "orange": "#f08a24",
    "green": "#2f9e44",
    "blue": "#2563eb",
    "brown": "#7b4a21",
}
PAD_STEP, PADS_LEFT, HEAD = 58, 330, 66


def cable_shapes(wiring: Wiring, x: float, y: float) -> Iterator[str]:
    """The cable of each pad, in a frame with its corner at x, y."""
    title = "The cable of each pad: a network cable" if has_rj45(wiring) else "The cable of each pad"
    yield from card(x, y, 800, 250, title)
    by_pad = [cable(wiring, pad) for pad in range(1, PADS + 1)]
    step = 172 / max(len(by_pad[0]), 8)
    yield from _columns(x, y, step * len(by_pad[0]))
    yield from _plug(x + 22, y + HEAD - 6, step * len(by_pad[0]) + 4)
    for place, wire in enumerate(by_pad[0]):
        base = y + HEAD + step * (place + 0.5)
        yield from _wire(x + 34, base, wire.colour)
        yield text(x + 62, base + 4, str(wire.number), 12, "#ffffff", "middle", bold=True)
        yield text(x + 150, base + 4.5, wire.what, 13)
        for pad, wires in enumerate(by_pad, 1):
            end = wires[place].to.removeprefix("GPIO ")
            yield text(x + PADS_LEFT + PAD_STEP * (pad - 0.5), base + 4.5, end, 12.5, anchor="middle")


def _columns(x: float, y: float, height: float) -> Iterator[str]:
    """A cable a pad, in the pad's colour."""
    for pad in range(1, PADS + 1):
        left, colour = x + PADS_LEFT + PAD_STEP * (pad - 1) + 3, PAD_COLOURS[pad - 1]
        yield rect(left, y + HEAD - 24, PAD_STEP - 6, height + 30, tint(pad), colour, 10)
        yield rect(left, y + HEAD - 24, PAD_STEP - 6, 20, colour, radius=10)
        yield text(
            left + PAD_STEP / 2 - 3, y + HEAD - 9.5, CODES[pad - 1], 12, ink_on(pad), "middle", bold=True
        )


def _plug(x: float, y: float, height: float) -> Iterator[str]:
    """The plug from its contacts' side."""
    yield rect(x, y, 54, height, "#2b2f36", radius=6)
    yield rect(x - 10, y + height / 2 - 24, 12, 48, "#2b2f36", radius=3)


def _wire(x: float, y: float, colour: str) -> Iterator[str]:
    """A contact, and the wire that comes from it."""
    yield line((x - 6, y), (x + 10, y), colour="#e2b93b", width=5)
    if not colour:
        yield line((x + 44, y), (x + 106, y), colour=SOFT, width=5)
        return
    plain = WIRE_COLOURS[colour.removeprefix("white-")]
    if not colour.startswith("white-"):
        yield line((x + 44, y), (x + 106, y), colour=plain, width=7)
        return
    yield line((x + 44, y), (x + 106, y), colour=plain, width=7)
    yield line((x + 44, y), (x + 106, y), colour="#ffffff", width=5)
    for dash in range(4):
        yield line((x + 50 + dash * 16, y), (x + 56 + dash * 16, y), colour=plain, width=5)


def panel_shapes(wiring: Wiring, x: float, y: float) -> Iterator[str]:
    """The panel, in a frame with its corner at x, y."""
    yield from card(x, y, 280, 250, "The panel")
    yield rect(x + 18, y + 44, 244, 66, "#15181c", PANEL, 8)
    yield text(x + 140, y + 74, wiring.panel.driver, 17, "#ffffff", "middle", bold=True)
    yield text(x + 140, y + 96, f"{wiring.panel.width} x {wiring.panel.height}", 13, "#aab4c0", "middle")
    wires = panel_wires(wiring)
    step = min(24, 118 / max(len(wires), 1))
    for place, (terminal, where) in enumerate(wires):
        base = y + 130 + step * place
        yield circle(x + 28, base, 5, PANEL)
        yield text(x + 42, base + 4.5, terminal, 13, bold=True)
        yield text(x + 96, base + 4.5, where, 13)

"""The wiring as text: the header pin by pin, and the cables wire by wire."""

from collections.abc import Iterator

from hw.cables import CODES, cable, has_rj45, needs, panel_wires
from hw.header import HEADER
from hw.ports import PADS
from hw.uses import uses
from hw.wiring import KeyWiring, Link, Wiring, keys_of, links

LEFT_WIDTH = 30


def table(wiring: Wiring) -> list[str]:
    """Lines that say all of a wiring, none longer than 100 letters, for a screen or for paper."""
    colours = ", in the colours of a network cable (T568B)" if has_rj45(wiring) else ""
    return [
        *(f"{part:8}{words}" for part, words in part_words(wiring).items()),
        "",
        "The header, pin 1 in the corner of the board",
        *_header(wiring),
        "",
        f"The cable of each pad{colours}",
        *_cables(wiring),
        "",
        "The panel",
        *(f"  {terminal:5}{where}" for terminal, where in panel_wires(wiring)),
        "",
        "Besides",
        *(f"  {note}" for note in needs(wiring)),
    ]


def part_words(wiring: Wiring) -> dict[str, str]:
    """Each part's driver, and where it hangs."""
    pads, panel, lights, by_part = wiring.pads, wiring.panel, wiring.lights, links(wiring)
    diodes = "" if pads.diodes or keys_of(wiring) is not KeyWiring.MATRIX else ", without diodes"
    size = f", {panel.width} x {panel.height}"
    return {
        "pads": _words(by_part["pads"], pads.driver, pads.bus, pads.addresses, 0) + diodes,
        "panel": _words(by_part["panel"], panel.driver, panel.bus, (panel.address,), panel.device) + size,
        "lights": _words(by_part["lights"], lights.driver, lights.bus, (lights.address,), lights.device),
    }


def _words(link: Link | None, driver: str, bus: int, addresses: tuple[int, ...], device: int) -> str:
    match link:
        case Link.PINS:
            return f"{driver}, on the Pi's own pins"
        case Link.I2C:
            return f"{driver}, I2C {bus} at {', '.join(f'0x{address:02X}' for address in addresses)}"
        case Link.SPI:
            return f"{driver}, SPI 0 device {device}"
        case None:
            return f"{driver}, which is not known"


def uses_by_gpio(wiring: Wiring) -> dict[int, str]:
    """What each GPIO in use is for, in a few words; a bus names all its parts."""
    parts: dict[int, dict[str, str]] = {}
    for use in uses(wiring):
        parts.setdefault(use.gpio, {})[use.part] = f"{use.what} ({use.detail})" if use.detail else use.what
    return {
        gpio: f"{', '.join(of_pin)}: {' / '.join(dict.fromkeys(of_pin.values()))}"
        for gpio, of_pin in parts.items()
    }


def _header(wiring: Wiring) -> Iterator[str]:
    by_gpio = uses_by_gpio(wiring)
    sides = [(_name(pin), by_gpio.get(pin, "") if isinstance(pin, int) else "") for pin in HEADER]
    width = max(len(use) for _, use in sides[::2])
    for place in range(0, len(sides), 2):
        (left, left_use), (right, right_use) = sides[place : place + 2]
        line = f"  {left_use:>{width}}  {left:>7}  {place + 1:2} {place + 2:2}  {right:7}  {right_use}"
        yield line.rstrip()


def _name(pin: int | str) -> str:
    return f"GPIO {pin}" if isinstance(pin, int) else pin


def _cables(wiring: Wiring) -> Iterator[str]:
    """A line a wire, a column a pad."""
    by_pad = [cable(wiring, pad) for pad in range(1, PADS + 1)]
    ends = [[wire.to.removeprefix("GPIO ") for wire in wires] for wires in by_pad]
    width = max((len(end) for of_pad in ends for end in of_pad), default=0) + 2
    yield f"  {'wire':{LEFT_WIDTH + 3}}" + "".join(f"{code:>{width}}" for code in CODES)
    for place, wire in enumerate(by_pad[0]):
        what = f"{wire.colour:14}{wire.what}" if wire.colour else wire.what
        yield f"  {wire.number:2} {what:{LEFT_WIDTH}}" + "".join(
            f"{of_pad[place]:>{width}}" for of_pad in ends
        )

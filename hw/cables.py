"""The cables, wire by wire: what runs from the box to each pad, and to the panel.

A wiring at fault is shown as far as it goes: what is missing in it is a question mark.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hw.header import pin_of
from hw.ports import KEYS
from hw.uses import chip_pin, columns_of_pad, rows_of_pad
from hw.wiring import LIGHT_DRIVERS, PAD_DRIVERS, KeyWiring, Link, Wiring, is_matrix, keys_of, links

CODES = ("RED", "ORA", "YEL", "GRN", "CYA", "BLU", "PUR", "WHT")
UNKNOWN = "?"

# The wires of a network cable, pin 1 first (TIA-568, T568B).
RJ45_COLOURS = (
    "white-orange",
    "orange",
    "white-green",
    "blue",
    "white-blue",
    "green",
    "white-brown",
    "brown",
)


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire of a pad's cable: its number in the plug, its colour there, what it is for, where it goes."""

    number: int
    colour: str
    what: str
    to: str


def has_rj45(wiring: Wiring) -> bool:
    """Whether eight wires are enough: a matrix needs six, and its light two."""
    return is_matrix(wiring)


def cable(wiring: Wiring, pad: int) -> tuple[Wire, ...]:
    """The wires of a pad's cable, 1 first."""
    wires = [*_key_wires(wiring, pad), *_light_wires(wiring, pad)]
    colours = RJ45_COLOURS if has_rj45(wiring) else ("",) * len(wires)
    return tuple(
        Wire(number, colour, *wire)
        for number, (colour, wire) in enumerate(zip(colours, wires, strict=False), 1)
    )


def row_end(wiring: Wiring, row: int) -> str:
    """Where a row, 0-7, goes: a pin of the Pi or of the chip."""
    return _end(wiring, wiring.pads.rows, row)


def column_end(wiring: Wiring, column: int) -> str:
    """Where a column, 0-7, goes."""
    return _end(wiring, wiring.pads.columns, column)


def input_end(wiring: Wiring, pad: int, key: int) -> tuple[int | None, str]:
    """With an input a key, two pads a chip and one a port: the chip's address, and the name of the input."""
    return _nth(wiring.pads.addresses, (pad - 1) // 2), f"P{(pad - 1) % 2}{key - 1}"


def _end(wiring: Wiring, pins: Sequence[int], place: int) -> str:
    pin = _nth(pins, place)
    if pin is None:
        return UNKNOWN
    return chip_pin(pin) if keys_of(wiring) is KeyWiring.CHIP_MATRIX else f"GPIO {pin}"


def _nth(values: Sequence[int], place: int) -> int | None:
    return values[place] if place < len(values) else None


def _key_wires(wiring: Wiring, pad: int) -> Iterator[tuple[str, str]]:
    match keys_of(wiring):
        case KeyWiring.MATRIX | KeyWiring.CHIP_MATRIX:
            for keys, row in zip(("1-4", "5-8"), rows_of_pad(pad), strict=True):
                yield f"row, keys {keys}", row_end(wiring, row)
            for key, column in enumerate(columns_of_pad(pad), 1):
                yield f"column, keys {key} {key + 4}", column_end(wiring, column)
        case KeyWiring.INPUTS:
            for key in range(1, KEYS + 1):
                address, name = input_end(wiring, pad, key)
                yield f"key {key}", UNKNOWN if address is None else f"{address:02X} {name}"
            yield "all keys", "ground"
        case None:
            return


def _light_wires(wiring: Wiring, pad: int) -> Iterator[tuple[str, str]]:
    """The two wires of a pad's light. A chain's lights are in the box, beside the sockets."""
    match links(wiring)["lights"]:
        case Link.PINS:
            yield "light +", "5 V"
            yield "light -", light_end(wiring, pad)
        case Link.I2C:
            yield "light +", light_end(wiring, pad)
            yield "light -", "ground"
        case _:
            return


def light_end(wiring: Wiring, pad: int) -> str:
    """What a pad's light hangs on."""
    match links(wiring)["lights"]:
        case Link.PINS:
            pin = _nth(wiring.lights.pins, pad - 1)
            return UNKNOWN if pin is None else f"GPIO {pin}"
        case Link.I2C:
            return f"LED{pad - 1}"
        case Link.SPI:
            return f"{pad} of chain"
        case None:
            return UNKNOWN


def panel_wires(wiring: Wiring) -> tuple[tuple[str, str], ...]:
    """(terminal of the panel, where it goes). Power is 3.3 V: with 5 V it may put that on the Pi's pins."""
    power = (("VCC", "3.3 V, pin 1"), ("GND", "ground, pin 9"))
    match links(wiring)["panel"]:
        case Link.I2C if wiring.panel.bus != 1:
            return (*power, ("SDA", f"i2c-{wiring.panel.bus}"), ("SCL", f"i2c-{wiring.panel.bus}"))
        case Link.I2C:
            return (*power, ("SDA", _place(2)), ("SCL", _place(3)))
        case Link.SPI:
            select = 8 if wiring.panel.device == 0 else 7
            ends = {"DIN": 10, "CLK": 11, "CS": select, "DC": wiring.panel.dc, "RES": wiring.panel.reset}
            return (*power, *((terminal, _place(gpio)) for terminal, gpio in ends.items()))
        case _:
            return ()


def _place(gpio: int) -> str:
    pin = pin_of(gpio)
    return f"GPIO {gpio}, pin {pin}" if pin else f"GPIO {gpio}, not on the header"


def needs(wiring: Wiring) -> tuple[str, ...]:
    """What to solder in besides the wires, and what to mind."""
    return (*_pad_needs(wiring), *_light_needs(wiring), *_chip_needs(wiring))


def _chip_needs(wiring: Wiring) -> Iterator[str]:
    for drivers, name in ((PAD_DRIVERS, wiring.pads.driver), (LIGHT_DRIVERS, wiring.lights.driver)):
        if name in drivers and drivers[name].chip:
            yield drivers[name].chip


def _pad_needs(wiring: Wiring) -> Iterator[str]:
    keys = keys_of(wiring)
    if has_rj45(wiring):
        if wiring.pads.diodes:
            # A chip's low is below 0.66 V (MCP23017, 0.2 VDD), the Pi's below 0.8 V.
            kind = "1N4148" if keys is KeyWiring.MATRIX else "BAT85; a 1N4148 may not pull low enough"
            yield f"Each key: a diode ({kind}), its band to the row."
        yield "Each column: 10k to 3.3 V and 1k in series, in the box. Each row: 100 ohm in series."
        yield "Only pads into the sockets: a network with power on its cable would harm the Pi."
    if keys is KeyWiring.INPUTS:
        yield "Each input: pull-ups are in the TCA9555 and PCA9555; a TCA9535 or PCA9535 wants 10k to 3.3 V."
    if wiring.pads.interrupt is not None and keys is not KeyWiring.MATRIX:
        yield f"Interrupts (INT, INTA): to GPIO {wiring.pads.interrupt}, 10k to 3.3 V."


def _light_needs(wiring: Wiring) -> Iterator[str]:
    match links(wiring)["lights"]:
        case Link.PINS:
            yield "Lights: 5 V through 150 ohm to light +, light - to a ULN2803A, its input to the pin."
        case Link.I2C:
            yield "Lights: 150 ohm in series, 68 for LEDs of 3 V (cyan, blue, purple, white), in the box."
        case Link.SPI:
            yield "Lights: a chain in the box, one at each socket, on 5 V and ground."
            yield "DI and CI: from GPIO 10 and 11, by a 74AHCT125 on 5 V, as 3.3 V is too low for them."
        case _:
            return

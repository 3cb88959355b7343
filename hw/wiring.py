"""The wiring as data: which drivers there are, and what this configuration connects to what.

Drivers, the checks, `imaginiff wiring` and its drawing all read this one description. A new driver is
its own file and one line in the tables below. The file has a function `open_driver(wiring, pi=None)`, which
`hw/opening.py` calls: `pi` (hw/pi.py) is where it gets its pins and buses from, the Pi we run on unless told,
or a simulated one.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

from msgspec import Struct, field

from hw.ports import HardwareError


class Link(Enum):
    """How a part hangs on the Pi."""

    PINS = "pins"
    I2C = "i2c"
    SPI = "spi"


class KeyWiring(Enum):
    """How the keys of pads are wired: as a matrix of the Pi's pins or of a chip's, or one input a key."""

    MATRIX = "matrix"
    CHIP_MATRIX = "chip matrix"
    INPUTS = "inputs"


class Driver(Struct, frozen=True):
    """One driver: its module, the links it can use (the first unless told), and its chips' I2C addresses.

    `addresses` are those of its chips unless the configuration says otherwise, `may_be` all that the
    chip's address pins can set (data sheets of the chips). `size` is a panel's, in pixels; `keys` and
    `output_only` (bits of the chip that cannot be columns) are for pads. `chip` is what to connect of the
    chip itself, in words for whoever solders it.
    """

    module: str
    links: tuple[Link, ...]
    addresses: tuple[int, ...] = ()
    may_be: tuple[int, ...] = ()
    size: tuple[int, int] = (128, 64)
    keys: KeyWiring | None = None
    output_only: tuple[int, ...] = ()
    chip: str = ""


_EXPANDER = tuple(range(0x20, 0x28))
_OLED = (0x3C, 0x3D)
_EITHER = (Link.I2C, Link.SPI)

PAD_DRIVERS: dict[str, Driver] = {
    "matrix": Driver("hw.pads.matrix", (Link.PINS,), keys=KeyWiring.MATRIX),
    "mcp23017": Driver(
        "hw.pads.mcp23017",
        (Link.I2C,),
        (0x20,),
        _EXPANDER,
        keys=KeyWiring.CHIP_MATRIX,
        output_only=(7, 15),
        chip="MCP23017: VDD and RESET to 3.3 V, VSS to ground, SDA, SCL; A0-A2 to ground for 0x20.",
    ),
    "tca9555": Driver(
        "hw.pads.tca9555",
        (Link.I2C,),
        (0x20, 0x21, 0x22, 0x23),
        _EXPANDER,
        keys=KeyWiring.INPUTS,
        chip="TCA9555: VCC to 3.3 V, ground, SDA, SCL; A0-A2 to ground for 0x20, A0 high adds 1, A1 adds 2.",
    ),
}
PANEL_DRIVERS: dict[str, Driver] = {
    "ssd1309": Driver("hw.panel.ssd1309", _EITHER, (0x3C,), _OLED),
    "ssd1306": Driver("hw.panel.ssd1306", _EITHER, (0x3C,), _OLED),
    "sh1106": Driver("hw.panel.sh1106", _EITHER, (0x3C,), _OLED),
    "ssd1322": Driver("hw.panel.ssd1322", (Link.SPI,), size=(256, 64)),
}
LIGHT_DRIVERS: dict[str, Driver] = {
    "leds": Driver("hw.lights.leds", (Link.PINS,)),
    "apa102": Driver("hw.lights.apa102", (Link.SPI,)),
    "pca9685": Driver(
        "hw.lights.pca9685",
        (Link.I2C,),
        (0x40,),
        tuple(range(0x40, 0x70)),
        chip="PCA9685: VCC to 3.3 V, ground and OE to ground, SDA, SCL; A0-A5 to ground for 0x40.",
    ),
}
DRIVERS: dict[str, dict[str, Driver]] = {
    "pads": PAD_DRIVERS,
    "panel": PANEL_DRIVERS,
    "lights": LIGHT_DRIVERS,
}

ROWS = (5, 6, 12, 13, 16, 19, 20, 21)
COLUMNS = (4, 17, 27, 22, 23, 24, 25, 26)
# The chip's bits, GPA0-7 as 0-7 and GPB0-7 as 8-15. Bit 7 of either port can only be an output
# (MCP23017 data sheet, revision D): so the upper halves are rows.
CHIP_ROWS = (4, 5, 6, 7, 12, 13, 14, 15)
CHIP_COLUMNS = (0, 1, 2, 3, 8, 9, 10, 11)
LIGHT_PINS = (18, 14, 15, 7, 8, 9, 10, 11)
INTERRUPT = 4


class PadsWiring(Struct, frozen=True):
    """The pads. `rows` and `columns` are GPIO numbers, with `mcp23017` bits of the chip (GPB0 is 8)."""

    driver: str = "matrix"
    diodes: bool = True
    rows: tuple[int, ...] = ROWS
    columns: tuple[int, ...] = COLUMNS
    bus: int = 1
    addresses: tuple[int, ...] = ()
    interrupt: int | None = None


class PanelWiring(Struct, frozen=True):
    """The panel. `bus` and `address` are for I2C; `device`, `dc` and `reset` (GPIO numbers) for SPI.

    `offset` is the first column of the chip's memory that the glass shows; None: the driver knows.
    """

    driver: str = "ssd1309"
    link: Link = Link.I2C
    width: int = 128
    height: int = 64
    is_upside_down: bool = False
    offset: int | None = None
    bus: int = 1
    address: int = 0x3C
    device: int = 0
    dc: int = 18
    reset: int = 15


class LightsWiring(Struct, frozen=True):
    """The lights, pad 1 first. `pins` are for `leds`, `bus` and `address` for I2C, `device` for SPI0."""

    driver: str = "leds"
    pins: tuple[int, ...] = LIGHT_PINS
    bus: int = 1
    address: int = 0x40
    device: int = 0


class Wiring(Struct, frozen=True):
    """All that is wired. `backend` is the library for the pins that is wanted: auto, lgpio or rpigpio."""

    pads: PadsWiring = field(default_factory=PadsWiring)
    panel: PanelWiring = field(default_factory=PanelWiring)
    lights: LightsWiring = field(default_factory=LightsWiring)
    backend: str = "auto"

    @property
    def is_bus_shared(self) -> bool:
        """Pads and panel are on one I2C bus: the panel must be sent in small pieces."""
        return (
            links(self)["pads"] is Link.I2C
            and self.panel.link is Link.I2C
            and self.pads.bus == self.panel.bus
        )


def links(wiring: Wiring) -> dict[str, Link | None]:
    """How each part hangs on the Pi; None when its driver is not known."""
    pads, lights = PAD_DRIVERS.get(wiring.pads.driver), LIGHT_DRIVERS.get(wiring.lights.driver)
    return {
        "pads": pads.links[0] if pads else None,
        "panel": wiring.panel.link if wiring.panel.driver in PANEL_DRIVERS else None,
        "lights": lights.links[0] if lights else None,
    }


def keys_of(wiring: Wiring) -> KeyWiring | None:
    """How the keys are wired; None when the pads' driver is not known."""
    driver = PAD_DRIVERS.get(wiring.pads.driver)
    return driver.keys if driver else None


def is_matrix(wiring: Wiring) -> bool:
    """Whether a pad's keys are 2 rows of 4 columns, on the Pi's pins or on a chip's."""
    return keys_of(wiring) in (KeyWiring.MATRIX, KeyWiring.CHIP_MATRIX)


def from_values(values: Mapping[str, Any]) -> Wiring:
    """The wiring that configuration values ask for, by their dotted names (`pads.driver`, ...).

    What is missing, an empty list, and "" or -1 where a driver knows better, is the driver's own.
    Never touches hardware; what cannot work is found by `hw.faults`. Raises `HardwareError` for a pin
    that is no pin.
    """
    return Wiring(
        _pads_from(values), _panel_from(values), _lights_from(values), values.get("pads.backend", "auto")
    )


def _pads_from(values: Mapping[str, Any]) -> PadsWiring:
    name = values.get("pads.driver", "matrix")
    driver = PAD_DRIVERS.get(name)
    is_pins = driver is None or Link.PINS in driver.links
    interrupt = values.get("pads.interrupt", INTERRUPT)
    return PadsWiring(
        driver=name,
        diodes=values.get("pads.diodes", True),
        rows=_pins(values.get("pads.rows")) or (ROWS if is_pins else CHIP_ROWS),
        columns=_pins(values.get("pads.columns")) or (COLUMNS if is_pins else CHIP_COLUMNS),
        bus=values.get("pads.bus", 1),
        addresses=tuple(values.get("pads.addresses") or (driver.addresses if driver else ())),
        interrupt=None if is_pins or interrupt == 0 else interrupt,
    )


def _panel_from(values: Mapping[str, Any]) -> PanelWiring:
    name = values.get("panel.driver", "ssd1309")
    driver = PANEL_DRIVERS.get(name)
    width, height = driver.size if driver else (128, 64)
    own_link = driver.links[0].value if driver else Link.I2C.value
    offset = values.get("panel.offset", -1)
    return PanelWiring(
        driver=name,
        link=Link(values.get("panel.link") or own_link),
        width=values.get("panel.width") or width,
        height=values.get("panel.height") or height,
        is_upside_down=values.get("panel.upside_down", False),
        offset=None if offset < 0 else offset,
        bus=values.get("panel.bus", 1),
        address=values.get("panel.address", 0x3C),
        device=values.get("panel.device", 0),
        dc=values.get("panel.dc", 18),
        reset=values.get("panel.reset", 15),
    )


def _lights_from(values: Mapping[str, Any]) -> LightsWiring:
    return LightsWiring(
        driver=values.get("lights.driver", "leds"),
        pins=_pins(values.get("lights.pins")) or LIGHT_PINS,
        bus=values.get("lights.bus", 1),
        address=values.get("lights.address", 0x40),
        device=values.get("lights.device", 0),
    )


def _pins(words: Sequence[int | str] | None) -> tuple[int, ...]:
    return tuple(_pin(word) for word in words or ())


def _pin(word: int | str) -> int:
    """A GPIO number, or the bit of a chip's pin: "GPA4" is 4, "GPB0" is 8."""
    if isinstance(word, int):
        return word
    text = word.strip().upper()
    if len(text) == 4 and text[:3] in ("GPA", "GPB") and text[3] in "01234567":
        return int(text[3]) + (8 if text[2] == "B" else 0)
    if text.removeprefix("GPIO").strip().isdecimal():
        return int(text.removeprefix("GPIO"))
    raise HardwareError(
        '"{word}" is no pin: write a GPIO number, such as 17, or a pin of the chip: "GPA4"', word=word
    )

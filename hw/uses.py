"""Which pin of the header is used for what: the wiring, said pin by pin."""

from collections.abc import Iterator

from msgspec import Struct

from hw.header import I2C_PINS, SPI_PINS
from hw.ports import PADS
from hw.wiring import Link, Wiring, links

PAD_NAMES = ("red", "orange", "yellow", "green", "cyan", "blue", "purple", "white")
SPARE = "leave it free"


class Use(Struct, frozen=True):
    """A GPIO that `part` wants, for `what`: a word or two, said more fully in `detail`.

    `bus` names the bus whose line it is; None: it is a plain pin.
    """

    gpio: int
    part: str
    what: str
    detail: str = ""
    bus: str | None = None

    @property
    def is_spare(self) -> bool:
        """A bus claims the pin, but nothing is to be connected."""
        return self.detail == SPARE


def uses(wiring: Wiring) -> tuple[Use, ...]:
    """Every use of a pin, pads first, then panel, then lights. Parts without a known driver use none."""
    by_part = links(wiring)
    return (
        *_pads(wiring, by_part["pads"]),
        *_panel(wiring, by_part["panel"]),
        *_lights(wiring, by_part["lights"]),
    )


def pads_of_row(row: int) -> tuple[int, int]:
    """The two pads, 1-8, on row 0-7: pads 1 and 5 share the first two rows, and so on."""
    first = row // 2 + 1
    return first, first + PADS // 2


def key_at(row: int, column: int) -> tuple[int, int]:
    """(pad, key) where a row crosses a column, both 0-7: a pad is two rows by four columns."""
    pad = row // 2 + 1 + PADS // 2 * (column // 4)
    return pad, row % 2 * 4 + column % 4 + 1


def rows_of_pad(pad: int) -> tuple[int, int]:
    """The rows, 0-7, of keys 1-4 and of keys 5-8 of a pad."""
    first = (pad - 1) % 4 * 2
    return first, first + 1


def columns_of_pad(pad: int) -> tuple[int, int, int, int]:
    """The columns, 0-7, of keys 1 and 5, 2 and 6, 3 and 7, 4 and 8 of a pad."""
    first = (pad - 1) // 4 * 4
    return first, first + 1, first + 2, first + 3


def row_words(row: int) -> str:
    """The keys on a row, in words."""
    names = " and ".join(PAD_NAMES[pad - 1] for pad in pads_of_row(row))
    return f"{names} {'5-8' if row % 2 else '1-4'}"


def column_words(column: int) -> str:
    """The keys on a column, in words."""
    key, pads = column % 4 + 1, "red to green" if column < 4 else "cyan to white"
    return f"{pads} {key} {key + 4}"


def chip_pin(bit: int) -> str:
    """The name of an MCP23017's pin: bit 4 is GPA4, bit 8 is GPB0."""
    return f"GP{'AB'[bit // 8]}{bit % 8}" if 0 <= bit < 16 else f"bit {bit}"


def _pads(wiring: Wiring, link: Link | None) -> Iterator[Use]:
    pads = wiring.pads
    if link is Link.PINS:
        for row, gpio in enumerate(pads.rows):
            yield Use(gpio, "pads", f"row {row + 1}", row_words(row))
        for column, gpio in enumerate(pads.columns):
            yield Use(gpio, "pads", f"column {column + 1}", column_words(column))
    if link is Link.I2C:
        yield from _i2c("pads", pads.bus)
        if pads.interrupt is not None:
            yield Use(pads.interrupt, "pads", "interrupt", "a key has changed")


def _panel(wiring: Wiring, link: Link | None) -> Iterator[Use]:
    panel = wiring.panel
    if link is Link.I2C:
        yield from _i2c("panel", panel.bus)
    if link is Link.SPI:
        yield from _spi("panel", panel.device)
        yield Use(panel.dc, "panel", "DC", "data or command")
        yield Use(panel.reset, "panel", "RES", "reset")


def _lights(wiring: Wiring, link: Link | None) -> Iterator[Use]:
    lights = wiring.lights
    if link is Link.PINS:
        for gpio, name in zip(lights.pins, PAD_NAMES, strict=False):
            yield Use(gpio, "lights", name)
    if link is Link.I2C:
        yield from _i2c("lights", lights.bus)
    if link is Link.SPI:
        yield from _spi("lights", None)


def _i2c(part: str, bus: int) -> Iterator[Use]:
    for gpio, line in I2C_PINS.get(bus, {}).items():
        yield Use(gpio, part, line, bus=f"I2C {bus}")


def _spi(part: str, device: int | None) -> Iterator[Use]:
    """SPI0 takes its five pins, also those that this part leaves alone: the kernel claims them all."""
    needed = {"SPI MOSI", "SPI SCLK", f"SPI CE{device}"}
    for gpio, line in SPI_PINS.items():
        yield Use(gpio, part, line, "" if line in needed else SPARE, bus="SPI 0")

"""What cannot work in a wiring, found by name before any pin is touched."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from hw.board import Board
from hw.header import EEPROM_PINS, GPIOS, I2C_PINS, SPI_PINS, UART_PINS, pin_of
from hw.ports import KEYS, PADS
from hw.uses import Use, chip_pin, uses
from hw.wiring import DRIVERS, PAD_DRIVERS, Driver, KeyWiring, Link, Wiring, keys_of, links

BACKENDS = ("auto", "lgpio", "rpigpio")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong and what to do, in one line, and the parts that cannot be used because of it."""

    parts: frozenset[str]
    text: str


def faults(wiring: Wiring, board: Board) -> list[Fault]:
    """Everything that is wrong with a wiring on that board, the plainest first. Empty: nothing is."""
    return [
        *_unknown(wiring),
        *_counts(wiring),
        *_chip_pins(wiring),
        *_addresses(wiring),
        *_buses(wiring),
        *_no_such_pins(wiring),
        *_pins_twice(wiring),
        *_pins_of_the_kernel(wiring, board),
    ]


def _fault(text: str, *parts: str) -> Fault:
    return Fault(frozenset(parts), text)


def _drivers(wiring: Wiring) -> Iterator[tuple[str, str, Driver | None]]:
    names = {"pads": wiring.pads.driver, "panel": wiring.panel.driver, "lights": wiring.lights.driver}
    for part, name in names.items():
        yield part, name, DRIVERS[part].get(name)


def _unknown(wiring: Wiring) -> Iterator[Fault]:
    for part, name, driver in _drivers(wiring):
        if driver is None:
            yield _fault(
                f'{part}.driver = "{name}" is not known: choose one of {_either(DRIVERS[part])}', part
            )
    if wiring.backend not in BACKENDS:
        text = f'pads.backend = "{wiring.backend}" is not known: choose one of {_either(BACKENDS)}'
        yield _fault(text, *(part for part, link in links(wiring).items() if link is Link.PINS))
    panel = DRIVERS["panel"].get(wiring.panel.driver)
    if panel and wiring.panel.link not in panel.links:
        can = _either(link.value for link in panel.links)
        yield _fault(
            f"{wiring.panel.driver} has no {wiring.panel.link.value}: panel.link can be {can}", "panel"
        )


def _counts(wiring: Wiring) -> Iterator[Fault]:
    is_matrix = keys_of(wiring) in (KeyWiring.MATRIX, KeyWiring.CHIP_MATRIX)
    if is_matrix and len(wiring.pads.rows) != KEYS:
        yield _fault(f"pads.rows has {len(wiring.pads.rows)} pins: the matrix has {KEYS} rows", "pads")
    if is_matrix and len(wiring.pads.columns) != KEYS:
        yield _fault(
            f"pads.columns has {len(wiring.pads.columns)} pins: the matrix has {KEYS} columns", "pads"
        )
    if links(wiring)["lights"] is Link.PINS and len(wiring.lights.pins) != PADS:
        yield _fault(f"lights.pins has {len(wiring.lights.pins)} pins: there are {PADS} lights", "lights")


def _chip_pins(wiring: Wiring) -> Iterator[Fault]:
    """A matrix on a chip: which of its pins can be what."""
    pads = wiring.pads
    if keys_of(wiring) is not KeyWiring.CHIP_MATRIX:
        return
    if not pads.diodes:
        yield _fault(
            f"pads.diodes = false cannot be with {pads.driver}, which drives its rows high: "
            "two keys would short two rows; fit the diodes",
            "pads",
        )
    bits = (*pads.rows, *pads.columns)
    for bit in sorted(set(bits)):
        if not 0 <= bit < 16:
            yield _fault(f'{bit} is no pin of a {pads.driver}: write "GPA0" to "GPB7"', "pads")
        elif bits.count(bit) > 1:
            yield _fault(
                f"{chip_pin(bit)} of the {pads.driver} is in pads.rows and pads.columns twice", "pads"
            )
        if bit in PAD_DRIVERS[pads.driver].output_only and bit in pads.columns:
            yield _fault(f"{chip_pin(bit)} in pads.columns can only be an output: make it a row", "pads")


def _addresses(wiring: Wiring) -> Iterator[Fault]:
    taken: dict[tuple[int, int], str] = {}
    for part, name, driver in _drivers(wiring):
        if driver is None or links(wiring)[part] is not Link.I2C or Link.I2C not in driver.links:
            continue
        bus, addresses = _chips(wiring, part)
        if part == "pads" and len(addresses) != len(driver.addresses):
            yield _fault(
                f"{name} needs {len(driver.addresses)} in pads.addresses, not {len(addresses)}", part
            )
        for address in addresses:
            if address not in driver.may_be:
                low, high = driver.may_be[0], driver.may_be[-1]
                text = f"no {name} can be at 0x{address:02X}: its pins set 0x{low:02X} to 0x{high:02X}"
                yield _fault(text, part)
            if (bus, address) in taken:
                other = taken[bus, address]
                who = f"two of the {part}' chips" if other == part else f"{other} and {part}"
                yield _fault(f"{who} are both at 0x{address:02X} on I2C {bus}: change one", other, part)
            taken[bus, address] = part


def _chips(wiring: Wiring, part: str) -> tuple[int, tuple[int, ...]]:
    """Bus and addresses of a part's chips."""
    match part:
        case "pads":
            return wiring.pads.bus, wiring.pads.addresses
        case "panel":
            return wiring.panel.bus, (wiring.panel.address,)
        case _:
            return wiring.lights.bus, (wiring.lights.address,)


def _buses(wiring: Wiring) -> Iterator[Fault]:
    by_part = links(wiring)
    if by_part["panel"] is Link.SPI and by_part["lights"] is Link.SPI:
        yield _fault(
            f"{wiring.lights.driver} beside an SPI panel shows garbage, as it has no chip select: "
            "use a panel on I2C, or pca9685",
            "lights",
        )
    if wiring.panel.device not in (0, 1):
        yield _fault(f"panel.device = {wiring.panel.device}: SPI 0 has only 0 and 1", "panel")


def _no_such_pins(wiring: Wiring) -> Iterator[Fault]:
    for use in uses(wiring):
        if use.gpio in EEPROM_PINS:
            yield _fault(
                f"GPIO {use.gpio} belongs to the EEPROM of add-on boards: {_use(use)} needs another", use.part
            )
        elif use.gpio not in GPIOS:
            yield _fault(
                f"GPIO {use.gpio} is not on the header: {_use(use)} needs one from 2 to 27", use.part
            )


def _pins_twice(wiring: Wiring) -> Iterator[Fault]:
    """One fault a pair of parts and reason: eight lights on a bus's pins are one mistake, not eight."""
    said = set()
    for first, second in combinations(uses(wiring), 2):
        if first.gpio != second.gpio or (first.bus and first.bus == second.bus):
            continue
        key = (first.part, second.part, first.bus, second.bus) if first.bus or second.bus else first
        if key not in said:
            said.add(key)
            text = (
                f"{_pin(first.gpio)} is wired twice, as {_use(first)} and as {_use(second)}: move one of them"
            )
            yield _fault(text, first.part, second.part)


def _pins_of_the_kernel(wiring: Wiring, board: Board) -> Iterator[Fault]:
    """Pins that the Pi's own configuration has given to a bus."""
    own = {
        "I2C": (board.is_i2c_on, tuple(I2C_PINS[1]), "dtparam=i2c_arm=off"),
        "SPI": (board.is_spi_on, tuple(SPI_PINS), "dtparam=spi=off"),
        "UART": (board.is_uart_on, tuple(UART_PINS), "enable_uart=0"),
    }
    for bus, (is_on, pins, cure) in own.items():
        for part in ("pads", "panel", "lights"):
            used = [use for use in uses(wiring) if use.part == part and use.gpio in pins and not use.bus]
            if is_on and used:
                text = f"{_pin(used[0].gpio)}, wired as {_use(used[0])}, is the kernel's for {bus}"
                yield _fault(f"{text}: write {cure} in config.txt and start again", part)


def _pin(gpio: int) -> str:
    pin = pin_of(gpio)
    return f"GPIO {gpio} (pin {pin})" if pin else f"GPIO {gpio}"


def _use(use: Use) -> str:
    return f"{use.part} {use.what}"


def _either(names: Iterable[str]) -> str:
    return ", ".join(names)

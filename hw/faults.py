"""What cannot work in a wiring, found by name before any pin is touched."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from hw.board import Board
from hw.header import EEPROM_PINS, GPIOS, I2C_PINS, SPI_PINS, UART_PINS, pin_of
from hw.ports import KEYS, PADS
from hw.uses import Use, chip_pin, uses
from hw.wiring import DRIVERS, PAD_DRIVERS, Driver, KeyWiring, Link, Wiring, is_matrix, keys_of, links
from hw.words import Words

BACKENDS = ("auto", "lgpio", "rpigpio")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong and what to do, in one line, and the parts that cannot be used because of it.

    `key` is the setting at fault, such as `pads.driver`, where it is one alone.
    """

    parts: frozenset[str]
    text: Words
    key: str = ""


def faults(wiring: Wiring, board: Board) -> list[Fault]:
    """Everything that is wrong with a wiring on that board, the plainest first. Empty: nothing is."""
    return [
        *unknown(wiring),
        *_counts(wiring),
        *_chip_pins(wiring),
        *_addresses(wiring),
        *_buses(wiring),
        *_no_such_pins(wiring),
        *_pins_twice(wiring),
        *_pins_of_the_kernel(wiring, board),
    ]


def _fault(text: Words, *parts: str, key: str = "") -> Fault:
    return Fault(frozenset(parts), text, key)


def _drivers(wiring: Wiring) -> Iterator[tuple[str, str, Driver | None]]:
    names = {"pads": wiring.pads.driver, "panel": wiring.panel.driver, "lights": wiring.lights.driver}
    for part, name in names.items():
        yield part, name, DRIVERS[part].get(name)


def unknown(wiring: Wiring) -> Iterator[Fault]:
    """The drivers, links and libraries that there are not; each fault has its `key`."""
    for part, name, driver in _drivers(wiring):
        if driver is None:
            yield _fault(
                Words(
                    '{key} = "{name}" is not known: choose one of {these}',
                    key=f"{part}.driver",
                    name=name,
                    these=_either(DRIVERS[part]),
                ),
                part,
                key=f"{part}.driver",
            )
    if wiring.backend not in BACKENDS:
        text = Words(
            '{key} = "{name}" is not known: choose one of {these}',
            key="pads.backend",
            name=wiring.backend,
            these=_either(BACKENDS),
        )
        on_pins = (part for part, link in links(wiring).items() if link is Link.PINS)
        yield _fault(text, *on_pins, key="pads.backend")
    panel = DRIVERS["panel"].get(wiring.panel.driver)
    if panel and wiring.panel.link not in panel.links:
        can = _either(link.value for link in panel.links)
        yield _fault(
            Words(
                "{driver} has no {link}: panel.link can be {these}",
                driver=wiring.panel.driver,
                link=wiring.panel.link.value,
                these=can,
            ),
            "panel",
            key="panel.link",
        )


def _counts(wiring: Wiring) -> Iterator[Fault]:
    if is_matrix(wiring) and len(wiring.pads.rows) != KEYS:
        yield _fault(_count("pads.rows", wiring.pads.rows, KEYS), "pads", key="pads.rows")
    if is_matrix(wiring) and len(wiring.pads.columns) != KEYS:
        yield _fault(_count("pads.columns", wiring.pads.columns, KEYS), "pads", key="pads.columns")
    if links(wiring)["lights"] is Link.PINS and len(wiring.lights.pins) != PADS:
        yield _fault(_count("lights.pins", wiring.lights.pins, PADS), "lights", key="lights.pins")


def _count(key: str, pins: Sequence[int], wanted: int) -> Words:
    return Words("{key} has {n} pins: it must have {wanted}", key=key, n=len(pins), wanted=wanted)


def _chip_pins(wiring: Wiring) -> Iterator[Fault]:
    """A matrix on a chip: which of its pins can be what."""
    pads = wiring.pads
    if keys_of(wiring) is not KeyWiring.CHIP_MATRIX:
        return
    if not pads.diodes:
        yield _fault(
            Words(
                "pads.diodes = false cannot be with {driver}, which drives its rows high: "
                "two keys would short two rows; fit the diodes",
                driver=pads.driver,
            ),
            "pads",
            key="pads.diodes",
        )
    bits = (*pads.rows, *pads.columns)
    for bit in sorted(set(bits)):
        if not 0 <= bit < 16:
            text = Words('{pin} is no pin of {driver}: write "GPA0" to "GPB7"', pin=bit, driver=pads.driver)
            yield _fault(text, "pads")
        elif bits.count(bit) > 1:
            text = Words(
                "{pin} of {driver} is in pads.rows and pads.columns twice: write it once",
                pin=chip_pin(bit),
                driver=pads.driver,
            )
            yield _fault(text, "pads")
        if bit in PAD_DRIVERS[pads.driver].output_only and bit in pads.columns:
            text = Words("{pin} in pads.columns can only be an output: make it a row", pin=chip_pin(bit))
            yield _fault(text, "pads", key="pads.columns")


def _addresses(wiring: Wiring) -> Iterator[Fault]:
    taken: dict[tuple[int, int], str] = {}
    for part, name, driver in _drivers(wiring):
        if driver is None or links(wiring)[part] is not Link.I2C or Link.I2C not in driver.links:
            continue
        bus, addresses = _chips(wiring, part)
        if part == "pads" and len(addresses) != len(driver.addresses):
            text = Words(
                "{driver} needs {wanted} in pads.addresses, not {n}",
                driver=name,
                wanted=len(driver.addresses),
                n=len(addresses),
            )
            yield _fault(text, part, key="pads.addresses")
        for address in addresses:
            if address not in driver.may_be:
                text = Words(
                    "no {driver} can be at {address}: its pins set {low} to {high}",
                    driver=name,
                    address=_hex(address),
                    low=_hex(driver.may_be[0]),
                    high=_hex(driver.may_be[-1]),
                )
                yield _fault(text, part, key="pads.addresses" if part == "pads" else f"{part}.address")
            other = taken.get((bus, address))
            if other == part:
                text = Words(
                    "{key} has {address} twice: give each chip its own",
                    key="pads.addresses",
                    address=_hex(address),
                )
                yield _fault(text, part, key="pads.addresses")
            elif other is not None:
                text = Words(
                    "{one} and {other} are both at {address} on I2C {bus}: change one",
                    one=other,
                    other=part,
                    address=_hex(address),
                    bus=bus,
                )
                yield _fault(text, other, part)
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
            Words(
                "{driver} beside an SPI panel shows garbage, as it has no chip select: "
                "use a panel on I2C, or pca9685",
                driver=wiring.lights.driver,
            ),
            "lights",
        )
    if wiring.panel.device not in (0, 1):
        text = Words("panel.device = {device}: SPI 0 has only 0 and 1", device=wiring.panel.device)
        yield _fault(text, "panel", key="panel.device")


def _no_such_pins(wiring: Wiring) -> Iterator[Fault]:
    for use in uses(wiring):
        if use.gpio in EEPROM_PINS:
            text = Words(
                "GPIO {gpio} belongs to the EEPROM of add-on boards: {use} needs another",
                gpio=use.gpio,
                use=_use(use),
            )
            yield _fault(text, use.part)
        elif use.gpio not in GPIOS:
            text = Words(
                "GPIO {gpio} is not on the header: {use} needs one from 2 to 27",
                gpio=use.gpio,
                use=_use(use),
            )
            yield _fault(text, use.part)


def _pins_twice(wiring: Wiring) -> Iterator[Fault]:
    """One fault a pair of parts and reason: eight lights on a bus's pins are one mistake, not eight."""
    said = set()
    for first, second in combinations(uses(wiring), 2):
        if first.gpio != second.gpio or (first.bus and first.bus == second.bus):
            continue
        key = (first.part, second.part, first.bus, second.bus) if first.bus or second.bus else first
        if key not in said:
            said.add(key)
            text = Words(
                "{pin} is wired twice, as {one} and as {other}: move one of them",
                pin=_pin(first.gpio),
                one=_use(first),
                other=_use(second),
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
                text = Words(
                    "{pin}, wired as {use}, is the kernel's for {bus}: "
                    "write {cure} in config.txt and start again",
                    pin=_pin(used[0].gpio),
                    use=_use(used[0]),
                    bus=bus,
                    cure=cure,
                )
                yield _fault(text, part)


def _pin(gpio: int) -> str:
    pin = pin_of(gpio)
    return Words("GPIO {gpio} (pin {pin})", gpio=gpio, pin=pin) if pin else f"GPIO {gpio}"


def _hex(address: int) -> str:
    return f"0x{address:02X}"


def _use(use: Use) -> str:
    return f"{use.part} {use.what}"


def _either(names: Iterable[str]) -> str:
    return ", ".join(names)

"""Simulated boxes: real pad drivers over simulated wires and chips, in simulated time."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from hw.backend import Pins
from hw.pads.matrix import MatrixWires
from hw.pads.mcp23017 import Mcp23017Wires
from hw.pads.tca9555 import Tca9555Wires
from hw.scanned_pads import PadWires
from hw.sim.bus import SimBuses, SimI2c
from hw.sim.clock import SimClock
from hw.sim.expanders import InterruptLine, Keys, Mcp23017, Tca9555
from hw.sim.pins import InterruptHeader, MatrixHeader, SimPins
from hw.sim.scanning import SimScanning
from hw.sim.wires import KeyMatrix
from hw.turns import Turns
from hw.wiring import Wiring, from_values

FAST_HERTZ = 400_000
SLOW_HERTZ = 93_000
"""A bus on which a frame of 1,034 bytes takes 100 ms."""
SLOW_PAGE_US = 12_600
"""And a page of it, with its address and its control byte."""


@dataclass
class Box:
    """A box with pads: what is pressed (`keys`), the driver's wires, the time, and what is reported."""

    keys: KeyMatrix | Keys
    wires: PadWires
    clock: SimClock
    pins: SimPins
    scanning: SimScanning
    line: InterruptLine
    bus: SimI2c
    chips: list[Mcp23017 | Tca9555]

    def begin(self) -> frozenset[tuple[int, int]]:
        """Claim the wires and start; the keys that are down already."""
        self.wires.open()
        self.scanning.begin()
        return self.scanning.down_at_start

    def tap(self, pad: int, key: int, held_ms: int = 60, then_ms: int = 60) -> None:
        """Press a key, and let it go."""
        self.keys.move(pad, key, True)
        self.scanning.run_ms(held_ms)
        self.keys.move(pad, key, False)
        self.scanning.run_ms(then_ms)

    @property
    def matrix(self) -> KeyMatrix:
        """The matrix of a box that has one."""
        assert isinstance(self.keys, KeyMatrix)
        return self.keys

    @property
    def told(self) -> list[tuple[int, int, bool]]:
        """(pad, key, is down) of all that was reported."""
        return [(edge.pad, edge.key, edge.is_down) for edge in self.scanning.edges]


def matrix_box(has_diodes: bool = True, has_edges: bool = True, sends_edges: bool = True) -> Box:
    """A box with its matrix on the Pi's pins."""
    wiring = from_values({"pads.diodes": has_diodes})
    clock, matrix = SimClock(), KeyMatrix(has_diodes)
    pins = SimPins(MatrixHeader(matrix, wiring.pads), has_edges, sends_edges)
    wires = MatrixWires(pins, wiring.pads, clock.pause_us)
    return Box(matrix, wires, clock, pins, SimScanning(wires, clock, pins), InterruptLine(), SimI2c(), [])


class BesidePanel(Turns):
    """Turns on a bus on which a panel sends one page after the other, all the time."""

    def __init__(self, clock: SimClock) -> None:
        super().__init__()
        self._clock = clock
        self._free_us = 0

    @contextmanager
    def take(self) -> Iterator[None]:
        """Wait for the page that is on."""
        self._clock.pause_us(SLOW_PAGE_US - (self._clock.now_us - self._free_us) % SLOW_PAGE_US)
        with super().take():
            yield
        self._free_us = self._clock.now_us


class BoxPi(SimBuses):
    """A Pi with one bus, and pins of its own."""

    def __init__(self, bus: SimI2c, pins: SimPins, turns: Turns) -> None:
        super().__init__({1: bus})
        self._pins = pins
        self._own_turns = turns

    def pins(self, wanted: str) -> Pins:
        """The pins."""
        return self._pins

    def turns(self, number: int) -> Turns:
        """Whose turn it is."""
        return self._own_turns


def mcp_box(has_interrupt: bool = True, is_beside_panel: bool = False) -> Box:
    """A box whose matrix an MCP23017 scans."""
    wiring = from_values({"pads.driver": "mcp23017", "pads.interrupt": 4 if has_interrupt else 0})
    matrix, line = KeyMatrix(), InterruptLine()
    chip = Mcp23017(matrix, wiring.pads.rows, wiring.pads.columns, line)
    return _chip_box(wiring, matrix, line, [chip], Mcp23017Wires, is_beside_panel)


def tca_box(has_interrupt: bool = True, is_beside_panel: bool = False) -> Box:
    """A box with four TCA9555."""
    wiring = from_values({"pads.driver": "tca9555", "pads.interrupt": 4 if has_interrupt else 0})
    keys, line = Keys(), InterruptLine()
    chips = [Tca9555(keys, pad, line) for pad in (1, 3, 5, 7)]
    return _chip_box(wiring, keys, line, chips, Tca9555Wires, is_beside_panel)


def _chip_box(
    wiring: Wiring,
    keys: KeyMatrix | Keys,
    line: InterruptLine,
    chips: Sequence[Mcp23017 | Tca9555],
    driver: type[Mcp23017Wires] | type[Tca9555Wires],
    is_beside_panel: bool,
) -> Box:
    clock, pins = SimClock(), SimPins(InterruptHeader(line))
    bus = SimI2c(
        SLOW_HERTZ if is_beside_panel else FAST_HERTZ,
        wait=lambda seconds: clock.pause_us(round(seconds * 1_000_000)),
    )
    for address, chip in zip(wiring.pads.addresses, chips, strict=True):
        bus.plug(address, chip)
    wires = driver(wiring, BoxPi(bus, pins, BesidePanel(clock) if is_beside_panel else Turns()))
    return Box(keys, wires, clock, pins, SimScanning(wires, clock, pins), line, bus, list(chips))

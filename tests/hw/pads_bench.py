"""Simulated boxes: real pad drivers over simulated wires and chips, in simulated time."""

from dataclasses import dataclass

from hw.pads.expander import Expander
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
from hw.wiring import Wiring, from_values


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


def mcp_box(has_interrupt: bool = True) -> Box:
    """A box whose matrix an MCP23017 scans."""
    wiring = from_values({"pads.driver": "mcp23017", "pads.interrupt": 4 if has_interrupt else 0})
    matrix, line = KeyMatrix(), InterruptLine()
    chip = Mcp23017(matrix, wiring.pads.rows, wiring.pads.columns, line)
    return _chip_box(wiring, matrix, line, [chip], Mcp23017Wires)


def tca_box(has_interrupt: bool = True) -> Box:
    """A box with four TCA9555."""
    wiring = from_values({"pads.driver": "tca9555", "pads.interrupt": 4 if has_interrupt else 0})
    keys, line = Keys(), InterruptLine()
    return _chip_box(wiring, keys, line, [Tca9555(keys, pad, line) for pad in (1, 3, 5, 7)], Tca9555Wires)


def _chip_box(
    wiring: Wiring,
    keys: KeyMatrix | Keys,
    line: InterruptLine,
    chips: list[Mcp23017 | Tca9555],
    driver: type[Mcp23017Wires] | type[Tca9555Wires],
) -> Box:
    clock, pins = SimClock(), SimPins(InterruptHeader(line))
    bus = SimI2c(wait=lambda seconds: clock.pause_us(round(seconds * 1_000_000)))
    for address, chip in zip(wiring.pads.addresses, chips, strict=True):
        bus.plug(address, chip)
    buses = SimBuses({1: bus})
    wires = driver(wiring, buses, Expander(wiring.pads.driver, wiring, buses, lambda _: pins))
    return Box(keys, wires, clock, pins, SimScanning(wires, clock, pins), line, bus, chips)

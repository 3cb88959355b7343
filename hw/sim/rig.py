"""A rig: a simulated Pi with everything on it that a wiring names, for the real drivers to run on.

It is a `Pi` (hw/pi.py): `open_pads(wiring, rig)` and its like open the real drivers on it. From the other
side hands press keys, eyes see panel and lights, and faults can be made (hw/sim/rig_faults.py).
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from threading import RLock

from PIL import Image

from hw.backend import Pins
from hw.board import Board
from hw.buses import I2cBus, SpiPort
from hw.scanned_pads import pause_ms
from hw.sim.bus import SimBuses, SimSpi
from hw.sim.expanders import InterruptLine, Keys, Mcp23017, Tca9555
from hw.sim.pins import SimPins, WireFactory
from hw.sim.rig_bus import Connected, SharedI2c
from hw.sim.rig_header import RigHeader
from hw.sim.rig_lights import ChainLights, PcaLights, PinLights, RigLights
from hw.sim.rig_panel import RigPanel
from hw.sim.wires import KeyMatrix
from hw.turns import Turns
from hw.wiring import PAD_DRIVERS, KeyWiring, Link, Wiring, links

Key = tuple[int, int]

# As uneven as a contact: even ones could keep step with the looks at it.
BOUNCES_MS = (1, 2, 1, 1, 2, 2, 1)


class Rig:
    """A simulated Pi, wired. It has no threads: what hands and drivers do happens at once, on their own.

    `when_panel_changed` and `when_lights_changed` are called, from any thread, when what people see is
    different. `faults` says what has been made to go wrong. Two rigs know nothing of each other. Where wrong
    wires let two pins fight, low wins: real ones might suffer.
    """

    def __init__(self, wiring: Wiring, pause_ms: Callable[[int], None] = pause_ms) -> None:
        """`wiring` has no faults (hw/faults.py). `pause_ms` lets time pass between a contact's bounces."""
        self.wiring = wiring
        self.lock = RLock()
        self.header = RigHeader(self.lock)
        self.port = SimSpi()
        self.when_panel_changed: list[Callable[[], None]] = []
        self.when_lights_changed: list[Callable[[], None]] = []
        self.faults: list[str] = []
        self.find_pins: Callable[[str], Pins] = self._sim_pins
        self._pause_ms = pause_ms
        self._factory = WireFactory(self.header)
        self.by_number = {number: SharedI2c() for number in _bus_numbers(wiring)}
        self._buses = SimBuses(self.by_number, self.port)
        self.interrupt = InterruptLine()
        self.keys = self._wire_keys()
        self.panel = self._wire_panel()
        self._lights = self._wire_lights()
        self._pressed: set[Key] = set()
        self._stuck: set[Key] = set()
        self._bounce_ms: dict[Key, int] = {}
        self._seen = self._lights.sight()

    # The Pi, for drivers.

    def look_for_header(self) -> None:
        """It is there."""

    def pins(self, wanted: str) -> Pins:
        """Pins on the ends of simulated wires, unless `find_pins` has been set to others on this header."""
        return self.find_pins(wanted)

    def i2c(self, number: int) -> I2cBus:
        """The bus i2c-`number`. Raises `HardwareError` where nothing is wired to it."""
        return self._buses.i2c(number)

    def turns(self, number: int) -> Turns:
        """Whose turn it is on i2c-`number`."""
        return self._buses.turns(number)

    def spi(self) -> SpiPort:
        """The SPI port."""
        return self._buses.spi()

    def board(self) -> Board:
        """Nothing is claimed."""
        return Board()

    # The table, for hands and eyes.

    @property
    def is_sound(self) -> bool:
        """Every key tells of every press: nothing is wrong, and no three keys can hide a fourth."""
        return not self.faults and self.wiring.pads.diodes

    def press(self, pad: int, key: int, is_down: bool) -> None:
        """A finger goes down on a key, or up from it."""
        with self.lock:
            (self._pressed.add if is_down else self._pressed.discard)((pad, key))
        for is_closed, ms in self._bounces((pad, key), is_down):
            self._move((pad, key), is_closed)
            self._pause_ms(ms)
        self._move((pad, key), is_down)

    def stick(self, pad: int, key: int, is_stuck: bool = True) -> None:
        """A contact stays closed whatever the finger does, or comes free."""
        with self.lock:
            (self._stuck.add if is_stuck else self._stuck.discard)((pad, key))
            self._move((pad, key), (pad, key) in self._pressed)

    def bounce(self, pad: int, key: int, ms: int) -> None:
        """From now on a contact bounces that long; 0: not at all."""
        self._bounce_ms[pad, key] = ms

    def unplug(self, pad: int, is_out: bool = True) -> None:
        """Take a pad's cable out, or put it back."""
        with self.lock:
            self.keys.unplug(pad, is_out)

    def plug_panel(self, is_in: bool) -> None:
        """Take the panel off its wires, or put it back. It forgets everything."""
        is_i2c = self.wiring.panel.link is Link.I2C
        self.panel.plug(self.by_number[self.wiring.panel.bus] if is_i2c else None, is_in)

    def panel_picture(self) -> Image.Image:
        """What the glass shows, mode "1": out of the chip's memory."""
        return self.panel.picture()

    def panel_brightness(self) -> float:
        """How bright the glass's lit pixels are, 0.0 (off) to 1.0."""
        return self.panel.brightness()

    def light_levels(self) -> tuple[float, ...]:
        """How bright the lights are, pad 1 first, each 0.0 to 1.0."""
        with self.lock:
            return self._lights.sight()[0]

    def light_colour(self) -> int | None:
        """The pad whose colour all lights have; None: each its own."""
        with self.lock:
            return self._lights.sight()[1]

    def _bounces(self, key: Key, is_down: bool) -> Iterator[tuple[bool, int]]:
        """How a contact bounces, before it rests or has been mended: whether it is closed, and how long."""
        ms, rests_ms, is_closed = 0, cycle(BOUNCES_MS), is_down
        while (left_ms := self._bounce_ms.get(key, 0) - ms) > 0:
            rest_ms = min(next(rests_ms), left_ms)
            yield is_closed, rest_ms
            ms, is_closed = ms + rest_ms, not is_closed

    def _move(self, key: Key, is_closed: bool) -> None:
        with self.lock:
            self.keys.move(*key, is_closed or key in self._stuck)

    def _sim_pins(self, _wanted: str) -> Pins:
        return SimPins(self.header, factory=self._factory)

    def _wire_keys(self) -> KeyMatrix | Keys:
        pads = self.wiring.pads
        if pads.interrupt is not None:
            self.header.connect_interrupt(pads.interrupt, self.interrupt)
        kind = PAD_DRIVERS[pads.driver].keys
        if kind is KeyWiring.INPUTS:
            keys = Keys()
            chips = (Tca9555(keys, 2 * place + 1, self.interrupt) for place in range(len(pads.addresses)))
            for address, chip in zip(pads.addresses, chips, strict=True):
                self.by_number[pads.bus].plug(address, Connected(chip, self.lock))
            return keys
        matrix = KeyMatrix(pads.diodes, on_short=lambda words: None)
        if kind is KeyWiring.CHIP_MATRIX:
            scanner = Mcp23017(matrix, pads.rows, pads.columns, self.interrupt)
            self.by_number[pads.bus].plug(pads.addresses[0], Connected(scanner, self.lock))
        else:
            self.header.connect_matrix(matrix, pads.rows, pads.columns)
        return matrix

    def _wire_panel(self) -> RigPanel:
        panel = RigPanel(self.wiring.panel, self.lock, lambda: _tell(self.when_panel_changed))
        if self.wiring.panel.link is Link.SPI:
            panel.connect_spi(self.port, self.header)
        else:
            panel.connect_i2c(self.by_number[self.wiring.panel.bus])
        return panel

    def _wire_lights(self) -> RigLights:
        lights = self.wiring.lights
        match links(self.wiring)["lights"]:
            case Link.SPI:
                return ChainLights(self.port, self.lock, self._look)
            case Link.I2C:
                return PcaLights(self.by_number[lights.bus], lights.address, self.lock, self._look)
            case _:
                return PinLights(self.header, lights.pins, self._look)

    def _look(self) -> None:
        """Tell of lights that look different now."""
        with self.lock:
            before, self._seen = self._seen, self._lights.sight()
            has_changed = self._seen != before
        if has_changed:
            _tell(self.when_lights_changed)


def _bus_numbers(wiring: Wiring) -> set[int]:
    """The I2C buses that something is wired to."""
    of_part = {"pads": wiring.pads.bus, "panel": wiring.panel.bus, "lights": wiring.lights.bus}
    return {of_part[part] for part, link in links(wiring).items() if link is Link.I2C}


def _tell(ears: Sequence[Callable[[], None]]) -> None:
    for ear in ears:
        ear()

"""Our gpiozero drivers over gpiozero's own RPiGPIOFactory, on a simulated RPi.GPIO."""

import queue
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero import Device

import hw.sim.rig as sim_rig
from hw.backend import Pins, open_pins
from hw.lights.leds import Leds
from hw.opening import open_pads
from hw.pads.matrix import MatrixWires
from hw.ports import HardwareError, KeyEdge
from hw.scanned_pads import ScannedPads
from hw.sim.clock import SimClock
from hw.sim.rpigpio import rpi_gpio
from hw.sim.scanning import SimScanning
from hw.sim.wires import KeyMatrix
from hw.wiring import LIGHT_PINS, PadsWiring, Wiring


class Rig:
    """A matrix and lights on a header, and what each pin drives."""

    def __init__(self) -> None:
        from hw.sim.pins import MatrixHeader

        self.matrix = KeyMatrix()
        self._header = MatrixHeader(self.matrix, PadsWiring())
        self.driven: dict[int, float] = {}

    def drive(self, gpio: int, level: float | None) -> None:
        self.driven.pop(gpio, None)
        if level is not None:
            self.driven[gpio] = level
        self._header.drive(gpio, level)

    def is_low(self, gpio: int) -> bool:
        return self._header.is_low(gpio)

    def tell_falls(self, gpios: Any, tell: Any) -> Callable[[], None]:
        return self._header.tell_falls(gpios, tell)


@pytest.fixture
def rig() -> Rig:
    return Rig()


@pytest.fixture
def pins(rig: Rig) -> Iterator[Pins]:
    with rpi_gpio(rig) as factory:
        yield Pins(factory, "rpigpio", "rpigpio")


def test_it_is_gpiozeros_own_factory_on_a_pi(pins: Pins) -> None:
    assert type(pins.factory).__mro__[1].__module__ == "gpiozero.pins.rpigpio"
    assert pins.factory.board_info.model == "3B"


def test_pads_are_read_every_10_ms_and_lose_nothing(rig: Rig, pins: Pins) -> None:
    clock = SimClock()
    wires = MatrixWires(pins, PadsWiring(), clock.pause_us)
    wires.open()
    assert "rpigpio" in wires.words
    assert "read every 10 ms: these pins have no kernel line request" in wires.words
    scanning = SimScanning(wires, clock)
    scanning.begin()
    for pad in range(1, 9):
        for is_down in (True, False):
            rig.matrix.move(pad, pad, is_down)
            scanning.run_ms(40)
    wires.close()
    assert [(edge.pad, edge.key, edge.is_down) for edge in scanning.edges] == [
        (pad, pad, is_down) for pad in range(1, 9) for is_down in (True, False)
    ]


def test_lgpio_missing_and_add_event_detect_raising_presses_arrive_and_wanted_and_found_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From the search for a library to the driver's own thread, in real time."""
    box, edges = sim_rig.Rig(Wiring()), queue.Queue[KeyEdge]()
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setattr("hw.backend.header_chip", lambda _: None)
    with rpi_gpio(box.header) as factory:
        with pytest.raises(RuntimeError, match="Failed to add edge detection"):
            sys.modules["RPi.GPIO"].add_event_detect(4, 1)

        def load(name: str) -> Any:
            if name == "lgpio":
                raise ImportError(name)
            return SimpleNamespace(RPiGPIOFactory=lambda: factory)

        box.find_pins = lambda wanted: open_pins(wanted, {}, load=load)
        pads = open_pads(box.wiring, box)
        assert isinstance(pads, ScannedPads)
        pads.start(edges.put)
        assert "pins through rpigpio (wanted: auto), read every 10 ms" in pads.words
        for pad in range(1, 9):
            box.press(pad, pad, True)
            edge = edges.get(timeout=5)
            assert (edge.pad, edge.key, edge.is_down) == (pad, pad, True)
        pads.close()


def test_idle_rows_are_all_low_no_row_is_ever_high_and_closing_lets_go(rig: Rig, pins: Pins) -> None:
    clock = SimClock()
    wires = MatrixWires(pins, PadsWiring(), clock.pause_us)
    wires.open()
    assert rig.driven == {}
    wires.arm()
    assert rig.driven == dict.fromkeys(PadsWiring().rows, 0.0)
    wires.read()
    assert rig.driven == {}
    wires.arm()
    wires.close()
    assert rig.driven == {}


def test_lights_shine_and_are_low_when_closed(rig: Rig, pins: Pins) -> None:
    leds = Leds(pins, LIGHT_PINS)
    leds.show([1.0] * 4 + [0.0] * 4)
    assert [rig.driven[gpio] for gpio in LIGHT_PINS] == [1.0] * 4 + [0.0] * 4
    leds.show([0.5] * 8)
    leds.close()
    assert rig.driven == {}


def test_two_owners_of_a_pin_are_refused(pins: Pins) -> None:
    pins.claim(18)
    with pytest.raises(HardwareError, match="GPIO 18 is wired twice"):
        Leds(Pins(pins.factory, "rpigpio", "rpigpio"), LIGHT_PINS)
    pins.free()

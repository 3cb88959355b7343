"""Opening the drivers of a wiring: what cannot work is refused by name before any pin is touched."""

from importlib import import_module
from typing import cast

from hw.faults import faults
from hw.pi import Pi, ThisPi
from hw.ports import HardwareError, Lights, Pads, Panel
from hw.wiring import DRIVERS, Wiring


def open_pads(wiring: Wiring, pi: Pi | None = None) -> Pads:
    """The pads' driver on that Pi, wires not claimed yet. Raises `HardwareError` when they cannot be used."""
    return cast("Pads", _open(wiring, "pads", wiring.pads.driver, pi))


def open_panel(wiring: Wiring, pi: Pi | None = None) -> Panel:
    """The panel's driver on that Pi. Raises `HardwareError` when it cannot be used."""
    return cast("Panel", _open(wiring, "panel", wiring.panel.driver, pi))


def open_lights(wiring: Wiring, pi: Pi | None = None) -> Lights:
    """The lights' driver on that Pi. Raises `HardwareError` when they cannot be used."""
    return cast("Lights", _open(wiring, "lights", wiring.lights.driver, pi))


def _open(wiring: Wiring, part: str, name: str, pi: Pi | None) -> object:
    """Check what concerns `part`, then let its driver, imported only now, open it."""
    pi = pi or ThisPi()
    for fault in faults(wiring, pi.board()):
        if part in fault.parts:
            raise HardwareError(fault.text)
    return import_module(DRIVERS[part][name].module).open_driver(wiring, pi)

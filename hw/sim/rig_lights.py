"""The lights of a rig: LEDs on pins, a chain of APA102 on SPI, or a PCA9685 on I2C, and how they look."""

from collections.abc import Callable, Sequence
from threading import RLock
from typing import Protocol

from hw.lights.apa102 import COLOURS, scaled
from hw.ports import PADS
from hw.sim.bus import SimSpi
from hw.sim.lamps import Apa102Chain, Lamp, Pca9685
from hw.sim.rig_bus import Connected, SharedI2c
from hw.sim.rig_header import RigHeader

Sight = tuple[tuple[float, ...], int | None]
"""The levels, pad 1 first, and the pad whose colour all lights have taken, if they have."""

ROUNDING = 1


class RigLights(Protocol):
    """Eight lights, as people see them."""

    def sight(self) -> Sight:
        """How they look."""


class PinLights:
    """LEDs on pins, which have the colour that they have."""

    def __init__(self, header: RigHeader, pins: Sequence[int], when_changed: Callable[[], None]) -> None:
        self._header = header
        self._pins = tuple(pins)
        header.when_driven.append(lambda gpio: when_changed() if gpio in self._pins else None)

    def sight(self) -> Sight:
        """How they look."""
        return tuple(self._header.outputs.get(pin, 0.0) for pin in self._pins), None


class PcaLights:
    """LEDs on the first outputs of a PCA9685."""

    def __init__(self, bus: SharedI2c, address: int, lock: RLock, when_changed: Callable[[], None]) -> None:
        self._chip = Pca9685()
        bus.plug(address, Connected(self._chip, lock, when_changed))

    def sight(self) -> Sight:
        """How they look."""
        return tuple(self._chip.level(output) for output in range(PADS)), None


class ChainLights:
    """A chain of APA102."""

    def __init__(self, port: SimSpi, lock: RLock, when_changed: Callable[[], None]) -> None:
        self._chain = Apa102Chain(PADS)

        def receive(data: bytes) -> None:
            with lock:
                self._chain.receive(data)
            when_changed()

        port.chip = receive

    def sight(self) -> Sight:
        """How they look: each in its own pad's colour if that can be, else all in one pad's."""
        return seen_in(self._chain.lamps)


def seen_in(lamps: Sequence[Lamp]) -> Sight:
    """Levels and colour of a chain. Lamps in nobody's colours are taken as their own pads'."""
    own = range(1, PADS + 1)
    for colour in (None, *own):
        pads = own if colour is None else [colour] * PADS
        if all(_has_colour_of(lamp, pad) for lamp, pad in zip(lamps, pads, strict=True)):
            return tuple(_level(lamp, pad) for lamp, pad in zip(lamps, pads, strict=True)), colour
    return tuple(_level(lamp, pad) for lamp, pad in zip(lamps, own, strict=True)), None


def _has_colour_of(lamp: Lamp, pad: int) -> bool:
    wanted = scaled(COLOURS[pad - 1], _level(lamp, pad))
    found = lamp.red, lamp.green, lamp.blue
    return all(abs(one - other) <= ROUNDING for one, other in zip(wanted, found, strict=True))


def _level(lamp: Lamp, pad: int) -> float:
    return min(1.0, max(lamp.red, lamp.green, lamp.blue) / max(COLOURS[pad - 1]))

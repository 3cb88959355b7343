"""The `leds` driver: one plain LED a pad on a pin of its own, through gpiozero.

Pulse-width modulation runs only for levels between off and full: eight LEDs at a steady 0 or 1 would
still wake the program 100 times a second.
"""

import contextlib
from collections.abc import Sequence
from typing import Any

from hw.backend import Pins, pin_errors
from hw.buses import CHECK
from hw.pi import Pi, ThisPi
from hw.ports import PADS, HardwareError
from hw.wiring import Wiring
from hw.words import system_words

HERTZ = 100
"""Fast enough not to be seen, slow enough for modulation by software."""

FULL_PCT = 100
"""Levels are told apart by the hundredth: lgpio's modulation has no finer steps."""


class Led:
    """One LED, on a pin that drives, low."""

    def __init__(self, pin: Any) -> None:
        self._pin = pin
        self._level_pct = 0

    def show(self, level: float) -> None:
        """Be that bright, 0.0 to 1.0."""
        level_pct = round(level * FULL_PCT)
        if level_pct == self._level_pct:
            return
        if _is_plain(level_pct) != _is_plain(self._level_pct):
            self._pin.frequency = None if _is_plain(level_pct) else HERTZ
        # After the frequency: to end the modulation leaves the level of that instant.
        self._pin.state = level_pct == FULL_PCT if _is_plain(level_pct) else level_pct / FULL_PCT
        self._level_pct = level_pct


def _is_plain(level_pct: int) -> bool:
    return level_pct in (0, FULL_PCT)


class Leds:
    """Eight LEDs, dark from the start, whatever the last run left on their pins.

    Raises `HardwareError` when a pin cannot be had.
    """

    again_s: float | None = None

    def __init__(self, pins: Pins, gpios: Sequence[int]) -> None:
        self._pins = pins
        self._gpios = gpios
        try:
            self._leds = [Led(pins.claim_output(gpio)) for gpio in gpios]
        except BaseException:
            pins.free()
            raise

    def show(self, levels: Sequence[float], colour: int | None = None) -> None:
        """Set the eight lights, pad 1 first. An LED has the colour that it has.

        Raises `HardwareError` when a pin is at fault, once all others are set; the next call tries it again.
        """
        fault: HardwareError | None = None
        for gpio, led, level in zip(self._gpios, self._leds, levels, strict=True):
            try:
                with pin_errors():
                    led.show(level)
            except OSError as error:
                fault = HardwareError(
                    "The light on GPIO {gpio} cannot be set ({why}): {check} tells more",
                    gpio=gpio,
                    why=system_words(error),
                    check=CHECK,
                )
        if fault is not None:
            raise fault

    def close(self) -> None:
        """All lights off, pins given back. Never raises; may be called twice."""
        leds, self._leds, self._gpios = self._leds, [], ()
        for led in leds:
            # One pin at fault must not leave the others lit, and lgpio's errors have no kind of their own.
            with contextlib.suppress(Exception):
                led.show(0.0)
        self._pins.free()


def open_driver(wiring: Wiring, pi: Pi | None = None) -> Leds:
    """The lights that `wiring` has, dark. Raises `HardwareError`."""
    return Leds((pi or ThisPi()).pins(wiring.backend), wiring.lights.pins[:PADS])

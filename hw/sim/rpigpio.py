"""A stateful RPi.GPIO out of fake-rpi's, under which gpiozero's own RPiGPIOFactory runs off a Pi.

fake-rpi has the names of RPi.GPIO, but gives random inputs and forgets outputs. Here pins remember what they
are, drive what hangs on them, and read what that is at.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import fake_rpi

from hw.sim.pins import Header

# A Pi 3B: the last that has a 40-pin header and needs nothing special.
REVISION = 0xA22082

fake_rpi.toggle_print(False)
_Fake: Any = type(fake_rpi.RPi.GPIO)


class SimRpiGpio(_Fake):  # type: ignore[misc]
    """RPi.GPIO with pins that hang on a header. A channel is a GPIO number."""

    VERSION = "0.7.1"

    def __init__(self, header: Header) -> None:
        self.header = header
        self._functions: dict[int, int] = {}
        self._levels: dict[int, bool] = {}

    def setwarnings(self, is_on: bool) -> None:
        """No warnings are given anyway."""

    def setmode(self, mode: int) -> None:
        """Only one mode is simulated."""
        if mode != self.BCM:
            raise ValueError("GPIO numbers only")

    def getmode(self) -> int:
        """The numbering."""
        return int(self.BCM)

    def setup(
        self, channel: int, function: int, pull_up_down: int | None = None, initial: bool | None = None
    ) -> None:
        """Make a pin an input or an output. An output keeps its last level unless told."""
        self._functions[channel] = function
        if function == self.OUT:
            self._levels[channel] = bool(self._levels.get(channel, False) if initial is None else initial)
            self.header.drive(channel, self._levels[channel])
        else:
            self.header.drive(channel, None)

    def input(self, channel: int) -> int:
        """What a pin is at."""
        if self._functions.get(channel) == self.OUT:
            return int(self._levels[channel])
        return int(not self.header.is_low(channel))

    def output(self, channel: int, level: bool) -> None:
        """Drive an output."""
        if self._functions.get(channel) != self.OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self._levels[channel] = bool(level)
        self.header.drive(channel, bool(level))

    def gpio_function(self, channel: int) -> int:
        """What a pin is."""
        return self._functions.get(channel, int(self.IN))

    def cleanup(self, channel: int | None = None) -> None:
        """Make one pin, or all, an input again."""
        for number in list(self._functions) if channel is None else [channel]:
            self._functions.pop(number, None)
            self.header.drive(number, None)

    def add_event_detect(self, channel: int, edge: int, **_: Any) -> None:
        """Fails as under kernels that took sysfs edges away. No driver of ours asks for it."""
        raise RuntimeError("Failed to add edge detection")

    def remove_event_detect(self, channel: int) -> None:
        """There is none."""

    def PWM(self, channel: int, frequency: float) -> "SimPwm":  # noqa: N802
        """Modulate an output."""
        return SimPwm(self.header, channel, frequency)


class SimPwm:
    """Blinks fast; here, shows how bright that looks."""

    def __init__(self, header: Header, channel: int, frequency: float) -> None:
        self._header = header
        self.channel, self.frequency, self.duty_pct = channel, frequency, 0.0

    def start(self, duty_pct: float) -> None:
        """Blink."""
        self.ChangeDutyCycle(duty_pct)

    def stop(self) -> None:
        """Blink no more. The pin stays at the level of that instant."""
        self.duty_pct = 0.0

    def ChangeDutyCycle(self, duty_pct: float) -> None:  # noqa: N802
        """Blink brighter or darker."""
        self.duty_pct = duty_pct
        self._header.drive(self.channel, duty_pct / 100)

    def ChangeFrequency(self, frequency: float) -> None:  # noqa: N802
        """Blink faster or slower."""
        self.frequency = frequency


@contextmanager
def rpi_gpio(header: Header) -> Iterator[Any]:
    """gpiozero's RPiGPIOFactory over a simulated RPi.GPIO. Afterwards nothing of it is left."""
    names = ("RPi", "RPi.GPIO", "gpiozero.pins.rpigpio")
    before = {name: sys.modules.pop(name, None) for name in names}
    gpio = SimRpiGpio(header)
    package = type(sys)("RPi")
    package.GPIO = gpio  # type: ignore[attr-defined]
    sys.modules["RPi"] = package
    sys.modules["RPi.GPIO"] = gpio
    try:
        yield _factory()
    finally:
        for name, module in before.items():
            sys.modules.pop(name, None)
            if module is not None:
                sys.modules[name] = module


def _factory() -> Any:
    from gpiozero.pins.local import LocalPiFactory
    from gpiozero.pins.rpigpio import RPiGPIOFactory

    class SimFactory(RPiGPIOFactory):  # type: ignore[misc]
        """The real one, on a board that it cannot ask."""

        def _get_revision(self) -> int:
            return REVISION

    # Pins outlive the factories of one process: gpiozero keeps them in the class.
    LocalPiFactory.pins.clear()
    LocalPiFactory._reservations.clear()
    return SimFactory()

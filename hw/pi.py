"""The Pi as drivers see it: where pins and buses come from. The one we run on, or a simulated one."""

from typing import Protocol

from hw.backend import Pins, open_pins
from hw.board import Board, read_board
from hw.buses import Buses, KernelBuses
from hw.gpio_chips import header_chip


class Pi(Buses, Protocol):
    """Pins and buses for drivers. Nothing is claimed before a driver asks for it."""

    def look_for_header(self) -> None:
        """Raises `HardwareError` while the header's GPIO chip is not there, or may not be used."""

    def pins(self, wanted: str) -> Pins:
        """Pins to claim, through the library that is wanted (`Wiring.backend`). Raises `HardwareError`."""

    def board(self) -> Board:
        """What the Pi's own configuration has claimed."""


class ThisPi(KernelBuses):
    """The machine we run on."""

    def look_for_header(self) -> None:
        """Whether the kernel has the chip, and lets us use it. Raises `HardwareError`."""
        header_chip()

    def pins(self, wanted: str) -> Pins:
        """Pins through gpiozero. Raises `HardwareError`."""
        return open_pins(wanted)

    def board(self) -> Board:
        """What the kernel has switched on."""
        return read_board()

"""How a panel is reached: luma's I2C and SPI over buses and pins of ours."""

from typing import Any, Protocol

from luma.core.interface.serial import i2c, spi

from hw.backend import Pins, pin_errors
from hw.buses import I2cBus, SpiPort, parts, send
from hw.turns import Turns

SPI_HERTZ = 8_000_000
RESET_S = 0.001
"""How long the reset line is low, and the pause after: the SSD1322 wants the longest, 0.1 ms."""

# Control bytes (SSD1306 data sheet, 8.1.5.2).
COMMAND, DATA = 0x00, 0x40
STATUS_OFF = 0x40
"""The bit of the status byte that is set while the display is off (SSD1306, 9.2; SH1106, "Read Status")."""


class Serial(Protocol):
    """What luma's devices are given to talk through, and the one thing that we ask besides."""

    def command(self, *cmd: int) -> None:
        """Send commands."""

    def data(self, data: Any) -> None:
        """Send data."""

    def cleanup(self) -> None:
        """Give bus and pins back."""

    def is_display_on(self) -> bool | None:
        """What the chip itself says; None where it cannot be asked."""


class I2cSerial(i2c):  # type: ignore[misc]  # luma has no types
    """luma's I2C over an opened bus. `longest` is how many bytes of data are sent in one go, and one turn."""

    def __init__(self, bus: I2cBus, address: int, longest: int, turns: Turns) -> None:
        super().__init__(bus=bus, address=address)
        self._line = bus
        self._address = address
        self._longest = longest
        self._turns = turns

    def command(self, *cmd: int) -> None:
        """Send commands."""
        with self._turns.take():
            super().command(*cmd)

    def data(self, data: Any) -> None:
        """Send data, in messages of at most `longest` bytes."""
        for part in parts(bytes(data), self._longest):
            with self._turns.take():
                send(self._line, self._address, DATA, part)

    def cleanup(self) -> None:
        """Close the bus."""
        self._line.close()

    def is_display_on(self) -> bool | None:
        """The status byte's answer. Raises `OSError` when nobody does."""
        # The control byte first: after data, an SH1106 would read from its memory.
        with self._turns.take():
            return not self._line.read_i2c_block_data(self._address, COMMAND, 1)[0] & STATUS_OFF


class LumaPins:
    """The few names of RPi.GPIO that luma's SPI uses, over gpiozero's pins: DC and RES work on every Pi."""

    LOW, HIGH, OUT = False, True, "out"

    def __init__(self, pins: Pins) -> None:
        self._source = pins
        self._pins: dict[int, Any] = {}

    def setup(self, gpio: int, _direction: str) -> None:
        """Claim a pin as an output. Raises `HardwareError`."""
        self._pins[gpio] = self._source.claim_output(gpio)

    def output(self, gpio: int, level: bool) -> None:
        """Set a pin. Raises `OSError`."""
        with pin_errors():
            self._pins[gpio].state = level

    def close(self) -> None:
        """Give the pins back. May be called twice."""
        self._pins.clear()
        self._source.free()


class SpiSerial(spi):  # type: ignore[misc]
    """luma's SPI over a port and pins of ours."""

    def __init__(self, port: SpiPort, pins: LumaPins, device: int, dc: int, reset: int) -> None:
        self._pins = pins
        super().__init__(
            spi=port,
            gpio=pins,
            device=device,
            gpio_DC=dc,
            gpio_RST=reset,
            bus_speed_hz=SPI_HERTZ,
            reset_hold_time=RESET_S,
            reset_release_time=RESET_S,
        )

    def cleanup(self) -> None:
        """Close port and pins."""
        try:
            super().cleanup()
        finally:
            self._pins.close()

    def is_display_on(self) -> None:
        """Nothing comes back over SPI as panels are wired."""

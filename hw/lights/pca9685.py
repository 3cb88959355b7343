"""The `pca9685` driver: LEDs on the first eight outputs of a PCA9685 on I2C, which blinks them by itself.

Numbers are of NXP's data sheet, revision 4.
"""

from collections.abc import Sequence

from hw.buses import CHECK, Buses, I2cBus
from hw.lights.chip import ChipLights
from hw.pi import Pi, ThisPi
from hw.ports import HardwareError
from hw.wiring import LightsWiring, Wiring

# Registers (7.3), and bits of MODE1.
MODE1, MODE2, LED0, ALL_LED, PRESCALE = 0x00, 0x01, 0x06, 0xFA, 0xFE
SLEEP, AUTO_INCREMENT = 0x10, 0x20

TOTEM_POLE = 0x04
"""MODE2: outputs drive both ways, and are low when off."""

KILOHERTZ = 0x05
"""PRESCALE for 1,017 Hz: 25 MHz / 4096 / (5 + 1). No camera sees it blink."""

STEPS = 4096
FULL = 0x10
"""In the high byte of ON: always on; of OFF: always off, which wins (7.3.3)."""

OFF_FRAME = bytes((0, 0, 0, FULL))
ON_FRAME = bytes((0, FULL, 0, 0))


class Pca9685:
    """The chip, on a bus that is opened when needed."""

    def __init__(self, lights: LightsWiring, buses: Buses) -> None:
        self._address = lights.address
        self._number = lights.bus
        self._buses = buses
        self._bus: I2cBus | None = None

    def open(self) -> None:
        """Take the bus; all outputs off before the chip may wake. Only asleep it takes its frequency."""
        self._bus = self._buses.i2c(self._number)
        self._write(MODE1, SLEEP | AUTO_INCREMENT)
        self._write(ALL_LED, *OFF_FRAME)
        self._write(PRESCALE, KILOHERTZ)
        self._write(MODE2, TOTEM_POLE)

    def frame(self, levels: Sequence[float], colour: int | None) -> bytes:
        """Four bytes an output: the steps at which it goes on and off. An LED has the colour that it has."""
        return b"".join(output_bytes(level) for level in levels)

    def send(self, frame: bytes) -> None:
        """Awake, then all eight outputs at once. A chip that lost its power wakes too."""
        self._write(MODE1, AUTO_INCREMENT)
        self._write(LED0, *frame)

    def rest(self) -> None:
        """All outputs off, and asleep."""
        self._write(ALL_LED, *OFF_FRAME)
        self._write(MODE1, SLEEP | AUTO_INCREMENT)

    def release(self) -> None:
        """Close the bus."""
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.close()

    def fault(self, error: OSError) -> HardwareError:
        """Where the lights should answer."""
        return HardwareError(
            "No lights answer at {address} on {bus}: check the wiring, then {check}",
            address=f"0x{self._address:02X}",
            bus=f"i2c-{self._number}",
            check=CHECK,
        )

    def _write(self, register: int, *values: int) -> None:
        if self._bus is not None:
            self._bus.write_i2c_block_data(self._address, register, values)


def output_bytes(level: float) -> bytes:
    """An output's four registers for a level, 0.0 to 1.0. Off and full do not blink at all."""
    steps = round(level * STEPS)
    match steps:
        case 0:
            return OFF_FRAME
        case 4096:
            return ON_FRAME
        case _:
            return bytes((0, 0, steps & 0xFF, steps >> 8))


def open_driver(wiring: Wiring, pi: Pi | None = None) -> ChipLights:
    """The lights that `wiring` has, dark. They may be missing: that is said when they are to be shown."""
    return ChipLights(Pca9685(wiring.lights, pi or ThisPi()))

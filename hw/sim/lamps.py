"""Simulated light chips: a chain of APA102 and a PCA9685, by their data sheets."""

from collections.abc import Sequence
from dataclasses import dataclass

CHANNEL_MA = 20.0
"""What one colour of an APA102 takes at full."""

MODE1, MODE2, LED0, ALL_LED, PRESCALE = 0x00, 0x01, 0x06, 0xFA, 0xFE
OUTPUTS = 16
SLEEP, AUTO_INCREMENT = 0x10, 0x20
FULL = 0x10
STEPS = 4096


@dataclass(frozen=True, slots=True)
class Lamp:
    """One lamp of a chain: red, green and blue, 0-255, and the brightness of all three, 0-31."""

    red: int = 0
    green: int = 0
    blue: int = 0
    brightness: int = 0

    @property
    def milliamps(self) -> float:
        """What it takes, besides the chip's own milliampere."""
        return (self.red + self.green + self.blue) / 255 * self.brightness / 31 * CHANNEL_MA

    @property
    def is_lit(self) -> bool:
        """Something can be seen."""
        return self.milliamps > 0


class Apa102Chain:
    """Lamps in a chain, the first nearest to the Pi. `receive` is what the port clocks out in one go.

    A lamp passes its clock on with half a bit of delay, and the SK9822, which is sold under the same name,
    shows its new colour only at the next 32 zero bits: a frame that ends too early leaves lamps as they were.
    """

    def __init__(self, count: int = 8, lamps: Sequence[Lamp] = ()) -> None:
        self.lamps = [*lamps, *[Lamp()] * (count - len(lamps))]

    def receive(self, data: bytes) -> None:
        """Take in a frame: 32 zero bits, four bytes a lamp (111 and brightness, blue, green, red), an end."""
        if data[:4] != bytes(4):
            return
        frames = [data[start : start + 4] for start in range(4, len(data), 4)]
        count = next((i for i, frame in enumerate(frames) if frame[0] < 0xE0), len(frames))
        bits_behind = 8 * len(b"".join(frames[count:]))
        for place, (first, blue, green, red) in enumerate(frames[: min(count, len(self.lamps))]):
            if bits_behind >= 32 + place / 2:
                self.lamps[place] = Lamp(red, green, blue, first & 0x1F)

    @property
    def milliamps(self) -> float:
        """What all lamps take together."""
        return sum(lamp.milliamps for lamp in self.lamps)


class Pca9685:
    """16 outputs of 4,096 steps. After power-on it sleeps, all outputs off."""

    def __init__(self) -> None:
        self.power_on()

    def power_on(self) -> None:
        """Registers as after power-on (data sheet, table 5)."""
        self.registers = bytearray(256)
        self.registers[MODE1] = SLEEP | 0x01
        self.registers[MODE2] = 0x04
        self.registers[PRESCALE] = 0x1E
        for output in range(OUTPUTS):
            self.registers[LED0 + 4 * output + 3] = FULL
        self._pointer = 0

    def write(self, data: bytes) -> None:
        """Take in a register number, then values: for this register, or for those from here on."""
        self._pointer = data[0]
        for value in data[1:]:
            self._set(self._pointer, value)
            self._move_on()

    def read(self, count: int) -> bytes:
        """The registers from the pointer on."""
        values = bytearray()
        for _ in range(count):
            values.append(self.registers[self._pointer])
            self._move_on()
        return bytes(values)

    def level(self, output: int) -> float:
        """How bright an output is, 0.0 to 1.0. Full off beats full on; asleep, nothing is lit."""
        on_low, on_high, off_low, off_high = self.registers[LED0 + 4 * output :][:4]
        if self.registers[MODE1] & SLEEP or off_high & FULL:
            return 0.0
        if on_high & FULL:
            return 1.0
        on, off = on_high << 8 | on_low, off_high << 8 | off_low
        return (off - on) % STEPS / STEPS

    @property
    def hertz(self) -> float:
        """How often a second outputs that are neither on nor off blink (data sheet, 7.3.5)."""
        return 25e6 / STEPS / (self.registers[PRESCALE] + 1)

    def _set(self, register: int, value: int) -> None:
        if register == PRESCALE and not self.registers[MODE1] & SLEEP:
            return  # blocked while the oscillator runs
        self.registers[register] = value
        if ALL_LED <= register < ALL_LED + 4:
            for output in range(OUTPUTS):
                self.registers[LED0 + 4 * output + register - ALL_LED] = value

    def _move_on(self) -> None:
        if self.registers[MODE1] & AUTO_INCREMENT:
            self._pointer = (self._pointer + 1) % 256

"""The `apa102` driver: a chain of eight APA102 (or SK9822) lamps on SPI, one a pad, each in any colour."""

from collections.abc import Sequence

from hw.buses import Buses, SpiPort, spi_fault
from hw.lights.chip import DARK, ChipLights
from hw.pi import Pi, ThisPi
from hw.ports import PADS, HardwareError
from hw.wiring import Wiring

HERTZ = 1_000_000
"""Slow enough for a metre of cable between lamps; a frame takes 0.4 ms."""

Rgb = tuple[int, int, int]

# Mixed by eye for lamps, not for screens: green is the strongest of the three, so orange needs little of it.
COLOURS: tuple[Rgb, ...] = (
    (255, 0, 0),
    (255, 60, 0),
    (255, 150, 0),
    (0, 255, 0),
    (0, 180, 180),
    (0, 0, 255),
    (140, 0, 255),
    (200, 170, 140),
)

CHANNEL_MA = 20
"""What one colour of a lamp takes at full."""

BUDGET_MA = 250
"""What all lamps may take together, from the Pi's 5 V pin beside Pi and panel."""

# The lamp's own brightness, 5 bits, stays at the top: it blinks slowly (582 Hz), the colours do so at 19 kHz.
START = bytes(4)
LAMP = 0xE0 | 31
# 32 zero bits at which an SK9822 shows its colour, then half a bit a lamp to push the last one's through.
END = bytes(4 + -(-PADS // 16))


class Apa102:
    """The chain, on a port that is opened when needed. Nothing comes back from it: a break is not noticed."""

    def __init__(self, device: int, buses: Buses) -> None:
        self._device = device
        self._buses = buses
        self._port: SpiPort | None = None

    def open(self) -> None:
        """Take the port, and turn the lamps off: they keep their colours through a restart."""
        port = self._buses.spi()
        port.open(0, self._device)
        port.max_speed_hz = HERTZ
        self._port = port
        self.rest()

    def frame(self, levels: Sequence[float], colour: int | None) -> bytes:
        """Each lamp in its pad's colour, or all in pad `colour`'s."""
        pads = range(1, PADS + 1) if colour is None else [colour] * PADS
        return frame_of(
            within_budget([scaled(COLOURS[pad - 1], level) for pad, level in zip(pads, levels, strict=True)])
        )

    def send(self, frame: bytes) -> None:
        """Clock it out."""
        if self._port is not None:
            self._port.writebytes(frame)

    def rest(self) -> None:
        """All lamps off."""
        self.send(self.frame(DARK, None))

    def release(self) -> None:
        """Close the port."""
        port, self._port = self._port, None
        if port is not None:
            port.close()

    def fault(self, error: OSError) -> HardwareError:
        """Nobody answers on SPI: only the port itself can fail."""
        return spi_fault(self._device, error)


def scaled(colour: Rgb, factor: float) -> Rgb:
    """A colour, darker."""
    red, green, blue = (round(value * factor) for value in colour)
    return red, green, blue


def within_budget(colours: Sequence[Rgb], budget_ma: float = BUDGET_MA) -> Sequence[Rgb]:
    """The colours, all darkened alike where together they would take more than `budget_ma`."""
    wanted_ma = sum(map(sum, colours)) / 255 * CHANNEL_MA
    if wanted_ma <= budget_ma:
        return colours
    # Rounded down, or eight lamps might be a little over.
    factor = budget_ma / wanted_ma
    return [(int(red * factor), int(green * factor), int(blue * factor)) for red, green, blue in colours]


def frame_of(colours: Sequence[Rgb]) -> bytes:
    """What the chain takes in: a start, four bytes a lamp, an end (APA102 data sheet; SK9822 data sheet)."""
    return START + b"".join(bytes((LAMP, blue, green, red)) for red, green, blue in colours) + END


def open_driver(wiring: Wiring, pi: Pi | None = None) -> ChipLights:
    """The lights that `wiring` has, dark. They may be missing: that is said when they are to be shown."""
    return ChipLights(Apa102(wiring.lights.device, pi or ThisPi()))

"""The panel of a rig: the chip that the wiring names, on I2C or SPI, and what its glass shows."""

from collections.abc import Callable
from threading import RLock
from typing import Protocol

from PIL import Image

from hw.ports import HardwareError
from hw.sim.bus import SimSpi
from hw.sim.oled import Oled, Sh1106, Ssd1306, Ssd1309
from hw.sim.rig_bus import Connected, SharedI2c
from hw.sim.rig_glass import picture_of
from hw.sim.rig_header import RigHeader
from hw.sim.rig_ssd1322 import Ssd1322
from hw.wiring import PanelWiring

FULL_CONTRAST = 0x7F
DIMMEST = 0.25
"""How bright a glass is at its full contrast and above, against its lowest: by the look of real ones."""

UPSIDE_DOWN = Image.Transpose.ROTATE_180

# Where on the chip's memory modules begin, as sold: by chip, then by width.
FIRST_COLUMN = {
    "ssd1306": {64: 32},
    "ssd1309": {64: 32},
    "sh1106": {128: 2},
    "ssd1322": {256: 112, 128: 176, 64: 208},
}


class PanelChip(Protocol):
    """What a rig knows of a panel's chip."""

    def power_on(self) -> None:
        """As after power-on."""

    def command(self, data: bytes) -> None:
        """Take in commands."""

    def data(self, data: bytes) -> None:
        """Take in data."""

    @property
    def is_lit(self) -> bool:
        """Something can be seen."""


class RigPanel:
    """The panel. `when_changed` is called after every transfer that changed what people see."""

    def __init__(self, wiring: PanelWiring, lock: RLock, when_changed: Callable[[], None]) -> None:
        self._wiring = wiring
        self._lock = lock
        self._when_changed = when_changed
        self._is_plugged = True
        first = FIRST_COLUMN[wiring.driver].get(wiring.width, 0) if wiring.offset is None else wiring.offset
        self._glass = (first, wiring.width, wiring.height)
        self._chip = _chip(wiring.driver, self._glass)
        self._shown = self._sight()

    def picture(self) -> Image.Image:
        """What people see, mode "1"."""
        with self._lock:
            if not self._is_plugged:
                return Image.new("1", (self._wiring.width, self._wiring.height))
            chip = self._chip
            picture = chip.picture() if isinstance(chip, Ssd1322) else picture_of(chip, self._glass)
            return picture.transpose(UPSIDE_DOWN) if self._wiring.is_upside_down else picture

    def brightness(self) -> float:
        """How bright lit pixels are: 1.0 is full, 0.0 off."""
        with self._lock:
            if not self._is_plugged or not self._chip.is_lit:
                return 0.0
            chip = self._chip
            contrast = chip.contrast if isinstance(chip, Ssd1322) else chip.registers.contrast
            return min(1.0, DIMMEST + (1 - DIMMEST) * contrast / FULL_CONTRAST)

    def connect_i2c(self, bus: SharedI2c) -> None:
        """Hang on an I2C bus."""
        assert isinstance(self._chip, Oled)
        bus.plug(self._wiring.address, Connected(self._chip, self._lock, self._tell))

    def connect_spi(self, port: SimSpi, header: RigHeader) -> None:
        """Hang on an SPI port; DC tells data from commands, RES resets."""
        port.chip = lambda data: self._clock_in(data, header.outputs.get(self._wiring.dc, 0.0) > 0)
        header.when_driven.append(lambda gpio: self._reset_by(gpio, header))

    def plug(self, bus: SharedI2c | None, is_in: bool) -> None:
        """Give the panel power and wires, or take them away. It forgets everything."""
        if is_in == self._is_plugged:
            return
        self._is_plugged = is_in
        if bus is not None and is_in:
            self.connect_i2c(bus)
        elif bus is not None:
            bus.unplug(self._wiring.address)
        elif is_in:
            self._reset()
        self._tell()

    def _clock_in(self, data: bytes, is_data: bool) -> None:
        if self._is_plugged:
            with self._lock:
                (self._chip.data if is_data else self._chip.command)(data)
            self._tell()

    def _reset_by(self, gpio: int, header: RigHeader) -> None:
        if gpio == self._wiring.reset and not header.outputs[gpio]:
            self._reset()
            self._tell()

    def _reset(self) -> None:
        with self._lock:
            self._chip.power_on()

    def _tell(self) -> None:
        sight = self._sight()
        if sight != self._shown:
            self._shown = sight
            self._when_changed()

    def _sight(self) -> tuple[float, bytes]:
        """What people see, to be compared."""
        return self.brightness(), self.picture().tobytes()


def _chip(driver: str, glass: tuple[int, int, int]) -> Oled | Ssd1322:
    match driver:
        case "ssd1306":
            return Ssd1306(glass)
        case "ssd1309":
            return Ssd1309(glass)
        case "sh1106":
            return Sh1106(glass)
        case "ssd1322":
            return Ssd1322(glass)
        case _:
            raise HardwareError(
                f"no simulated {driver}: the virtual table has ssd1306, ssd1309, sh1106, ssd1322"
            )

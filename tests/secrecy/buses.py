"""The buses of a simulated Pi, with the real drivers of panel and lights: every byte that goes over them."""

from collections.abc import Sequence

from PIL import Image

from hw.lights.chip import ChipLights
from hw.lights.pca9685 import Pca9685
from hw.opening import open_panel
from hw.ports import Glow
from hw.sim.rig import Rig
from hw.wiring import from_values

VALUES = {"panel.driver": "ssd1309", "lights.driver": "pca9685"}


class Buses:
    """An OLED and a chip of lights on one I2C bus."""

    def __init__(self) -> None:
        wiring = from_values(VALUES)
        self._rig = Rig(wiring)
        [self.bus] = self._rig.by_number.values()
        self._panel = open_panel(wiring, self._rig)
        self._at_ms = 0
        # Lit lights are sent again after a while: of virtual time, or two runs would differ by the clock.
        self._lights = ChipLights(Pca9685(wiring.lights, self._rig), lambda: self._at_ms / 1000)

    def show(
        self, image: Image.Image, glow: Glow, levels: Sequence[float], colour: int | None, at_ms: int
    ) -> list[tuple[int, bytes]]:
        """Show a frame and the lights: every transfer that it takes, as address and bytes."""
        self._at_ms = at_ms
        self.bus.sent.clear()
        self._panel.show(image, glow)
        self._lights.show(levels, colour)
        return [(sent.address, sent.data) for sent in self.bus.sent]

    def close(self) -> None:
        """Panel and lights off."""
        self._panel.close()
        self._lights.close()

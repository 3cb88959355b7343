"""A bench for panels: a simulated bus, a simulated chip on it, the real driver, and pictures to show."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

from PIL import Image, ImageDraw

from hw.panel.oled import OledPanel
from hw.ports import Glow
from hw.sim.bus import Sent, SimBuses, SimI2c
from hw.sim.oled import Oled, Sh1106, Ssd1306, Ssd1309
from hw.wiring import PadsWiring, PanelWiring, Wiring

ADDRESS = 0x3C
SIZE = (128, 64)
CHIPS: dict[str, Callable[[], Oled]] = {"ssd1306": Ssd1306, "ssd1309": Ssd1309, "sh1106": Sh1106}


@dataclass
class Bench:
    """The driver under test, and what is at the other end of its bus."""

    panel: OledPanel
    bus: SimI2c
    chip: Oled
    buses: SimBuses

    def show(self, image: Image.Image, glow: Glow = Glow.BRIGHT) -> None:
        self.panel.show(image, glow)

    def shown(self) -> bytes:
        """What people see."""
        return self.chip.picture().tobytes()

    def writes(self) -> list[bytes]:
        """The transfers so far that told the chip something, without its address."""
        return [sent.data for sent in self.bus.sent if not sent.is_read and sent.data != b"\x00"]

    def plug_anew(self) -> None:
        """Take the panel's power away and give it back."""
        self.bus.unplug(ADDRESS)
        self.bus.plug(ADDRESS, self.chip)


def bench(
    driver: str = "ssd1306",
    chip: Oled | None = None,
    bus: SimI2c | None = None,
    pads: str = "matrix",
    **panel: Any,
) -> Bench:
    """A bench with the chip that goes with `driver`, unless it is told; `panel` is more of the wiring."""
    bus, chip = bus or SimI2c(), chip or CHIPS[driver]()
    bus.plug(ADDRESS, chip)
    buses = SimBuses({1: bus})
    wiring = Wiring(pads=PadsWiring(driver=pads), panel=PanelWiring(driver=driver, **panel))
    module = import_module(f"hw.panel.{driver}")
    return Bench(module.open_driver(wiring, buses), bus, chip, buses)


def border(size: tuple[int, int] = SIZE) -> Image.Image:
    """The test card: a border, one pixel wide."""
    image = Image.new("1", size)
    ImageDraw.Draw(image).rectangle((0, 0, size[0] - 1, size[1] - 1), outline=1)
    return image


def snow(seed: int, size: tuple[int, int] = SIZE) -> Image.Image:
    """A picture like no other, different at every pixel or so."""
    return Image.frombytes("1", size, Random(seed).randbytes(size[0] * size[1] // 8))


def always(number: int) -> Callable[[Sent], int]:
    """A bus on which everything ends in that errno."""
    return lambda _: number


def is_data(sent: Sent) -> bool:
    """It is a piece of a picture, by its control byte."""
    return not sent.is_read and sent.data[0] == 0x40 and len(sent.data) > 1

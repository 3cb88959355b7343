"""The SSD1309 driver: the reference panel, 2.42 inch, 128x64."""

from luma.oled.device import ssd1309

from hw.panel.device import Unhooked, Windowed
from hw.panel.oled import Contrasts, OledPanel, open_oled
from hw.pi import Pi
from hw.wiring import Wiring

CONTRASTS = Contrasts(bright=0xCF, dim=0x00)


class Ssd1309(Windowed, ssd1309, Unhooked):  # type: ignore[misc]  # luma has no types
    """luma's device; of a picture only the windows that changed are sent."""


def open_driver(wiring: Wiring, pi: Pi | None = None) -> OledPanel:
    """The panel that `wiring` has. Nothing is touched before the first picture."""
    return open_oled(wiring, Ssd1309, CONTRASTS, pi)

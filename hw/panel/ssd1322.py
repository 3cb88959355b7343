"""The SSD1322 driver: 256x64 in 16 greys, of which we use the ends, over SPI."""

from typing import Any

from luma.oled.device import ssd1322

from hw.panel.device import Unhooked
from hw.panel.oled import Contrasts, OledPanel, open_oled
from hw.pi import Pi
from hw.wiring import Wiring

CONTRASTS = Contrasts(bright=0x7F, dim=0x10)


class Ssd1322(ssd1322, Unhooked):  # type: ignore[misc]  # luma has no types
    """luma's device, which finds for itself what changed: nothing may be written beside it."""

    def __init__(self, serial_interface: Any, first_column: int | None = None, **options: int) -> None:
        self._first_column = first_column
        super().__init__(serial_interface, mode="1", **options)  # type: ignore[call-arg]

    def _set_position(self, top: int, right: int, bottom: int, left: int) -> None:
        shift = 0 if self._first_column is None else self._first_column - self._column_offset
        super()._set_position(top, right + shift, bottom, left + shift)


def open_driver(wiring: Wiring, pi: Pi | None = None) -> OledPanel:
    """The panel that `wiring` has. Nothing is touched before the first picture."""
    return open_oled(wiring, Ssd1322, CONTRASTS, pi)

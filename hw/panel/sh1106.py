"""The SH1106 driver. Its memory has 132 columns; the glass begins at column 2 unless the wiring says else."""

from luma.oled.device import sh1106

from hw.panel.device import Paged, Unhooked
from hw.panel.oled import Contrasts, OledPanel, open_oled
from hw.pi import Pi
from hw.wiring import Wiring

CONTRASTS = Contrasts(bright=0x7F, dim=0x00)


class Sh1106(Paged, sh1106, Unhooked):  # type: ignore[misc]  # luma has no types
    """luma's device; of a picture only the changed part of each page is sent."""


def open_driver(wiring: Wiring, pi: Pi | None = None) -> OledPanel:
    """The panel that `wiring` has. Nothing is touched before the first picture."""
    return open_oled(wiring, Sh1106, CONTRASTS, pi)

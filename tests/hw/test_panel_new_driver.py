"""A new panel is one file, and one line in the wiring's table."""

from pathlib import Path

import pytest

from hw import wiring
from hw.opening import open_panel
from hw.ports import Glow
from hw.sim.bus import SimI2c
from hw.sim.oled import Ssd1306
from hw.wiring import Driver, Link, PanelWiring, Wiring
from tests.hw.panel_bench import ADDRESS, snow

# All that somebody with another chip writes.
NEW_FILE = '''
"""The SSD1315 driver."""

from luma.oled.device import ssd1315

from hw.buses import Buses
from hw.panel.device import Unhooked, Windowed
from hw.panel.oled import Contrasts, OledPanel, open_oled
from hw.wiring import Wiring


class Ssd1315(Windowed, ssd1315, Unhooked):
    """luma's device; of a picture only the windows that changed are sent."""


def open_driver(wiring: Wiring, buses: Buses | None = None) -> OledPanel:
    """The panel that `wiring` has."""
    return open_oled(wiring, Ssd1315, Contrasts(bright=0xCF, dim=0x00), buses)
'''


def test_a_new_chip_is_one_file_and_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "panel_of_a_maker.py").write_text(NEW_FILE)
    monkeypatch.syspath_prepend(tmp_path)
    driver = Driver("panel_of_a_maker", (Link.I2C,), (ADDRESS,), (ADDRESS,))
    monkeypatch.setitem(wiring.PANEL_DRIVERS, "ssd1315", driver)
    bus, chip = SimI2c(), Ssd1306()
    bus.plug(ADDRESS, chip)
    monkeypatch.setattr("smbus2.SMBus", lambda _: bus)

    panel = open_panel(Wiring(panel=PanelWiring(driver="ssd1315")))
    for seed in (1, 2):
        panel.show(snow(seed), Glow.BRIGHT)
        assert chip.picture().tobytes() == snow(seed).tobytes()

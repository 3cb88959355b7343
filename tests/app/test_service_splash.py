"""The first picture, before the program is there."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from device.app.service_pictures import splash
from device.app.service_splash import FILE_NAME, EarlyPanel, early_panel, early_panel_of, keep_splash
from device.app.texts import ENGLISH
from hw.wiring import PanelWiring

VALUES = {"panel.driver": "ssd1306", "panel.bus": 250, "game.names": ["Anna"]}


class DarkPanel:
    """A panel that knows only whether it is on."""

    def __init__(self) -> None:
        self.is_on = True
        self.size = (128, 64)

    def show(self, image: object, glow: object) -> None:
        """Nothing to see."""

    def close(self) -> None:
        self.is_on = False


def test_what_is_kept_is_the_picture_and_the_wiring_and_no_name(tmp_path: Path) -> None:
    keep_splash(tmp_path, VALUES, splash((128, 64), ENGLISH))
    kept = json.loads((tmp_path / FILE_NAME).read_text())
    assert kept["wiring"] == {"panel.driver": "ssd1306", "panel.bus": 250}
    assert kept["size"] == [128, 64]
    assert "Anna" not in (tmp_path / FILE_NAME).read_text()


def test_an_unchanged_picture_is_not_written_again(tmp_path: Path) -> None:
    keep_splash(tmp_path, VALUES, splash((128, 64), ENGLISH))
    before = (tmp_path / FILE_NAME).stat()
    keep_splash(tmp_path, VALUES, splash((128, 64), ENGLISH))
    after = (tmp_path / FILE_NAME).stat()
    # Not the whole of it: to look whether it has changed is to read it, which moves the time of access.
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    keep_splash(tmp_path / "gone", VALUES, splash((128, 64), ENGLISH))


@pytest.mark.parametrize("junk", ["", "\0\0", "[]", "{}", '{"wiring": [], "size": 3, "bits": 1}', None])
def test_no_picture_kept_or_no_panel_there_is_no_trouble(tmp_path: Path, junk: str | None) -> None:
    if junk is None:
        keep_splash(tmp_path, VALUES, splash((128, 64), ENGLISH))
    else:
        (tmp_path / FILE_NAME).write_text(junk)
    assert early_panel(tmp_path) is None
    assert early_panel_of({"STATE_DIRECTORY": str(tmp_path), "IMAGINIFF_APPLIANCE": "1"}) is None


def test_on_a_desktop_there_is_no_early_picture() -> None:
    assert early_panel_of({}) is None
    assert early_panel_of({"STATE_DIRECTORY": "/nowhere"}) is None


def test_the_panel_is_handed_on_if_it_is_still_wired_so_and_else_turned_off() -> None:
    panel = DarkPanel()
    early = EarlyPanel(panel, PanelWiring("ssd1306"))
    assert early.if_wired({"panel.driver": "ssd1306"}) is panel
    assert panel.is_on
    assert early.if_wired({"panel.driver": "sh1106"}) is None
    assert not panel.is_on


def test_it_waits_for_nothing_of_the_program() -> None:
    """Neither the configuration nor the machine nor the drawing is read for it."""
    code = "import sys, device.app.service_splash; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    slow = (
        "device.machine",
        "device.engine",
        "device.ui",
        "device.app.config",
        "msgspec",
        "aiohttp",
        "sqlite3",
    )
    assert not [name for name in loaded if name.startswith(slow)]

"""The first picture, before the program is there, and the last one, when it has gone."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from device.app.hardware import real_hardware
from device.app.service_goodbye import leave_wiring
from device.app.service_goodbye import main as say_goodbye
from device.app.service_pictures import safe_to_unplug, splash, switching_off
from device.app.service_splash import FILE_NAME, EarlyPanel, early_panel, early_panel_of, keep_splash
from device.app.settings import KEYS
from device.app.texts import ENGLISH, texts_of
from hw.ports import Glow
from hw.sim.rig import Rig
from hw.wiring import PanelWiring, from_values

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
        "aiohttp",
        "sqlite3",
    )
    assert not [name for name in loaded if name.startswith(slow)]


# On a panel

PANELS = ("ssd1306", "ssd1309", "sh1106")


def values_of(panel: str) -> dict[str, Any]:
    return {name: key.default for name, key in KEYS.items()} | {"panel.driver": panel}


@pytest.mark.parametrize("panel", PANELS)
def test_the_glass_shows_the_splash_and_no_blank_comes_until_the_game_draws(
    tmp_path: Path, panel: str
) -> None:
    values = values_of(panel)
    rig = Rig(from_values(values))
    picture = splash(rig.panel_picture().size, texts_of("de"))
    keep_splash(tmp_path, values, picture)
    early = early_panel(tmp_path, rig)
    assert rig.panel_picture().tobytes() == picture.tobytes()
    assert rig.panel_brightness() > 0
    seen: list[bytes] = []
    rig.when_panel_changed.append(
        lambda: seen.append(rig.panel_picture().tobytes() if rig.panel_brightness() else b"")
    )
    with real_hardware(values, early=early, pi=rig) as hardware:
        assert hardware.notes == ()
        hardware.panel.show(picture, Glow.BRIGHT)
        hardware.pads.close()
        hardware.lights.close()
    assert set(seen) <= {picture.tobytes()}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("word", ["poweroff", "halt", "reboot", "kexec"])
def test_at_the_very_end_the_glass_says_in_its_language_what_may_be_done(
    tmp_path: Path, word: str, language: str
) -> None:
    rig, texts = Rig(from_values({})), texts_of(language)
    leave_wiring(tmp_path, values_of("ssd1309") | {"game.language": language})
    assert say_goodbye([word], tmp_path, rig) == 0
    size = rig.panel_picture().size
    is_restart = word in ("reboot", "kexec")
    last = switching_off(size, texts, True) if is_restart else safe_to_unplug(size, texts)
    assert rig.panel_picture().tobytes() == last.tobytes()
    assert rig.panel_brightness() > 0


@pytest.mark.parametrize("junk", ["", "[3]", "null", '{"panel.driver": 3}', None])
def test_without_word_of_the_wiring_there_is_no_last_picture_and_no_trouble(
    tmp_path: Path, junk: str | None
) -> None:
    if junk is not None:
        (tmp_path / "wiring.json").write_text(junk)
    assert say_goodbye(["poweroff"], tmp_path, Rig(from_values({}))) == 1


def test_no_name_is_left_for_the_last_picture(tmp_path: Path) -> None:
    leave_wiring(tmp_path, values_of("ssd1309") | {"game.names": ["Anna"]})
    assert "Anna" not in (tmp_path / "wiring.json").read_text()

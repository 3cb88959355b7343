"""Switching off from the menu, and the last picture."""

import json
import sys
from pathlib import Path

import pytest

from device.app import service_goodbye
from device.app.service_power import PowerError, power_command, switch_off


def test_off_and_restart_are_different_calls_to_logind_without_a_password() -> None:
    off, again = power_command(is_restart=False), power_command(is_restart=True)
    assert off[-3:] == ("PowerOff", "b", "false")
    assert again[-3:] == ("Reboot", "b", "false")


def test_what_logind_answers_is_said_with_what_to_do() -> None:
    switch_off(False, (sys.executable, "-c", ""))
    refuse = (sys.executable, "-c", "import sys; sys.exit('Call failed:\\n Access denied')")
    with pytest.raises(PowerError, match=r"logind refuses \(Call failed: Access denied\): pull the plug"):
        switch_off(False, refuse)


def test_without_logind_the_plug_is_the_switch() -> None:
    with pytest.raises(PowerError, match="pull the plug, nothing is lost"):
        switch_off(False, ("/nonexistent/busctl",))


def test_the_last_picture_knows_the_panel_and_no_name_of_a_player(tmp_path: Path) -> None:
    values = {"panel.driver": "ssd1306", "game.names": ["Anna"], "lights.driver": "leds"}
    service_goodbye.leave_wiring(tmp_path, values)
    left = json.loads((tmp_path / service_goodbye.FILE_NAME).read_text())
    assert left == {"panel.driver": "ssd1306", "lights.driver": "leds"}


def test_no_wiring_left_or_no_panel_there_holds_nothing_up(tmp_path: Path) -> None:
    assert service_goodbye.main(["poweroff"], tmp_path) == 1
    for text in ("{", "[]", '{"panel.driver": "none such"}', '{"panel.bus": 250}'):
        (tmp_path / service_goodbye.FILE_NAME).write_text(text)
        assert service_goodbye.main(["reboot"], tmp_path) == 1
    service_goodbye.leave_wiring(tmp_path / "gone", {})
    service_goodbye.leave_wiring(None, {})

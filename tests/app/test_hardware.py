"""Hardware that is there, half there, or wrong: one line each, and play goes on where it can."""

import queue
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Device

from device.app.check import Checker
from device.app.check_command import check_command
from device.app.hardware import Hardware, is_pi, real_hardware, virtual_table
from device.app.settings import KEYS
from hw.ports import HardwareError
from hw.sim.rig import Rig
from hw.sim.rig_faults import make_fault
from hw.sim.table import VirtualTable
from hw.wiring import Wiring


def values(**changes: Any) -> dict[str, Any]:
    return {name: key.default for name, key in KEYS.items()} | {
        name.replace("__", "."): value for name, value in changes.items()
    }


def test_without_a_gpio_chip_this_is_no_pi(tmp_path: Path) -> None:
    assert not is_pi(tmp_path, tmp_path / "model")


def test_a_pi_without_rights_is_a_pi_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert is_pi(tmp_path, tmp_path / "model")


def test_without_pads_there_is_no_game_and_one_line_says_why() -> None:
    with pytest.raises(HardwareError) as raised, real_hardware(values(pads__driver="matrrix")):
        pass
    assert "matrrix" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_library_for_the_pins_that_wakes_for_no_key_ends_the_start_by_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    with pytest.raises(HardwareError, match=r"^GPIOZERO_PIN_FACTORY=native "), real_hardware(values()):
        pass


def test_what_lights_and_pads_both_lack_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    conflict = values(lights__pins=[4, 14, 15, 7, 8, 9, 10, 11])
    with pytest.raises(HardwareError, match="GPIO 4"), real_hardware(conflict, pi=Rig(Wiring())):
        pass
    assert caplog.messages == []
    different = values(lights__driver="candles", pads__driver="matrrix")
    with pytest.raises(HardwareError, match="matrrix"), real_hardware(different, pi=Rig(Wiring())):
        pass
    assert [message.split()[0] for message in caplog.messages] == ["lights.driver"]


def test_wiring_that_cannot_be_is_said_and_the_virtual_table_plays_on() -> None:
    for changes in ({"pads__rows": ["GPIO99x"]}, {"panel__driver": "ssd9999"}):
        with virtual_table(
            values(table__port=8200, **changes), lambda line: None, lambda url: None
        ) as hardware:
            assert hardware.panel.size == (128, 64)
            assert [note.title for note in hardware.notes] == ["Wrong wiring"]


def test_a_fault_that_is_none_is_one_line_and_the_callers_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "imaginiff.toml"
    settings.write_text("table.port = 8210\n")
    environment = {"XDG_STATE_HOME": str(tmp_path)}
    assert check_command(settings, True, ["broken heart"], print, environment) == 2
    assert capsys.readouterr().err.startswith('imaginiff: no such fault: "broken heart": say one of')


def test_people_are_told_where_the_table_is_once_presses_count() -> None:
    said: list[str] = []
    with virtual_table(values(table__port=8220), said.append, said.append) as hardware:
        assert said == []
        hardware.greet()
    assert "http://127.0.0.1:" in said[-1]


def test_the_solder_check_at_the_virtual_table_finds_the_faults_in_its_wires() -> None:
    said: list[str] = []
    items: queue.SimpleQueue[Any] = queue.SimpleQueue()
    with VirtualTable(port=8230) as table:
        make_fault(table.rig, "touching R1 R2")

        def press(pad: int, key: int) -> None:
            table.press(pad, key, True)
            table.press(pad, key, False)

        def tell(line: str) -> None:
            said.append(line)
            if "1 yes, 2 no" in line:
                press(2, 1)

        checker = Checker(Hardware(table.pads, table.panel, table.lights), items, tell, asking=press)
        assert not checker.run()
    assert "RED 1: crossed with RED 5" in said
    assert "RED: rows 1 and 2 touch, or are swapped" in said
    assert "ORA 1: fine" in said
    assert "panel: fine" in said

"""What installing changes on a system, and that removing undoes it."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from device.app.config import read_config
from device.app.service_firmware import (
    BEGIN,
    END,
    firmware_file,
    needed,
    rewrite,
    with_block,
    without_block,
)
from device.app.service_setup import System, install, remove
from device.app.service_status import findings, is_healthy
from device.app.service_template import template
from device.app.settings import KEYS
from hw.wiring import LightsWiring, Link, PadsWiring, PanelWiring, Wiring

CONFIGS = ("", "dtparam=audio=on\n", "a=1\r\n[pi4]\r\nb=2\r\n", "no end of line", "no end\r\nof line", "\n\n")


class Commands:
    """The commands of a system: answers by their first words, and what was asked."""

    def __init__(self, **answers: str | None) -> None:
        self.answers = answers
        self.asked: list[str] = []

    def __call__(self, *words: str) -> str | None:
        self.asked.append(" ".join(words))
        return next((answer for name, answer in self.answers.items() if name in words), "")


def system(root: Path, commands: Callable[..., str | None] | None = None) -> System:
    return System(root, commands or Commands(), lambda line: None)


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """A Pi's card."""
    for folder in ("boot/firmware", "opt/imaginiff/env-1", "var/lib/imaginiff", "etc"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "boot/firmware/config.txt").write_bytes(b"dtparam=audio=on\r\n[pi5]\r\n")
    (tmp_path / "opt/imaginiff/current").symlink_to("env-1")
    return tmp_path


@pytest.mark.parametrize("text", CONFIGS)
def test_the_block_comes_once_and_goes_without_a_trace(text: str) -> None:
    lines = needed(Wiring())
    once = with_block(text, lines)
    assert once.startswith(text)
    assert with_block(once, lines) == once
    assert with_block(with_block(text, ["[all]", "old=1"]), lines) == once
    assert without_block(once) == text
    assert without_block(text) == text


def test_lines_that_people_write_around_the_block_stay() -> None:
    text = with_block("before=1\n", ["[all]"]) + "after=1\n"
    assert without_block(text) == "before=1\nafter=1\n"
    assert with_block(text, ["[all]"]).startswith("before=1\nafter=1\n")


def test_a_block_without_its_end_does_not_take_the_rest_of_the_file_with_it() -> None:
    text = with_block("before=1\n", ["[all]"]).replace(END, "") + "after=1\n"
    assert "after=1" in without_block(text)
    assert BEGIN not in without_block(text)


def test_the_block_follows_the_wiring() -> None:
    usual = needed(Wiring())
    assert "dtparam=i2c_arm_baudrate=400000" in usual
    assert {"dtparam=spi=off", "enable_uart=0"} <= set(usual), "its lights are on those pins"
    assert "gpio=18,14,15,7,8,9,10,11=op,dl" in usual
    spi = needed(Wiring(PadsWiring("tca9555"), PanelWiring("ssd1322", Link.SPI), LightsWiring("pca9685")))
    assert "dtparam=spi=on" in spi
    assert not [line for line in spi if line.startswith("gpio=")]
    own = needed(Wiring(lights=LightsWiring(pins=(2, 3, 4, 5, 6, 12, 13, 16))))
    assert "enable_uart=0" not in own


def test_the_block_begins_with_a_section_that_holds_for_every_pi() -> None:
    assert needed(Wiring())[0] == "[all]"


def test_a_file_is_rewritten_only_when_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "config.txt"
    assert rewrite(path, "a\n")
    assert not rewrite(path, "a\n")
    assert rewrite(path, "b\n")
    assert [child.name for child in tmp_path.iterdir()] == ["config.txt"]


def test_a_config_txt_in_no_known_encoding_keeps_its_bytes(pi: Path) -> None:
    config = pi / "boot/firmware/config.txt"
    config.write_bytes(b"# caf\xe9\n")
    install(system(pi))
    assert config.read_bytes().startswith(b"# caf\xe9\n")
    remove(system(pi))
    assert config.read_bytes() == b"# caf\xe9\n"


def test_the_template_sets_nothing_and_shows_everything(tmp_path: Path) -> None:
    path = tmp_path / "imaginiff.toml"
    path.write_text(template(), encoding="utf-8")
    assert read_config(path, {}) == ({}, [], {})
    lines = template().splitlines()
    path.write_text(
        "\n".join(line[1:] if line.startswith("#") and not line.startswith("# ") else line for line in lines),
        encoding="utf-8",
    )
    values, faults, _ = read_config(path, {})
    assert faults == []
    assert values == {name: key.default for name, key in KEYS.items()}
    assert set(tomllib.loads(path.read_text(encoding="utf-8"))) == {name.split(".")[0] for name in KEYS}


def test_installed_twice_is_installed_once_and_removed_is_as_before(pi: Path) -> None:
    config = pi / "boot/firmware/config.txt"
    before = config.read_bytes()
    commands = Commands(get_serial_cons="0\n")
    install(system(pi, commands))
    first = config.read_bytes()
    install(system(pi, commands))
    assert config.read_bytes() == first
    assert (pi / "boot/firmware/imaginiff.toml").read_text(encoding="utf-8") == template()
    assert commands.asked.count("raspi-config nonint do_serial_cons 1") == 1
    remove(system(pi, commands))
    assert config.read_bytes() == before
    assert not (pi / "boot/firmware/imaginiff.toml").exists()
    assert list((pi / "var/lib/imaginiff").iterdir()) == []
    assert "raspi-config nonint do_serial_cons 0" in commands.asked


def test_what_the_owner_has_switched_off_stays_off_when_it_is_updated(pi: Path) -> None:
    (pi / "run/systemd/system").mkdir(parents=True)
    commands = Commands()
    install(system(pi, commands))
    assert commands.asked.count("systemctl enable imaginiff.service") == 1
    assert "systemctl start --no-block imaginiff.service" in commands.asked
    off = Commands(**{"is-enabled": None, "is-active": None})
    install(system(pi, off))
    assert not [asked for asked in off.asked if asked.startswith(("systemctl enable", "systemctl start"))]
    started_by_hand = Commands(**{"is-enabled": None})
    install(system(pi, started_by_hand))
    assert "systemctl start --no-block imaginiff.service" in started_by_hand.asked


@pytest.mark.parametrize("junk", ["", "[]", "\0"])
def test_a_spoilt_note_of_what_was_made_is_as_good_as_none(pi: Path, junk: str) -> None:
    (pi / "opt/imaginiff/made.json").write_text(junk)
    commands = Commands()
    install(system(pi, commands))
    assert "systemctl enable imaginiff.service" in commands.asked


def test_a_serial_console_that_was_off_stays_off(pi: Path) -> None:
    commands = Commands(get_serial_cons="1\n")
    install(system(pi, commands))
    remove(system(pi, commands))
    assert not [asked for asked in commands.asked if "do_serial" in asked]


def test_settings_are_kept_with_the_games_and_come_back(pi: Path) -> None:
    install(system(pi))
    settings = pi / "boot/firmware/imaginiff.toml"
    settings.write_text("[game]\ntrack = 12\n")
    install(system(pi))
    assert settings.read_text() == "[game]\ntrack = 12\n"
    remove(system(pi))
    assert not settings.exists()
    install(system(pi))
    assert settings.read_text() == "[game]\ntrack = 12\n"


def test_on_no_pi_there_is_no_config_txt_to_touch(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "opt/imaginiff/env-1").mkdir(parents=True)
    (tmp_path / "opt/imaginiff/current").symlink_to("env-1")
    install(system(tmp_path))
    assert firmware_file(tmp_path) is None
    assert (tmp_path / "etc/imaginiff.toml").is_file()


def test_status_names_what_is_not_installed(tmp_path: Path) -> None:
    found = findings(System(tmp_path, lambda *words: None, lambda line: None))
    assert str(found[0]) == "BAD not installed: `sudo imaginiff service install`"
    assert not is_healthy(found)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("ActiveState=active\nSubState=running\nStatusText=\n", "ok  running since"),
        ("ActiveState=activating\nSubState=auto-restart\n", "BAD fails to start and tries again"),
        ("ActiveState=activating\nSubState=start\n", "starting"),
        ("ActiveState=failed\nSubState=failed\nResult=watchdog\n", "BAD failed (watchdog)"),
        ("ActiveState=inactive\nSubState=dead\n", "BAD not running: `sudo systemctl start"),
        ("ActiveState=active\nSubState=running\nNRestarts=3\n", "came back by itself 3 times"),
    ],
)
def test_status_says_how_the_game_runs(tmp_path: Path, state: str, words: str) -> None:
    answers = {"dpkg-query": "0.1.0 installed", "show": f"LoadState=loaded\nUnitFileState=enabled\n{state}"}
    shown = "\n".join(map(str, findings(system(tmp_path, Commands(**answers)))))
    assert words in shown
    assert "ok  version 0.1.0 is installed" in shown
    assert "its Python has gone" in shown


def test_status_sees_a_config_txt_without_our_block(pi: Path) -> None:
    shown = [str(finding) for finding in findings(system(pi))]
    assert any("config.txt sets the pins and buses not: `sudo" in line for line in shown)
    install(system(pi))
    shown = [str(finding) for finding in findings(system(pi))]
    assert any(
        line.startswith("ok") and line.endswith("config.txt sets the pins and buses") for line in shown
    )

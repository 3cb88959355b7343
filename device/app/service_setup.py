"""What the package does to a system beyond its own files, and how it is undone.

Run by the package's post-install and pre-remove with the program's own Python. Both may run again.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from device.app.config import FILE_NAME as SETTINGS_NAME
from device.app.config import load_config
from device.app.service_environment import tidy
from device.app.service_firmware import (
    firmware_file,
    is_uart_needed,
    needed,
    rewrite,
    with_block,
    without_block,
)
from device.app.service_template import template
from hw.ports import HardwareError
from hw.wiring import Wiring, from_values

UNIT = "imaginiff.service"
HOME = Path("opt/imaginiff")
GAMES = Path("var/lib/imaginiff")
MADE = "made.json"
"""What was changed once and outside of our own files: the unit switched on, the serial console off."""


class System(Struct, frozen=True):
    """The system that is set up: its root, how commands are run there, and who is told what happens.

    `run` returns a command's output, None when it failed or is not installed.
    """

    root: Path
    run: Callable[..., str | None]
    tell: Callable[[str], None]


def run(*words: str) -> str | None:
    """Run a command of this system."""
    if shutil.which(words[0]) is None:
        return None
    done = subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    return done.stdout if done.returncode == 0 else None


def install(system: System) -> None:
    """Settings template, config.txt, serial console, unit on. Settings and games are kept."""
    settings = _lay_settings(system)
    wiring = _wiring(settings)
    changes = [_set_firmware(system, wiring), _silence_serial(system, wiring)]
    system.run("modprobe", "i2c-dev")
    system.run("udevadm", "control", "--reload")
    system.run("udevadm", "trigger", "--subsystem-match=gpio", "--subsystem-match=i2c-dev")
    _switch_on(system)
    tidy(system.root / HOME)
    system.tell(f"Settings: {settings}. Games: /{GAMES}. How it is: imaginiff service status")
    if any(changes):
        system.tell("Restart the box once, so that its pins are set: sudo reboot")


def remove(system: System) -> None:
    """Undo `install`. What stays is the games, and with them the settings, for the next time."""
    system.run("systemctl", "disable", "--now", UNIT)
    path = firmware_file(system.root)
    if path is not None:
        rewrite(path, without_block(path.read_bytes().decode(errors="surrogateescape")))
    _give_serial_back(system)
    _take_settings(system)
    system.tell(f"Removed. The games are still in /{GAMES}; delete that folder to forget them.")


def _switch_on(system: System) -> None:
    """On with the power, the first time; after that it is the owner's: an update undoes no `disable`."""
    if "is_enabled" not in _made(system):
        system.run("systemctl", "enable", UNIT)
        _remember(system, is_enabled=True)
    if not _is_booted(system):
        return
    questions = ("is-enabled", "is-active")
    is_wanted = any(system.run("systemctl", "--quiet", word, UNIT) is not None for word in questions)
    system.run("systemctl", "daemon-reload")
    # The old program must have gone before its environment does; the new one may wait for its hardware.
    system.run("systemctl", "stop", UNIT)
    if is_wanted:
        system.run("systemctl", "start", "--no-block", UNIT)


def settings_file(root: Path) -> Path:
    """Where the settings lie: on the boot partition of a Pi, else in /etc."""
    firmware = firmware_file(root)
    return firmware.with_name(SETTINGS_NAME) if firmware else root / "etc" / SETTINGS_NAME


def _lay_settings(system: System) -> Path:
    """The settings file; where there is none, the one that was kept with the games, or the template."""
    path, kept = settings_file(system.root), system.root / GAMES / SETTINGS_NAME
    if not path.exists():
        rewrite(path, kept.read_bytes().decode(errors="replace") if kept.is_file() else template())
        path.chmod(0o644)
    return path


def _take_settings(system: System) -> None:
    path, games = settings_file(system.root), system.root / GAMES
    if not path.exists():
        return
    if path.read_bytes() != template().encode() and games.is_dir():
        shutil.copyfile(path, games / SETTINGS_NAME)
    path.unlink()


def _wiring(settings: Path) -> Wiring:
    """The wiring that the settings ask for; the built-in one where they make no sense."""
    try:
        return from_values(load_config(settings).values)
    except HardwareError:
        return Wiring()


def _set_firmware(system: System, wiring: Wiring) -> bool:
    path = firmware_file(system.root)
    if path is None:
        return False
    text = path.read_bytes().decode(errors="surrogateescape")
    return rewrite(path, with_block(text, needed(wiring)))


def _silence_serial(system: System, wiring: Wiring) -> bool:
    """The serial console off where its pins are needed: it would write to lights 2 and 3."""
    if not is_uart_needed(wiring) or "serial_console" in _made(system):
        return False
    # raspi-config says 0 for on.
    was_on = (system.run("raspi-config", "nonint", "get_serial_cons") or "").strip() == "0"
    if was_on:
        system.run("raspi-config", "nonint", "do_serial_cons", "1")
        _remember(system, serial_console=True)
    return was_on


def _give_serial_back(system: System) -> None:
    if "serial_console" in _made(system):
        system.run("raspi-config", "nonint", "do_serial_cons", "0")


def _made(system: System) -> dict[str, Any]:
    """What was made already, by this version or an older one; nothing where that cannot be read."""
    try:
        found = json.loads((system.root / HOME / MADE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _remember(system: System, **made: Any) -> None:
    rewrite(system.root / HOME / MADE, json.dumps(_made(system) | made))


def _is_booted(system: System) -> bool:
    """Whether systemd runs here: not so while an image is being made."""
    return (system.root / "run/systemd/system").is_dir()


def main(arguments: Sequence[str]) -> int:
    """`python -m device.app.service_setup install` or `remove`."""
    system = System(Path("/"), run, lambda line: print(f"imaginiff: {line}", flush=True))
    match list(arguments):
        case ["install"]:
            install(system)
        case ["remove"]:
            remove(system)
        case _:
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

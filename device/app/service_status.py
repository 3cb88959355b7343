"""`imaginiff service status`: what is installed, whether it runs, and what is wrong, in plain words."""

import grp
import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from device.app.service_environment import CURRENT
from device.app.service_firmware import BEGIN, firmware_file
from device.app.service_readonly import is_asked_for, is_in_force, is_partition_there
from device.app.service_setup import GAMES, HOME, UNIT, System, settings_file

_PROPERTIES = "LoadState,ActiveState,SubState,UnitFileState,NRestarts,Result,StatusText,ActiveEnterTimestamp"


class Finding(Struct, frozen=True):
    """One thing that was looked at. `is_good` is None where it is only worth knowing."""

    text: str
    is_good: bool | None = None

    def __str__(self) -> str:
        mark = {True: "ok  ", False: "BAD ", None: "    "}[self.is_good]
        return f"{mark}{self.text}"


def findings(system: System) -> list[Finding]:
    """Everything about the appliance, most important first. Never anything of a game but its phase."""
    return [
        *_package(system),
        *_unit(system),
        *_files(system),
        *_readonly(system),
        *_devices(system),
    ]


def _package(system: System) -> Iterator[Finding]:
    shown = system.run("dpkg-query", "--show", "--showformat=${Version} ${db:Status-Status}", "imaginiff")
    version, _, state = (shown or "").strip().partition(" ")
    if state != "installed":
        yield Finding("not installed: `sudo imaginiff service install`", False)
        return
    yield Finding(f"version {version} is installed", True)
    python = system.root / HOME / CURRENT / "bin/python"
    if not python.exists():
        yield Finding(
            "its Python has gone, perhaps by a system upgrade: `sudo imaginiff service install`", False
        )


def _unit(system: System) -> Iterator[Finding]:
    facts = _facts(system.run("systemctl", "show", f"--property={_PROPERTIES}", UNIT) or "")
    if facts.get("LoadState") != "loaded":
        return
    if facts.get("UnitFileState") == "enabled":
        yield Finding("starts with the power", True)
    else:
        yield Finding(f"does not start with the power: `sudo systemctl enable {UNIT}`", False)
    yield _running(facts)
    restarts = facts.get("NRestarts", "0")
    if restarts != "0":
        yield Finding(
            f"came back by itself {restarts} times since the power came: `journalctl -u {UNIT}` says why"
        )


def _running(facts: dict[str, str]) -> Finding:
    match facts.get("ActiveState"), facts.get("SubState"):
        case "active", _:
            text = facts.get("StatusText") or "presses count"
            return Finding(f"running since {facts.get('ActiveEnterTimestamp', 'now')}: {text}", True)
        case "activating", "auto-restart":
            return Finding(f"fails to start and tries again: `journalctl -u {UNIT}` says why", False)
        case "activating", _:
            return Finding("starting")
        case "failed", _:
            return Finding(f"failed ({facts.get('Result')}): `journalctl -u {UNIT}` says why", False)
        case _:
            return Finding(f"not running: `sudo systemctl start {UNIT}`", False)


def _facts(shown: str) -> dict[str, str]:
    return dict(line.split("=", 1) for line in shown.splitlines() if "=" in line)


def _files(system: System) -> Iterator[Finding]:
    settings = settings_file(system.root)
    yield Finding(f"settings: {settings}" + ("" if settings.exists() else " (none: everything is built in)"))
    games = system.root / GAMES / "games.sqlite"
    yield Finding(f"games: {games.parent}")
    aside = sorted(games.parent.glob(f"{games.name}.unreadable-*")) if games.parent.is_dir() else []
    if aside:
        yield Finding(f"{len(aside)} files of games could not be read and were set aside there")
    firmware = firmware_file(system.root)
    if firmware is not None:
        has_block = BEGIN in firmware.read_text(encoding="utf-8", errors="replace")
        cure = "" if has_block else " not: `sudo imaginiff service install`"
        yield Finding(f"{firmware} sets the pins and buses{cure}", has_block)


def _readonly(system: System) -> Iterator[Finding]:
    if is_in_force(system.root):
        kept = is_partition_there(system.root)
        cure = "" if kept else f", the games too: their partition for /{GAMES} is missing, see /etc/fstab"
        yield Finding(f"the system is read-only{cure}", kept)
    elif is_asked_for(system.root):
        yield Finding("the system is read-only after the next restart")


def _devices(system: System) -> Iterator[Finding]:
    for pattern, group, what in (("gpiochip*", "gpio", "pins"), ("i2c-*", "i2c", "I2C")):
        nodes = sorted((system.root / "dev").glob(pattern))
        if not nodes:
            yield Finding(f"{what}: none on this computer")
            continue
        closed = [node.name for node in nodes if _group(node) != group]
        if closed:
            yield Finding(
                f"{what}: {', '.join(closed)} belong to another group than {group}: restart the box", False
            )
        else:
            yield Finding(f"{what}: {', '.join(node.name for node in nodes)}", True)


def _group(node: Path) -> str:
    try:
        return grp.getgrgid(node.stat().st_gid).gr_name
    except (OSError, KeyError):
        return ""


def is_healthy(found: list[Finding]) -> bool:
    """Whether nothing is bad."""
    return all(finding.is_good is not False for finding in found)


def plain(text: str) -> str:
    """A line without control characters, for terminals."""
    return re.sub(r"[\x00-\x1f\x7f]", "?", text)

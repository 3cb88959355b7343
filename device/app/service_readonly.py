"""A system that is never written to: overlayroot's word in the Pi's cmdline.txt, and its removal.

Only the system itself lies under the overlay (`recurse=0`): the games have a partition of their own. Source:
overlayroot.conf(5); the kernel's command line counts more than overlayroot's own files.
"""

import re
from pathlib import Path

from device.app.service_environment import SetupError
from device.app.service_firmware import firmware_file, rewrite
from device.app.service_setup import GAMES, System

WORD = "overlayroot=tmpfs:recurse=0"
NAME = "cmdline.txt"
_SCRIPT = Path("usr/share/initramfs-tools/scripts/init-bottom/overlayroot")
_PAGE = "docs/appliance.md, A read-only system"


def switch_on(system: System) -> None:
    """Read-only from the next restart on. Raises `SetupError`; then nothing was changed."""
    path = _cmdline(system.root)
    text = _text(path)
    others = [word for word in text.split() if word.startswith("overlayroot=") and word != WORD]
    if others:
        raise SetupError(
            f"{path} says {others[0]} already, which would forget every game: take that out first"
        )
    if not (system.root / _SCRIPT).is_file():
        raise SetupError("overlayroot is not installed: sudo apt-get install overlayroot")
    if not has_own_partition(system.root):
        raise SetupError(f"/etc/fstab has no partition for /{GAMES}, so all games would be lost: see {_PAGE}")
    _rewrite(system, path, with_word(text))


def switch_off(system: System) -> None:
    """To be written to again from the next restart on. Raises `SetupError` where there is no cmdline.txt."""
    path = _cmdline(system.root)
    _rewrite(system, path, without_word(_text(path)))


def with_word(text: str) -> str:
    """The file with our word at the end of its line, and once only."""
    if WORD in text.split():
        return text
    line, end, rest = text.partition("\n")
    words = line.removesuffix("\r")
    return f"{words} {WORD}{line[len(words) :]}{end}{rest}"


def without_word(text: str) -> str:
    """The file as it was before us, byte for byte."""
    return re.sub(rf" ?(?<!\S){re.escape(WORD)}(?!\S)", "", text)


def is_asked_for(root: Path) -> bool:
    """Whether the system is read-only after the next restart."""
    firmware = firmware_file(root)
    path = firmware.with_name(NAME) if firmware else None
    return path is not None and path.is_file() and WORD in _text(path).split()


def is_in_force(root: Path) -> bool:
    """Whether what is written now, is gone after the next restart."""
    return any(device == "overlayroot" and where == "/" for device, where in _mounts(root / "proc/mounts"))


def has_own_partition(root: Path) -> bool:
    """Whether the games are on a partition of their own from the start."""
    return any(where == f"/{GAMES}" for _, where in _mounts(root / "etc/fstab"))


def is_partition_there(root: Path) -> bool:
    """Whether that partition is in its place now."""
    return any(where == f"/{GAMES}" for _, where in _mounts(root / "proc/mounts"))


def _mounts(path: Path) -> list[tuple[str, str]]:
    """What is mounted where, from a file in fstab's form."""
    try:
        lines = [line.split() for line in path.read_text(encoding="utf-8", errors="replace").splitlines()]
    except OSError:
        return []
    return [(words[0], words[1]) for words in lines if len(words) > 1 and not words[0].startswith("#")]


def _cmdline(root: Path) -> Path:
    firmware = firmware_file(root)
    path = firmware.with_name(NAME) if firmware else None
    if path is None or not path.is_file():
        raise SetupError(f"there is no {NAME}, so this is no Raspberry Pi: leave the system writable")
    return path


def _text(path: Path) -> str:
    return path.read_bytes().decode(errors="surrogateescape")


def _rewrite(system: System, path: Path, text: str) -> None:
    if rewrite(path, text):
        system.tell("It holds after a restart: sudo reboot")
    else:
        system.tell("It is so already")

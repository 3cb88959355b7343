"""The kernel's GPIO chips, told apart by their labels: which one is the header moves with the kernel."""

import errno
import fcntl
import grp
import os
import re
import struct
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from hw.ports import HardwareError
from hw.words import Words, system_words

# linux/gpio.h: GPIO_GET_CHIPINFO_IOCTL fills in name (32 bytes), label (32 bytes) and the number of lines.
_GET_CHIPINFO = 0x8044B401
_CHIPINFO = struct.Struct("32s32sI")

# The label of the header's chip: Pi 5; Pi 4; Pi Zero to 3 and Zero 2 W.
HEADER_LABEL = re.compile(r"pinctrl-(rp1|bcm2711|bcm283[567])")
VIRTUAL = Words("play with `imaginiff play --virtual`")


class GpioChip(Struct, frozen=True):
    """One chip: its device node and its label."""

    path: Path
    label: str

    @property
    def number(self) -> int:
        """The N of /dev/gpiochipN."""
        return int(self.path.name.removeprefix("gpiochip"))

    def __str__(self) -> str:
        return f"{self.path.name} ({self.label})"


def label_of(path: Path) -> str:
    """A chip's label, asked of the kernel. Raises `OSError`."""
    node = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        info = fcntl.ioctl(node, _GET_CHIPINFO, bytes(_CHIPINFO.size))
    finally:
        os.close(node)
    return str(_CHIPINFO.unpack(info)[1].rstrip(b"\0").decode())


def header_chip(dev: Path = Path("/dev"), label: Callable[[Path], str] = label_of) -> GpioChip:
    """The chip of the 40-pin header. Raises `HardwareError`: there is none, or no right to use it."""
    paths = sorted(path for path in dev.glob("gpiochip*") if not path.is_symlink())
    if not paths:
        raise HardwareError("There is no GPIO chip, so this is no Raspberry Pi: {cure}", cure=VIRTUAL)
    chips = [GpioChip(path, _label(path, label)) for path in paths]
    for chip in chips:
        if HEADER_LABEL.fullmatch(chip.label):
            return chip
    found = ", ".join(map(str, chips))
    raise HardwareError(
        "None of the GPIO chips is a Raspberry Pi's header, only {found}: {cure}", found=found, cure=VIRTUAL
    )


def _label(path: Path, label: Callable[[Path], str]) -> str:
    try:
        return label(path)
    except OSError as error:
        raise chip_fault(path, error) from error


def chip_fault(path: Path, error: OSError) -> HardwareError:
    """What to say of a chip that cannot be opened."""
    if error.errno in (errno.EACCES, errno.EPERM):
        return HardwareError(
            "No right to use {name}: join its group, {command}, log in again",
            name=path,
            command=f"`sudo usermod -aG {_group_of(path)} $USER`",
        )
    return HardwareError(
        "{what} does not open ({why}): `imaginiff check` tells more", what=path, why=system_words(error)
    )


def _group_of(path: Path) -> str:
    try:
        return grp.getgrgid(path.stat().st_gid).gr_name
    except (OSError, KeyError):
        return "gpio"

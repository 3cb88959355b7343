"""Our block in the Pi's config.txt: the buses and pins that this wiring needs, and its removal.

Source: the Raspberry Pi documentation, "config.txt". Pure but for `rewrite`.
"""

import os
from collections.abc import Sequence
from pathlib import Path

from hw.header import SPI_PINS, UART_PINS
from hw.uses import Use, uses
from hw.wiring import Link, Wiring, links

BEGIN = "# >>> imaginiff: these lines come and go with it; write yours outside of them"
END = "# <<< imaginiff"
FOLDERS = ("boot/firmware", "boot")
NAME = "config.txt"


def firmware_file(root: Path) -> Path | None:
    """The config.txt in force under `root`; None: this is no Pi."""
    files = [root / folder / NAME for folder in FOLDERS]
    return next((path for path in files if path.is_file()), None)


def needed(wiring: Wiring) -> list[str]:
    """The lines for this wiring."""
    used = uses(wiring)
    plain = {use.gpio for use in used if use.bus is None}
    lines = ["[all]"]
    if any(use.bus == "I2C 1" for use in used):
        lines += ["dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000"]
    if any(use.bus == "SPI 0" for use in used):
        lines.append("dtparam=spi=on")
    elif plain & set(SPI_PINS):
        lines.append("dtparam=spi=off")
    if plain & set(UART_PINS):
        lines.append("enable_uart=0")
    if links(wiring)["lights"] is Link.PINS:
        lines.append(f"gpio={_numbers(used)}=op,dl")
    return lines


def is_uart_needed(wiring: Wiring) -> bool:
    """Whether the wiring uses the pins of the serial console."""
    return any(use.gpio in UART_PINS and use.bus is None for use in uses(wiring))


def with_block(text: str, lines: Sequence[str]) -> str:
    """The file with our block, at its end, and once only."""
    text = without_block(text)
    end = "\r\n" if "\r\n" in text else "\n"
    # Whether the last line was ended is written into the block: removal must give back the same bytes.
    before = "" if not text or text.endswith("\n") else end
    begin = BEGIN + (" " if before else "")
    return text + before + end.join((begin, *lines, END, ""))


def without_block(text: str) -> str:
    """The file as it was before us, byte for byte."""
    start = text.find(BEGIN)
    if start < 0:
        return text
    stop = text.find(END, start)
    if stop < 0:
        # Somebody has cut our last line off: then only the lines that are surely ours go.
        return text[:start] + text[start:].partition("\n")[2]
    after = text[stop + len(END) :]
    before = text[:start]
    if text.startswith(f"{BEGIN} ", start):
        before = before.removesuffix("\n").removesuffix("\r")
    return before + after.removeprefix("\r").removeprefix("\n")


def rewrite(path: Path, text: str) -> bool:
    """Write a file so that the old or the new one is there whenever the power goes. Whether it changed."""
    data = text.encode(errors="surrogateescape")
    if path.exists() and path.read_bytes() == data:
        return False
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return True


def _numbers(used: Sequence[Use]) -> str:
    """The lights' pins, dark from the firmware on: bare ones would glow until the game starts."""
    return ",".join(str(use.gpio) for use in used if use.part == "lights")

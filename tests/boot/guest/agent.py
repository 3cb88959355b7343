"""The test's hand in the virtual machine: takes orders on the second serial line, one JSON list a line.

["run", COMMAND]; ["press", PAD, KEY, SECONDS, ...KEYS held with it]; ["level", GPIO, TIMES]. Answers with one
JSON value a line.
"""

import json
import subprocess
import termios
import time
import tty
from pathlib import Path
from typing import Any

from smbus2 import SMBus

HEADER = Path("/run/header")
INTERRUPT = 4


def pull(gpio: int, is_up: bool) -> None:
    (HEADER / f"sim_gpio{gpio}" / "pull").write_text("pull-up" if is_up else "pull-down")


def level(gpio: int) -> int:
    return int((HEADER / f"sim_gpio{gpio}" / "value").read_text())


def set_keys(bus: SMBus, pad: int, keys: list[int]) -> None:
    """The input port of a pad: a closed key is low. A change pulls the interrupt line down for a moment."""
    port = 0xFF & ~sum(1 << key - 1 for key in keys)
    bus.write_byte_data(0x20 + (pad - 1) // 2, (pad - 1) % 2, port)
    pull(INTERRUPT, False)
    time.sleep(0.02)
    pull(INTERRUPT, True)


def press(pad: int, seconds: float, *keys: int) -> str:
    with SMBus(1) as bus:
        set_keys(bus, pad, list(keys))
        time.sleep(seconds)
        set_keys(bus, pad, [])
    time.sleep(0.1)
    return "ok"


def obey(order: list[Any]) -> Any:
    match order:
        case ["run", command]:
            done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
            return [done.returncode, done.stdout + done.stderr]
        case ["press", pad, seconds, *keys]:
            return press(pad, seconds, *keys)
        case ["level", gpio, times]:
            levels = []
            for _ in range(times):
                levels.append(level(gpio))
                time.sleep(0.01)
            return levels
    return "what?"


with Path("/dev/ttyS1").open("r+b", buffering=0) as line:
    tty.setraw(line.fileno(), termios.TCSANOW)
    line.write(b'"here"\n')
    word = b""
    while True:
        word += line.read(4096)
        while b"\n" in word:
            order, _, word = word.partition(b"\n")
            line.write(json.dumps(obey(json.loads(order))).encode() + b"\n")

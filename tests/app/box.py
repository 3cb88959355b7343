"""The box without a box: the real program over a simulated Pi, in a process of its own.

`python -m tests.app.box FOLDER [FAULT]`. Orders come on stdin, a line each, one after the other: see `obey`.
When play has ended, one line of JSON on stdout says what is left to be seen.
"""

import errno
import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from device.app.journal import Journal
from device.app.play import play
from device.app.service_splash import early_panel
from device.engine import events as ev
from device.engine.cards import Card, Category
from device.engine.table import House, Pad
from hw.ports import HardwareError
from hw.scanned_pads import pause_ms
from hw.sim.bus import Sent, SimI2c
from hw.sim.rig import Rig
from hw.wiring import from_values
from tests.app.talking import PATIENCE_S, Talking

RED, GREEN, BLUE = 1, 4, 6
CARD = Card("id1", "core", Category.EVERYBODY, ("Who would win?",), ())
STARTED: tuple[ev.Event, ...] = (
    ev.LobbyOpened(),
    *(ev.Joined(pad, space) for space, pad in enumerate((Pad.RED, Pad.GREEN, Pad.BLUE), 1)),
    ev.GameStarted(25, House()),
)
ASKED = (*STARTED, ev.Rolled(Category.EVERYBODY, 2), ev.CardDrawn(CARD))
"""Three are asked about a card."""


class Box(Talking):
    """A running box."""

    def __init__(self, folder: Path, *words: str, settings: str = "") -> None:
        self.folder = folder
        for name in ("state", "run"):
            (folder / name).mkdir(exist_ok=True)
        (folder / "imaginiff.toml").write_text(settings, encoding="utf-8")
        environment = {
            **os.environ,
            "HOME": str(folder),
            "IMAGINIFF_APPLIANCE": "1",
            "STATE_DIRECTORY": str(folder / "state"),
            "RUNTIME_DIRECTORY": str(folder / "run"),
            "PYTHONUNBUFFERED": "1",
        }
        process = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "tests.app.box", str(folder), *words],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        super().__init__(process)

    def order(self, *lines: str) -> None:
        """Do these things, one after the other."""
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def stop(self, times: int = 1) -> tuple[int, float, dict[str, Any]]:
        """Ask it to stop; its status, the seconds that it took, and what is left to be seen."""
        began_s = time.monotonic()
        for _ in range(times):
            self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE_S)
        took_s = time.monotonic() - began_s
        status = self.ended()
        return status, took_s, json.loads(self.lines[-1])

    def kill(self) -> None:
        """The power fails."""
        self.process.kill()
        self.ended()
        assert self.process.stdin is not None
        self.process.stdin.close()


@contextmanager
def switched_on(folder: Path, *words: str, settings: str = "") -> Iterator[Box]:
    """A box with the power on."""
    box = Box(folder, *words, settings=settings)
    try:
        yield box
    finally:
        box.kill()


def save(folder: Path, *events: ev.Event) -> None:
    """A game that was played before."""
    (folder / "state").mkdir(exist_ok=True)
    journal = Journal(folder / "state/games.sqlite")
    journal.record(events)
    journal.close()


def saved(folder: Path) -> list[ev.Event]:
    """The newest game on file."""
    journal = Journal(folder / "state/games.sqlite")
    try:
        return list(journal.games())[-1][1]
    finally:
        journal.close()


# In the process itself


class NoPi(Rig):
    """A Pi whose kernel never finds its pins."""

    def look_for_header(self) -> None:
        print("looking", flush=True)
        raise HardwareError("There is no GPIO chip")


def fail(bus: SimI2c, name: str, which: str) -> None:
    """From now on transfers to the panel end in that errno: "all", "data" or "contrast" ones."""
    is_it: Callable[[Sent], bool] = {
        "all": lambda sent: True,
        "data": lambda sent: sent.data[:1] == b"\x40",
        "contrast": lambda sent: sent.data[:2] == b"\x00\x81",
    }[which]

    def fault(sent: Sent) -> int | None:
        return getattr(errno, name) if is_it(sent) else None

    bus.fault = fault


def block(bus: SimI2c, seconds: float) -> None:
    """The next transfer takes that long; it is said when it begins."""

    def fault(sent: Sent) -> None:
        bus.fault = lambda _: None
        print("blocked", flush=True)
        pause_ms(round(seconds * 1000))

    bus.fault = fault


def obey(rig: Rig, words: list[str]) -> None:
    """Carry out an order."""
    match words:
        case ["press", pad, key]:
            rig.press(int(pad), int(key), True)
            pause_ms(200)
            rig.press(int(pad), int(key), False)
            pause_ms(40)
        case ["down" | "up" as way, pad, key]:
            rig.press(int(pad), int(key), way == "down")
        case ["wait", ms]:
            pause_ms(int(ms))
        case ["fail", name, which]:
            fail(rig.by_number[1], name, which)
        case ["block", seconds]:
            block(rig.by_number[1], float(seconds))
        case ["no", "bus"]:
            rig._buses.by_number.clear()
        case _:
            raise SystemExit(f"what is {words}?")


def main(folder: Path, first: list[str]) -> int:
    """Play, and say what is left of it."""
    rig = NoPi(from_values({})) if first == ["no", "pins"] else Rig(from_values({}))
    if first and not isinstance(rig, NoPi):
        obey(rig, first)

    def listen() -> None:
        for line in sys.stdin:
            obey(rig, line.split())

    threading.Thread(target=listen, daemon=True).start()
    early = early_panel(folder / "state", rig)
    status = play(folder / "imaginiff.toml", False, False, early=early, pi=rig)
    seen = {"lights": rig.light_levels(), "panel": rig.panel_brightness()}
    print(json.dumps(seen), flush=True)
    return status


if __name__ == "__main__":
    logging.basicConfig(level=logging.DEBUG, format="imaginiff: %(message)s", stream=sys.stderr)
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))

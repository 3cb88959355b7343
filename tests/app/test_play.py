"""The real program, as people start and stop it."""

import asyncio
import json
import os
import queue
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import aiohttp
import pytest
from msgspec.structs import replace
from PIL import Image

from device.app.journal import Journal
from device.app.lights_worker import LightsWorker
from device.app.mailbox import Closed, Mailbox
from device.app.panel_worker import PanelWorker
from device.app.showing import Show
from device.app.texts import ENGLISH
from device.engine.table import Pad, Seat, Table
from device.machine.phases import Lobby, Quiet, State
from hw.ports import Glow, HardwareError
from hw.sim.server import SOCKET_PATH
from tests.app.talking import PATIENCE_S, Talking
from tests.at_length import at_length


class Program(Talking):
    """`imaginiff play` on a port of its own."""

    def __init__(self, folder: Path, *words: str, settings: str = "") -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        path = folder / "settings.toml"
        path.write_text(f"[table]\nport = {port}\n{settings}", encoding="utf-8")
        command = [
            sys.executable,
            "-W",
            "error",
            "-m",
            "device.app.cli",
            "--config",
            str(path),
            "play",
            "--no-browser",
        ]
        environment = {
            **os.environ,
            "XDG_STATE_HOME": str(folder),
            "XDG_DATA_HOME": str(folder),
            "HOME": str(folder),
        }
        process = subprocess.Popen(
            [*command, *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        super().__init__(process)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop it; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.ended()


@contextmanager
def running(folder: Path, *words: str, settings: str = "") -> Iterator[Program]:
    program = Program(folder, *words, settings=settings)
    try:
        yield program
    finally:
        program.stop(signal.SIGKILL)


async def press(url: str, *keys: tuple[int, int]) -> None:
    """Press keys as a page does."""
    async with (
        aiohttp.ClientSession(headers={"Origin": url.rstrip("/")}) as session,
        session.ws_connect(url.rstrip("/") + SOCKET_PATH) as page,
    ):
        for pad, key in keys:
            await page.send_json({"pad": pad, "key": key, "down": True})
            await page.send_json({"pad": pad, "key": key, "down": False})
        await page.receive(PATIENCE_S)
        await page.close()


def address(program: Program) -> str:
    return program.says("The table is at").split()[4]


@pytest.mark.parametrize("how", [signal.SIGINT, *at_length(signal.SIGTERM)], ids=str)
def test_it_says_its_address_and_stops_in_order_when_asked(tmp_path: Path, how: signal.Signals) -> None:
    with running(tmp_path) as program:
        address(program)
        assert program.stop(how) == 0


def test_a_port_in_use_is_said_and_the_next_free_one_taken(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with running(tmp_path / "a") as first:
        url = address(first)
        port = int(url.rsplit(":", 1)[1].strip("/"))
        settings = tmp_path / "b" / "settings.toml"
        settings.write_text(f"[table]\nport = {port}\n", encoding="utf-8")
        environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "b")}
        command = [sys.executable, "-m", "device.app.cli", "--config", str(settings), "play", "--no-browser"]
        taken = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert taken.stdout is not None
        assert str(port) in taken.stdout.readline()
        assert f":{port}/" not in taken.stdout.readline()
        taken.send_signal(signal.SIGTERM)
        assert taken.wait(PATIENCE_S) == 0
        taken.stdout.close()


def test_a_second_copy_is_told_that_one_is_running(tmp_path: Path) -> None:
    with running(tmp_path) as first:
        address(first)
        with running(tmp_path) as second:
            second.says("another copy of the game is running")
            assert second.stop() == 1


def test_a_wrong_setting_is_said_and_play_goes_on(tmp_path: Path) -> None:
    with running(tmp_path, settings='[game]\ntrack = "long"\n') as program:
        program.says('settings.toml:4: game.track = "long" is not a whole number')
        address(program)
        assert program.stop() == 0


@pytest.mark.parametrize(
    "data", [b"SQLite format 3\0half of a file", *at_length(b"", b"\0" * 4096, b"Dear diary")]
)
def test_a_journal_that_cannot_be_read_is_set_aside_and_play_goes_on(tmp_path: Path, data: bytes) -> None:
    folder = tmp_path / "imaginiff"
    folder.mkdir()
    (folder / "games.sqlite").write_bytes(data)
    with running(tmp_path) as program:
        address(program)
        assert program.stop() == 0
    aside = folder / "games.sqlite.unreadable-1"
    assert not data or aside.read_bytes() == data
    Journal(folder / "games.sqlite").close()


def test_what_was_joined_is_there_after_kill_9(tmp_path: Path) -> None:
    with running(tmp_path, "--verbose") as program:
        url = address(program)
        asyncio.run(press(url, (1, 4), (3, 5)))
        program.says("Joined")
        program.says("Joined")
        program.stop(signal.SIGKILL)
    journal = Journal(tmp_path / "imaginiff" / "games.sqlite")
    assert journal.table is not None
    assert [(seat.pad, seat.space) for seat in journal.table.seats] == [("red", 4), ("yellow", 5)]
    journal.close()


async def lights(page: aiohttp.ClientWebSocketResponse, is_so: Callable[[list[int]], bool]) -> None:
    """Wait until the lights are so."""
    while True:
        message = await page.receive(PATIENCE_S)
        assert message.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY)
        told = json.loads(message.data) if isinstance(message.data, str) else {}
        if told.get("type") == "lights" and is_so(told["levels"]):
            return


async def join(page: aiohttp.ClientWebSocketResponse, *pads: int) -> None:
    """Press keys of these pads, all at once: each joins on the space of its own number."""
    for is_down in (True, False):
        for pad in pads:
            await page.send_json({"pad": pad, "key": pad, "down": is_down})


async def stop_while_the_bus_hangs(program: Program, url: str, has_lights_apart: bool) -> tuple[float, int]:
    """A player joins, the bus hangs, the others join, which the panel should show; then SIGTERM.

    The seconds it takes, and the exit status. Lights that are not on that bus go low.
    """
    async with (
        aiohttp.ClientSession(headers={"Origin": url.rstrip("/")}) as session,
        session.ws_connect(url.rstrip("/") + SOCKET_PATH) as page,
    ):
        await join(page, 1)
        await lights(page, lambda levels: levels[0] > 0)
        await page.send_json({"fault": "hanging bus", "made": True})
        await join(page, *range(2, 9))
        for _ in range(8):
            await asyncio.to_thread(program.says, "Joined")
        if has_lights_apart:
            await lights(page, all)
        began = time.monotonic()
        program.process.send_signal(signal.SIGTERM)
        if has_lights_apart:
            await lights(page, lambda levels: not any(levels))
        status = await asyncio.to_thread(program.process.wait, PATIENCE_S)
        return time.monotonic() - began, status


@pytest.mark.parametrize("driver", ["leds", *at_length("pca9685")])
def test_while_the_panels_bus_hangs_keys_count_and_asked_to_stop_it_is_gone_in_five_seconds_in_order(
    tmp_path: Path, driver: str
) -> None:
    with running(tmp_path, "--verbose", settings=f'[lights]\ndriver = "{driver}"\n') as program:
        url = address(program)
        took_s, status = asyncio.run(stop_while_the_bus_hangs(program, url, driver == "leds"))
        assert status == 0
        assert took_s < 5
    journal = Journal(tmp_path / "imaginiff" / "games.sqlite")
    assert journal.table is not None
    assert sorted(seat.space for seat in journal.table.seats) == list(range(1, 9))
    journal.close()


# The workers


class Broken:
    """A panel and lights on a bus that fails at first."""

    size = (128, 64)

    def __init__(self, failures: int) -> None:
        self.failures = failures
        self.seen: queue.Queue[object] = queue.Queue()

    def _may_fail(self) -> None:
        if self.failures > 0:
            self.failures -= 1
            raise HardwareError("No display answers: check the wiring")


class BrokenPanel(Broken):
    """A panel that fails."""

    def show(self, image: Image.Image, glow: Glow) -> None:
        """Fail, or take the picture."""
        self._may_fail()
        self.seen.put(glow)

    def close(self) -> None:
        """Even this fails."""
        raise HardwareError("No display answers: check the wiring")


class BrokenLights(Broken):
    """Lights that fail."""

    again_s: float | None = None

    def show(self, levels: Sequence[float], colour: int | None = None) -> None:
        """Fail, or take the levels."""
        self._may_fail()
        self.seen.put(tuple(levels))

    def close(self) -> None:
        """Even this fails."""
        raise HardwareError("No light answers: check the wiring")


def test_a_panel_that_fails_is_said_once_and_tried_again() -> None:
    said: list[str] = []
    panel = BrokenPanel(failures=1)
    worker = PanelWorker(panel, Show((128, 64), ENGLISH), said.append)
    worker.put(State(Table(), Lobby(), quiet=Quiet.DIM))
    assert panel.seen.get(timeout=PATIENCE_S) is Glow.DIM
    worker.close(PATIENCE_S)
    assert said == ["No display answers: check the wiring"]


def test_however_fast_people_play_a_dead_panel_is_said_once_in_ten_seconds() -> None:
    said: list[str] = []
    times_ms = iter(range(0, 60_000, 1_000))
    state = State(Table(), Lobby(), quiet=Quiet.DIM)

    class Busy(BrokenPanel):
        """A panel that has something new to show whenever it has tried."""

        def show(self, image: Image.Image, glow: Glow) -> None:
            worker.put(state)
            super().show(image, glow)

    panel = Busy(failures=30)
    worker = PanelWorker(panel, Show((128, 64), ENGLISH), said.append, lambda: next(times_ms))
    worker.put(state)
    panel.seen.get(timeout=PATIENCE_S)
    worker.close(PATIENCE_S)
    assert len(said) == 3


def test_lights_that_come_and_go_are_said_once_in_ten_seconds() -> None:
    class Flickering(BrokenLights):
        """Lights that fail every other time."""

        is_on = False

        def show(self, levels: Sequence[float], colour: int | None = None) -> None:
            self.is_on = not self.is_on
            self.failures = int(self.is_on)
            super().show(levels, colour)

    said: list[str] = []
    lights = Flickering(failures=0)
    worker = LightsWorker(lights, clock=lambda: 0, say=said.append)
    for seats in ((), (Seat(Pad.RED, 4),)):
        worker.put(State(Table(seats), Lobby()))
        lights.seen.get(timeout=PATIENCE_S)
    worker.close(PATIENCE_S)
    assert said == ["No display answers: check the wiring"]


def test_while_the_lights_stay_as_they_are_their_thread_sleeps_whatever_else_is_new() -> None:
    lights = BrokenLights(failures=0)
    worker = LightsWorker(lights)
    lobby = State(Table((Seat(Pad.RED, 4),)), Lobby())
    for serial in range(5):
        worker.put(replace(lobby, serial=serial))
    worker.put(State(Table(), Lobby()))
    shown = [lights.seen.get(timeout=PATIENCE_S)]
    while shown[-1] != (0.0,) * 8:
        shown.append(lights.seen.get(timeout=PATIENCE_S))
    worker.close(PATIENCE_S)
    assert len(shown) <= 2


def test_lit_lights_that_may_lose_their_power_are_shown_again_and_dark_ones_are_left_alone() -> None:
    class Forgetful(BrokenLights):
        """Lights of a chip that may lose its power."""

        again_s = 0.002

    lights = Forgetful(failures=0)
    worker = LightsWorker(lights)
    joined = State(Table((Seat(Pad.RED, 4),)), Lobby())
    dark, shown = (0.0,) * 8, list[object]()

    def show(state: State, is_lit: bool) -> None:
        """Show it, until it is seen."""
        worker.put(state)
        while not shown or (shown[-1] == dark) is is_lit:
            shown.append(lights.seen.get(timeout=PATIENCE_S))

    show(joined, True)
    lit = [lights.seen.get(timeout=PATIENCE_S) for _ in range(3)]
    assert lit == [shown[-1]] * 3
    show(replace(joined, quiet=Quiet.ASLEEP), False)
    show(joined, True)
    worker.close(PATIENCE_S)
    assert shown.count(dark) == 1


def test_lights_that_fail_are_said_once_and_tried_again() -> None:
    said: list[str] = []
    lights = BrokenLights(failures=1)
    worker = LightsWorker(lights, say=said.append)
    worker.put(State(Table(), Lobby()))
    assert lights.seen.get(timeout=PATIENCE_S) == (0.0,) * 8
    worker.close(PATIENCE_S)
    assert said == ["No display answers: check the wiring"]


def test_a_mailbox_holds_only_the_newest_thing() -> None:
    mail: Mailbox[int] = Mailbox()
    assert mail.take(0) is None
    mail.put(1)
    mail.put(2)
    assert mail.take() == 2
    started = time.monotonic()
    mail.close()
    with pytest.raises(Closed):
        mail.take(PATIENCE_S)
    assert time.monotonic() - started < PATIENCE_S

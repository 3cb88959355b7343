"""A whole game on the virtual table: the real program, eight pads, real clicks and keys, to the winner."""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from device.app.journal import Journal
from tests.browser.table_in_browser import PATIENCE_S, key

pytestmark = pytest.mark.browser

PAD_KEYS = ("KeyQ", "KeyW", "KeyE", "KeyR", "KeyT", "KeyY", "KeyU", "KeyI")
SETTINGS = """
[game]
track = 6
die = "box"
lock_seconds = 0.5
names = ["Anna", "Ben", "Chloé", "Dmitri", "Esi", "Farid", "Grandma", "Håkon"]
[table]
port = 8170
"""


class Program:
    """The real program, its page's address, and the phases that its log tells."""

    def __init__(self, folder: Path, settings: str = SETTINGS) -> None:
        self.folder = folder
        (folder / "settings.toml").write_text(settings, encoding="utf-8")
        environment = {**os.environ, "XDG_STATE_HOME": str(folder)}
        command = [sys.executable, "-m", "device.app.cli", "play", "--no-browser", "--verbose"]
        self._process = subprocess.Popen(
            [*command, "--config", str(folder / "settings.toml")],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self.heard: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()
        self.url = self.says("The table is at ").split()[4]

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.rstrip())

    def says(self, start: str) -> str:
        """Wait until the program says a line that begins like that."""
        until = time.monotonic() + PATIENCE_S
        while True:
            line = self._lines.get(timeout=max(0.01, until - time.monotonic()))
            self.heard.append(line)
            if line.startswith(start):
                return line

    def begins(self, phase: str) -> None:
        """Wait until a phase begins."""
        self.says(f"imaginiff: {phase}")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop the program; its exit status."""
        if self._process.poll() is None:
            self._process.send_signal(how)
        status = self._process.wait(timeout=PATIENCE_S)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return status


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    running = Program(tmp_path)
    yield running
    running.stop(signal.SIGKILL)


@pytest.fixture
def page(chromium: Browser, program: Program) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(program.url)
    page.wait_for_selector("[data-link=open] .pad")
    yield page
    context.close()


class Hands:
    """Eight people at the page: by mouse, or by keyboard."""

    def __init__(self, page: Page, is_keyboard: bool) -> None:
        self._page = page
        self._is_keyboard = is_keyboard

    def press(self, pad: int, number: int, seconds: float = 0.03) -> None:
        """One of them presses or holds a key."""
        down, up = self._by_keyboard(pad, number) if self._is_keyboard else self._by_mouse(pad, number)
        down()
        self._page.wait_for_timeout(seconds * 1000)
        up()

    def _by_mouse(self, pad: int, number: int) -> tuple[Callable[[], None], Callable[[], None]]:
        key(self._page, pad, number).hover()
        return self._page.mouse.down, self._page.mouse.up

    def _by_keyboard(self, pad: int, number: int) -> tuple[Callable[[], None], Callable[[], None]]:
        self._page.keyboard.press(PAD_KEYS[pad - 1])
        name = f"Digit{number}"
        return lambda: self._page.keyboard.down(name), lambda: self._page.keyboard.up(name)


def vote_and_reveal(
    program: Program, hands: Hands, reader: int, votes: dict[int, int], look: Callable[[str], None]
) -> None:
    """A turn of Everybody worth six, to its end."""
    hands.press(reader, 2)
    hands.press(reader, 6)
    program.begins("vote")
    look("die")
    for pad, number in votes.items():
        hands.press(pad, number)
    program.begins("lock")
    look("lock")
    program.begins("reveal")
    program.says("imaginiff: Opened")
    look("result")
    for _ in range(2):
        time.sleep(1.1)
        hands.press(reader, 1)
        look("votes")


@pytest.mark.parametrize("is_keyboard", [False, True], ids=["by clicks", "by keyboard"])
def test_eight_pads_play_a_whole_game_to_the_winner(
    program: Program, page: Page, is_keyboard: bool, tmp_path: Path
) -> None:
    hands = Hands(page, is_keyboard)
    pictures = Path(os.environ.get("PICTURES", tmp_path))

    def look(name: str) -> None:
        page.wait_for_timeout(120)
        page.screenshot(path=pictures / f"game-{name}.png")

    for pad in range(1, 9):
        hands.press(pad, pad)
        program.says("imaginiff: Joined")
    look("lobby")
    hands.press(1, 1, seconds=1.2)
    program.begins("roll")
    look("roll")
    both_arrive = {1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 7}
    vote_and_reveal(program, hands, 1, both_arrive, look)
    program.begins("roll")
    red_leads = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 1}
    vote_and_reveal(program, hands, 2, red_leads, look)
    program.begins("finale")
    look("finale")
    assert program.stop() == 0
    journal = Journal(program.folder / "imaginiff" / "games.sqlite")
    assert journal.table is not None
    assert journal.table.winner == "red"
    journal.close()


def test_the_plug_is_pulled_in_mid_vote_and_the_same_card_is_voted_on_again(
    program: Program, page: Page, tmp_path: Path
) -> None:
    hands = Hands(page, is_keyboard=True)
    for pad in (1, 2, 3):
        hands.press(pad, pad)
    hands.press(1, 1, seconds=1.2)
    program.begins("roll")
    hands.press(1, 1)
    hands.press(1, 3)
    program.begins("vote")
    hands.press(2, 1)
    program.says("imaginiff: orange has voted")
    program.stop(signal.SIGKILL)
    page.wait_for_selector("[data-link=stopped]")
    again = Program(tmp_path)
    assert "imaginiff: resume" in again.heard
    page.wait_for_selector("[data-link=open] .pad")
    hands.press(3, 1)
    again.begins("vote")
    for pad in (1, 2, 3):
        hands.press(pad, 2)
    again.begins("lock")
    again.says("imaginiff: Opened")
    assert again.stop() == 0

"""The real program, killed in the middle of a vote: nothing printed, written or sent tells what was voted."""

import asyncio
import json
import re
import resource
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import aiohttp
import pytest
from aiohttp import WSMsgType

from hw.sim.server import SOCKET_PATH
from tests.app.test_play import Program, address
from tests.disk import bytes_on, quick_folder

SETTINGS = """
[game]
die = "box"
cards = "box"
names = ["Anna", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"]
lock_seconds = 60
"""
RED, ORANGE, YELLOW = 1, 2, 3
GRAY = 2
VOTES = ((1, 2, 3), (8, 7, 7))
"""Two sets of votes; the last pad's first one is withdrawn by a second key, the others are voted twice."""

STACK = re.compile(
    r'  File ".*", line \d+ in \S+|(Current thread|Thread) 0x[0-9a-f]+.*'
    r"|Fatal Python error: (Aborted|Segmentation fault)|Extension modules: .*|  <.*>|"
)


@dataclass(frozen=True, slots=True)
class Told:
    """All that is left of a run: what it printed, the files it left, and the messages a page was sent."""

    printed: list[str]
    files: dict[str, bytes]
    messages: list[str | bytes]


class Page:
    """An open page of the virtual table; its keys go down and up one after the other."""

    def __init__(self, program: Program, channel: aiohttp.ClientWebSocketResponse) -> None:
        self._program = program
        self._channel = channel

    async def edge(self, pad: int, key: int, *, is_down: bool, says: str = "") -> None:
        """A key goes down or up; wait until the program says what comes of it."""
        await self._channel.send_json({"pad": pad, "key": key, "down": is_down})
        if says:
            await asyncio.to_thread(self._program.says, says)

    async def press(self, pad: int, key: int, says: str = "") -> None:
        """A press that acts as the key comes up."""
        await self.edge(pad, key, is_down=True)
        await self.edge(pad, key, is_down=False, says=says)

    async def vote(self, pad: int, key: int, says: str) -> None:
        """A vote, which acts as the key goes down."""
        await self.edge(pad, key, is_down=True, says=says)
        await self.edge(pad, key, is_down=False)


async def play(program: Program, url: str, votes: tuple[int, ...]) -> list[str | bytes]:
    """Three players sit down and vote; what the page was sent meanwhile."""
    async with (
        aiohttp.ClientSession(headers={"Origin": url.rstrip("/")}) as session,
        session.ws_connect(url.rstrip("/") + SOCKET_PATH) as channel,
    ):
        messages: list[str | bytes] = []
        listening = asyncio.create_task(listen(channel, messages))
        page = Page(program, channel)
        for pad in (RED, ORANGE, YELLOW):
            await page.press(pad, pad, says="Joined")
        await page.edge(RED, RED, is_down=True, says="a game begins")
        await page.edge(RED, RED, is_down=False)
        await page.press(RED, GRAY)
        await page.press(RED, 3, says="CardDrawn")
        await page.vote(RED, votes[0], "red has voted")
        await page.vote(RED, votes[0], "red has voted")
        await page.vote(ORANGE, votes[1], "orange has voted")
        await page.edge(YELLOW, votes[2], is_down=True, says="yellow has voted")
        await page.edge(YELLOW, 5, is_down=True, says="yellow has withdrawn")
        await page.edge(YELLOW, 5, is_down=False)
        await page.edge(YELLOW, votes[2], is_down=False)
        await page.vote(YELLOW, votes[2], "yellow has voted")
        await asyncio.to_thread(program.says, "imaginiff: lock")
        listening.cancel()
        return messages


async def listen(channel: aiohttp.ClientWebSocketResponse, messages: list[str | bytes]) -> None:
    """Keep every message."""
    async for message in channel:
        assert message.type in (WSMsgType.TEXT, WSMsgType.BINARY)
        messages.append(message.data)


@cache
def evening(votes: tuple[int, ...], end: signal.Signals = signal.SIGKILL) -> Told:
    """Start the program, vote, and end it."""
    with quick_folder() as folder:
        program = Program(folder, "--verbose", settings=SETTINGS)
        try:
            url = address(program)
            messages = asyncio.run(play(program, url, votes))
        finally:
            program.stop(end)
        printed = program.lines
        return Told([re.sub(r":\d{4,5}/", "/", line) for line in printed], dict(files(folder)), messages)


def files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file that was written, the journal without its salts."""
    for path in sorted(folder.rglob("*")):
        if path.name == "games.sqlite":
            yield path.name, bytes_on(path)
        elif path.is_file() and path.name not in ("games.sqlite-wal", "settings.toml"):
            yield path.name, path.read_bytes()


def test_killed_in_the_middle_of_a_vote_it_leaves_the_same_whatever_was_voted() -> None:
    one, other = (evening(votes) for votes in VOTES)
    assert one.printed == other.printed
    assert one.files == other.files
    assert "games.sqlite" in one.files
    assert any("red has voted" in line for line in one.printed)


def test_a_page_is_sent_frames_and_lights_and_never_a_key() -> None:
    told = evening(VOTES[0])
    kinds = {
        frozenset(json.loads(message)): json.loads(message)["type"]
        for message in told.messages
        if isinstance(message, str)
    }
    assert kinds == {
        frozenset(("type", "size", "pads", "faults", "page")): "hello",
        frozenset(("type", "brightness")): "glow",
        frozenset(("type", "levels", "colour")): "lights",
    }


@pytest.fixture
def no_core() -> Iterator[None]:
    """A program that aborts leaves no core file about."""
    soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, hard))
    yield
    resource.setrlimit(resource.RLIMIT_CORE, (soft, hard))


@pytest.mark.usefixtures("no_core")
def test_a_crash_in_the_middle_of_a_vote_prints_places_and_no_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONFAULTHANDLER", "1")
    calm, crashed = evening(VOTES[0]), evening(VOTES[0], signal.SIGABRT)
    more = crashed.printed[len(calm.printed) :]
    assert crashed.printed[: len(calm.printed)] == calm.printed
    assert [line for line in more if not STACK.fullmatch(line)] == []
    assert any("loop.py" in line for line in more)
    assert crashed.files == calm.files

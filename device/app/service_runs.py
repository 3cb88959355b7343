"""The record of runs: how the last ones ended, how long to wait now, and when it is time for safe mode.

A small file in the runtime folder, so it is gone with the power. Times are seconds of the monotonic clock,
which all processes of one boot share.
"""

import contextlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from device.app.service_blame import KILLED, Blame, Part

FILE_NAME = "runs.json"
CRASHES = 5
WITHIN_S = 120.0
MOST_REMEMBERED = 2 * CRASHES

# Seconds to wait after so many failed starts in a row: soon at first, since a device may just be late.
WAITS_S = (0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 4.0, 4.0, 4.0, 4.0, 8.0, 15.0, 30.0)


class Crash(Struct, frozen=True):
    """A run that ended with an error, or without a word. `is_safe`: it was in safe mode already."""

    at_s: float
    blame: Blame
    is_safe: bool = False


class Record(Struct, frozen=True):
    """What is remembered between runs. `is_told`: the screen has said that the last crash happened."""

    crashes: tuple[Crash, ...] = ()
    failed_starts: int = 0
    is_running: bool = False
    is_safe: bool = False
    is_told: bool = True

    def recent(self, now_s: float) -> tuple[Crash, ...]:
        """The crashes of the last two minutes."""
        return tuple(crash for crash in self.crashes if now_s - crash.at_s <= WITHIN_S)


class Safe(Struct, frozen=True):
    """Safe mode: built-in configuration, without these parts; `because` is the crash that decided."""

    left_out: frozenset[Part]
    because: Blame


def safe_mode(record: Record, now_s: float) -> Safe | None:
    """Five crashes within two minutes: safe mode, without what has failed in them.

    Crashes that name no part leave out people's own decks. Five more in safe mode itself: then it is the
    game on file, which is set aside.
    """
    recent = record.recent(now_s)
    if len(recent) < CRASHES:
        return None
    parts = {crash.blame.part for crash in recent} - {None}
    left_out = {part for part in parts if part} or {Part.DECKS}
    if sum(crash.is_safe for crash in recent) >= CRASHES:
        left_out.add(Part.GAME)
    return Safe(frozenset(left_out), recent[-1].blame)


class Runs:
    """This run among the others. `folder` is the runtime folder; None: nothing is remembered.

    `last` is the crash that the screen has not told of yet.
    """

    def __init__(self, folder: Path | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._path = folder / FILE_NAME if folder else None
        self._clock = clock
        self._record = _read(self._path)
        if self._record.is_running:
            # It could not even say goodbye.
            self._crash(KILLED)
        self.last = None if self._record.is_told else self._record.crashes[-1].blame
        self.safe = safe_mode(self._record, clock())
        self.wait_s = WAITS_S[min(self._record.failed_starts, len(WAITS_S) - 1)]

    def begin(self) -> None:
        """The run begins. What ends it without a word counts as a crash."""
        self._keep(replace(self._record, is_running=True, is_safe=self.safe is not None))

    def ready(self) -> None:
        """Presses count, and the screen has told of the last crash."""
        self._keep(replace(self._record, failed_starts=0, is_told=True))

    def crashed(self, what: Blame) -> None:
        """The run ends with an error of the program."""
        self._crash(what)

    def failed(self) -> None:
        """The run ends before it was ready: something is missing that it needs."""
        self._keep(replace(self._record, is_running=False, failed_starts=self._record.failed_starts + 1))

    def ended(self) -> None:
        """The run ends because it was asked to. Old crashes are forgiven."""
        self._record = Record()
        if self._path:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)

    def _crash(self, what: Blame) -> None:
        crash = Crash(self._clock(), what, self._record.is_safe)
        crashes = (*self._record.crashes, crash)[-MOST_REMEMBERED:]
        failed = self._record.failed_starts + 1
        self._keep(Record(crashes, failed, is_safe=self._record.is_safe, is_told=False))

    def _keep(self, record: Record) -> None:
        """Remember. A folder that cannot be written only costs the memory."""
        self._record = record
        if self._path is None:
            return
        fresh = self._path.with_suffix(".new")
        with contextlib.suppress(OSError):
            fresh.write_bytes(msgspec.json.encode(record))
            fresh.replace(self._path)


def _read(path: Path | None) -> Record:
    """The record; an empty one where there is none, or it makes no sense."""
    if path is None:
        return Record()
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return Record(
            tuple(_crash(given) for given in found["crashes"]),
            int(found["failed_starts"]),
            bool(found["is_running"]),
            bool(found["is_safe"]),
            bool(found["is_told"]) or not found["crashes"],
        )
    except (OSError, ValueError, KeyError, TypeError):
        return Record()


def _crash(given: dict[str, Any]) -> Crash:
    what = given["blame"]
    return Crash(
        float(given["at_s"]),
        Blame(int(what["number"]), str(what["kind"]), tuple(map(str, what["places"]))),
        bool(given["is_safe"]),
    )

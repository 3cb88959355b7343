"""Pads that are scanned: the thread around the scanner, alike for every pad driver."""

import logging
import os
import select
import threading
import time
from collections.abc import Callable
from typing import Protocol

from hw.ports import HardwareError, KeyEdge
from hw.scan import Scanner, Wait, Wires
from hw.seldom import Seldom
from hw.words import system_words

RETRY_MS = 100
JOIN_S = 1.0

log = logging.getLogger(__name__)

_CURE = "check the wiring, then `imaginiff check`"


def monotonic_ms() -> int:
    """Milliseconds of a clock that never goes back."""
    return time.monotonic_ns() // 1_000_000


def pause_ms(ms: int) -> None:
    """Wait in this thread for what only time ends, such as a contact's bouncing between two looks."""
    time.sleep(ms / 1000)


class PadWires(Wires, Protocol):
    """Wires that can be claimed and given back."""

    @property
    def words(self) -> str:
        """What these pads are and how they are read, for the log and `imaginiff check`."""

    def open(self) -> None:
        """Claim the wires. Raises `HardwareError`, and then holds none."""

    def close(self) -> None:
        """Give the wires back. May be called twice."""


class Alarm:
    """Wakes a thread that waits for an edge or for time to pass, when it shall end."""

    def __init__(self) -> None:
        self._heard, self._rung = os.pipe()
        self.is_rung = False

    def wait(self, ms: int | None, edge_fd: int | None) -> bool:
        """Wait; True if an edge ended it."""
        poll = select.poll()
        poll.register(self._heard, select.POLLIN)
        if edge_fd is not None:
            poll.register(edge_fd, select.POLLIN)
        return any(fd == edge_fd for fd, _ in poll.poll(ms))

    def ring(self) -> None:
        """End the wait that is on, and every later one."""
        self.is_rung = True
        os.write(self._rung, b"!")

    def close(self) -> None:
        """Give the pipe back."""
        os.close(self._heard)
        os.close(self._rung)


class ScannedPads:
    """The `Pads` protocol over wires, with one thread that scans them."""

    def __init__(self, wires: PadWires, clock: Callable[[], int] = monotonic_ms) -> None:
        self._wires = wires
        self._clock = clock
        self._alarm: Alarm | None = None
        self._thread: threading.Thread | None = None

    @property
    def words(self) -> str:
        """What these pads are and how they are read."""
        return self._wires.words

    def start(self, put: Callable[[KeyEdge], None]) -> frozenset[tuple[int, int]]:
        """Claim the wires and report every edge; returns the keys that are down already.

        Raises `HardwareError`; then nothing stays claimed.
        """
        scanner = Scanner(self._wires, put, self._clock)
        self._wires.open()
        try:
            down = scanner.begin(pause_ms)
        except Exception as error:  # whatever it is: a library's errors may be of its own kind
            self._give_back()
            raise HardwareError(
                "The pads do not answer ({why}): check the wiring, then `imaginiff check`",
                why=system_words(error) if isinstance(error, OSError) else type(error).__name__,
            ) from error
        log.info("%s", self.words)
        self._alarm = Alarm()
        self._thread = threading.Thread(
            target=self._run, args=(scanner, self._alarm), name="pads", daemon=True
        )
        self._thread.start()
        return down

    def close(self) -> None:
        """Stop reporting and give the wires back. Never raises; may be called twice."""
        if self._thread is None or self._alarm is None:
            return
        thread, self._thread = self._thread, None
        self._alarm.ring()
        thread.join(JOIN_S)
        # A thread that a dead bus holds up still uses both; the process is about to end.
        if not thread.is_alive():
            self._alarm.close()
            self._give_back()

    def _give_back(self) -> None:
        """Give the wires back. Wires at fault must not keep the lights from going off."""
        try:
            self._wires.close()
        except Exception as error:
            log.debug("the pads' wires: %s", type(error).__name__)

    def _run(self, scanner: Scanner, alarm: Alarm) -> None:
        wait, at_ms, is_failing = Wait(0), self._clock(), False
        complain, praise = Seldom(log.warning, self._clock), Seldom(log.warning, self._clock)
        while True:
            edge_fd = self._wires.edge_fd if wait.is_ended_by_edge else None
            is_woken = alarm.wait(wait.left_ms(self._clock() - at_ms), edge_fd)
            if alarm.is_rung:
                return
            at_ms = self._clock()
            try:
                wait = scanner.step(is_woken)
            except Exception as error:  # whatever it is: without this thread no key would ever arrive
                # The type alone: what went over a wire tells which keys are down.
                if not is_failing:
                    complain(f"The pads do not answer ({type(error).__name__}): {_CURE}")
                wait, is_failing = Wait(RETRY_MS), True
            else:
                if is_failing:
                    praise("The pads answer again")
                is_failing = False

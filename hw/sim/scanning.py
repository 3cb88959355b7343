"""Scanning in simulated time: does what the pads' thread does, with nothing left to chance."""

from collections.abc import Callable

from hw.ports import KeyEdge
from hw.scan import Scanner, Wait, Wires
from hw.sim.clock import SimClock
from hw.sim.pins import SimPins

FOREVER_US = 10**12


class SimScanning:
    """A scanner over simulated wires. `edges` is what it reported, `looks` how often it looked."""

    def __init__(
        self, wires: Wires, clock: SimClock, pins: SimPins | None = None, retry_ms: int = 100
    ) -> None:
        self.edges: list[KeyEdge] = []
        self.looks = 0
        self.errors: list[OSError] = []
        self.down_at_start: frozenset[tuple[int, int]] = frozenset()
        self._clock = clock
        self._pins = pins
        self._retry_ms = retry_ms
        self._scanner = Scanner(wires, self.edges.append, clock.ms)
        self._wait = Wait(0)
        self._due_us = 0

    def begin(self) -> None:
        """Start, as the driver does."""
        self.down_at_start = self._scanner.begin(self._clock.pause_ms)
        self._due_us = self._clock.now_us

    def run_until(self, until_us: int) -> None:
        """Let time pass and scan meanwhile."""
        while True:
            self._clock.run_until(min(self._due_us, until_us), self._ends_wait())
            is_woken = self._ends_wait()()
            if not is_woken and self._due_us > until_us:
                return
            self._step(is_woken)

    def run_ms(self, ms: int) -> None:
        """Let time pass and scan meanwhile."""
        self.run_until(self._clock.now_us + ms * 1000)

    def _ends_wait(self) -> Callable[[], bool]:
        lines = self._pins.edges if self._pins is not None and self._wait.is_ended_by_edge else None
        return lambda: lines is not None and lines.has_edge and not lines.is_closed

    def _step(self, is_woken: bool) -> None:
        self.looks += 1
        at_us = self._clock.now_us
        try:
            self._wait = self._scanner.step(is_woken)
        except OSError as error:
            self.errors.append(error)
            self._wait = Wait(self._retry_ms)
        wait_us = FOREVER_US if self._wait.ms is None else self._wait.ms * 1000
        self._due_us = max(at_us // 1000 * 1000 + wait_us, self._clock.now_us)

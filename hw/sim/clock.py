"""Simulated time: it passes only when somebody waits, and things planned for it happen on the way."""

import heapq
from collections.abc import Callable
from itertools import count


class SimClock:
    """Time in microseconds from 0."""

    def __init__(self) -> None:
        self.now_us = 0
        self._plans: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()

    def ms(self) -> int:
        """Whole milliseconds, as drivers want their clock."""
        return self.now_us // 1000

    def plan(self, at_us: int, happen: Callable[[], None]) -> None:
        """Let something happen at that time; what is planned first for one time happens first."""
        heapq.heappush(self._plans, (at_us, next(self._order), happen))

    def pause_us(self, us: int) -> None:
        """Let time pass."""
        self.run_until(self.now_us + us)

    def pause_ms(self, ms: int) -> None:
        """Let time pass."""
        self.pause_us(ms * 1000)

    def run_until(self, until_us: int, is_over: Callable[[], bool] = lambda: False) -> None:
        """Let time pass until then, or until it is over, as something that happens may make it."""
        while not is_over():
            if not self._plans or self._plans[0][0] > until_us:
                self.now_us = max(self.now_us, until_us)
                return
            at_us, _, happen = heapq.heappop(self._plans)
            self.now_us = max(self.now_us, at_us)
            happen()

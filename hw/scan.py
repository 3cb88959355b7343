"""Scanning, without threads or sleep: when to look at the keys, how fast, and when to fall asleep.

One `step` is one look. It says how long to wait for the next one; whoever calls it does the waiting.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from msgspec import Struct

from hw.debounce import PATIENCE_MS, SETTLE_MS, Debouncer, bit_of, keys_in
from hw.ports import KeyEdge

SCAN_MS = 5
CLOSE_LOOK_MS = 1
"""Between two looks while a contact bounces: seldom ones agree by chance, and miss how long it does."""
STUCK_SCAN_MS = 25
STUCK_MS = 30_000


@dataclass(frozen=True, slots=True, repr=False)
class Reading:
    """What one look at all 64 keys gave: masks (`debounce.bit_of`) of the closed and of the unsure ones."""

    closed: int
    unsure: int = 0


class Wait(Struct, frozen=True):
    """How long to wait, counted from the look before; None: for as long as it takes.

    An edge may end it sooner or not.
    """

    ms: int | None
    is_ended_by_edge: bool = False

    def left_ms(self, passed_ms: int) -> int | None:
        """What is left of it."""
        return None if self.ms is None else max(0, self.ms - passed_ms)


class Wires(Protocol):
    """What a scanner looks at. A wire that fails raises `OSError`; the next look tries again."""

    @property
    def edge_fd(self) -> int | None:
        """What becomes readable with an edge; None where there is no such thing."""

    @property
    def idle_ms(self) -> int | None:
        """While no key is down: how often to look even without an edge. None: edges can be relied on."""

    def arm(self) -> None:
        """From now on an edge means that a key may have changed. Forgets all earlier edges."""

    def look(self) -> bool:
        """Armed: a quick look whether any key is down, or may be."""

    def read(self) -> Reading:
        """Look at every key. Ends being armed."""


class Scanner:
    """Looks at `wires`, debounces, and hands every edge to `put`.

    Idle it waits for edges, with looks as often as the wires want. From the first edge it looks every
    5 ms until every key is up; with only stuck keys down (for 30 s) every 25 ms.
    """

    def __init__(self, wires: Wires, put: Callable[[KeyEdge], None], clock: Callable[[], int]) -> None:
        """`clock` tells monotonic milliseconds."""
        self._wires = wires
        self._put = put
        self._clock = clock
        self._debouncer = Debouncer()
        self._down_since: dict[int, int] = {}
        self._is_idle = False
        self._woken_ms: int | None = None

    def begin(self, pause_ms: Callable[[int], None]) -> frozenset[tuple[int, int]]:
        """Take the keys that are down already as they are, which reports nothing, and return them.

        Raises `OSError` when a wire fails.
        """
        self._is_idle = False
        first = self._wires.read()
        pause_ms(SETTLE_MS)
        second = self._wires.read()
        down = first.closed & second.closed & ~(first.unsure | second.unsure)
        self._debouncer = Debouncer(down)
        self._down_since = {bit_of(*key): self._clock() for key in keys_in(down)}
        return frozenset(keys_in(down))

    def step(self, is_woken: bool = False) -> Wait:
        """Look once. `is_woken`: an edge ended the wait. Raises `OSError` when a wire fails."""
        if self._is_idle and not is_woken and not self._wires.look():
            return Wait(self._wires.idle_ms, is_ended_by_edge=True)
        at_ms = self._clock()  # only now: on a shared bus the look before may have waited for its turn
        if is_woken:
            self._woken_ms = at_ms
        stamp_ms = at_ms if is_woken else at_ms - self._unseen_ms() // 2
        self._is_idle = False
        reading = self._wires.read()
        for edge in self._debouncer.feed(reading.closed, stamp_ms, reading.unsure):
            self._note(edge)
            self._put(edge)
        return self._wait(reading, at_ms)

    def _unseen_ms(self) -> int:
        """How long no look was taken: what is found now began on average half of that ago.

        Where there are edges, it began just now.
        """
        return (self._wires.idle_ms or 0) if self._is_idle and self._wires.edge_fd is None else 0

    def _is_bouncing(self, at_ms: int) -> bool:
        """An edge came a moment ago: a key found open just now may have been caught between two bounces."""
        return self._woken_ms is not None and at_ms - self._woken_ms < PATIENCE_MS

    def _note(self, edge: KeyEdge) -> None:
        bit = bit_of(edge.pad, edge.key)
        if edge.is_down:
            self._down_since[bit] = edge.at_ms
        else:
            self._down_since.pop(bit, None)

    def _wait(self, reading: Reading, at_ms: int) -> Wait:
        if not self._debouncer.is_settled or self._is_bouncing(at_ms):
            return Wait(CLOSE_LOOK_MS)
        if reading.unsure or any(at_ms - since < STUCK_MS for since in self._down_since.values()):
            return Wait(SCAN_MS)
        self._wires.arm()
        if self._down_since:
            return Wait(STUCK_SCAN_MS, is_ended_by_edge=True)
        # A key that went down while arming made its edge too early.
        self._is_idle = not self._wires.look()
        return Wait(self._wires.idle_ms, is_ended_by_edge=True) if self._is_idle else Wait(SCAN_MS)

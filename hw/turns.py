"""Taking turns on a bus that several parts of the program share."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock


class Turns:
    """First come, first served, so that a scan of all keys waits for one page of a picture at most.

    A plain lock would do for the bus alone; but whoever lets it go and wants it again, as a panel does after
    each page, mostly gets it before those who wait.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._line: deque[Event] = deque()

    def __len__(self) -> int:
        """How many have a turn, or wait for one."""
        return len(self._line)

    @contextmanager
    def take(self) -> Iterator[None]:
        """Wait for one's turn, and have the bus to oneself for as long as it is. Not within a turn."""
        mine = Event()
        with self._lock:
            self._line.append(mine)
            if self._line[0] is mine:
                mine.set()
        mine.wait()
        try:
            yield
        finally:
            with self._lock:
                self._line.popleft()
                if self._line:
                    self._line[0].set()

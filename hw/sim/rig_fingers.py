"""Fingers: they move the contacts of a rig one after the other, none faster than its driver can follow.

A page can press and let go within a millisecond, which no finger can; and two keys that one scan finds have
lost their order. So the next contact moves once the last has been reported.
"""

import logging
import queue
import threading
from collections.abc import Callable

from hw.ports import KeyEdge
from hw.sim.weblog import describe

PATIENCE_S = 2.0
"""How long a report may take where nothing is wrong: the machine may be busy."""
IMPATIENCE_S = 0.2
"""And where something is: perhaps this contact never reports."""

Move = tuple[int, int, bool]

log = logging.getLogger(__name__)


class Fingers:
    """`press(pad, key, is_down)` moves a contact; it is called on a thread of our own until `close()`.

    `is_sound` tells whether every contact can be expected to report.
    """

    def __init__(self, press: Callable[[int, int, bool], None], is_sound: Callable[[], bool]) -> None:
        self._press = press
        self._is_sound = is_sound
        self._moves: queue.SimpleQueue[Move | None] = queue.SimpleQueue()
        self._awaited: Move | None = None
        self._is_reported = threading.Event()
        self._has_listener = False
        self._is_open = True
        self._thread = threading.Thread(target=self._run, name="fingers", daemon=True)
        self._thread.start()

    def __repr__(self) -> str:
        return "Fingers()"

    def move(self, pad: int, key: int, is_down: bool) -> None:
        """A finger wants to go down, or up. Never waits."""
        self._moves.put((pad, key, is_down))

    def listen(self, put: Callable[[KeyEdge], None]) -> Callable[[KeyEdge], None]:
        """`put`, for the driver to report to; from now on moves wait for their report."""
        self._has_listener = True

        def report(edge: KeyEdge) -> None:
            put(edge)
            if (edge.pad, edge.key, edge.is_down) == self._awaited:
                self._is_reported.set()

        return report

    def listen_no_more(self) -> None:
        """The driver reports no more."""
        self._has_listener = False
        self._is_reported.set()

    def close(self) -> None:
        """Move no more: what still waits for its turn never comes. May be called twice."""
        self._is_open = False
        self.listen_no_more()
        self._moves.put(None)
        self._thread.join()

    def _run(self) -> None:
        while self._do(self._moves.get()):
            pass

    def _do(self, move: Move | None) -> bool:
        """Make a move, and keep nothing of it. False: there are no more."""
        if move is None or not self._is_open:
            return False
        self._is_reported.clear()
        self._awaited = move
        try:
            self._press(*move)
        except Exception as error:
            log.error("the virtual table lost a key press: %s", describe(error))
        else:
            if self._has_listener:
                self._is_reported.wait(PATIENCE_S if self._is_sound() else IMPATIENCE_S)
        self._awaited = None
        return True

"""The loop: one thread owns the game. Everything else only puts things into its queue."""

import logging
import queue
from collections.abc import Callable

from device.app.journal import Journal
from device.app.lights_worker import LightsWorker
from device.app.panel_worker import PanelWorker
from device.app.service_notify import Manager
from device.app.session import Session
from device.app.stopping import Stop
from device.app.texts import texts_of
from device.app.timing import monotonic_ms
from device.machine.phases import Note, State
from device.ui.people import Texts
from hw.ports import KeyEdge

log = logging.getLogger(__name__)

SAVE_AGAIN_MS = 30_000
MOST_UNSHOWN = 8

Item = KeyEdge | Note | Stop


def cannot_save(texts: Texts) -> Note:
    """Nothing is kept any more."""
    _ = texts.gettext
    lines = _("The card is full or read-only."), _("Playing on: a power cut now loses the game.")
    return Note(_("Cannot save"), lines)


class Loop:
    """Waits for keys and deadlines, and shows what has changed: lights first, the panel when it can."""

    def __init__(
        self,
        session: Session,
        journal: Journal,
        items: "queue.SimpleQueue[Item]",
        panel: PanelWorker,
        lights: LightsWorker,
        is_over: Callable[[], bool],
        manager: Manager | None = None,
        clock: Callable[[], int] = monotonic_ms,
    ) -> None:
        self._session = session
        self._journal = journal
        self._items = items
        self._panel = panel
        self._lights = lights
        self._is_over = is_over
        self._manager = manager or Manager({})
        self._clock = clock
        self._has_warned = False
        self._shown: State | None = None
        self._unshown = 0

    def run(self) -> None:
        """Play until `Stop` comes or the menu switches off."""
        self._show()
        while not self._is_over():
            self._manager.alive()
            # No name for the item: a key that may have been a vote must not outlive its step.
            if not self._take(self._next()):
                return
            self._unshown += 1
            # Eight pads at once are eight items: to show each of them would keep the last one waiting.
            if self._items.empty() or self._unshown >= MOST_UNSHOWN:
                self._mind_journal()
                self._show()

    def _next(self) -> Item | None:
        """The next thing from the queue; None when a deadline comes first."""
        now_ms = self._clock()
        waits_ms = [SAVE_AGAIN_MS] if self._journal.is_failing else []
        if self._manager.period_s is not None:
            waits_ms.append(round(self._manager.period_s * 1000))
        deadline_ms = self._session.next_deadline()
        if deadline_ms is not None:
            waits_ms.append(max(0, deadline_ms - now_ms))
        try:
            return self._items.get(timeout=min(waits_ms) / 1000 if waits_ms else None)
        except queue.Empty:
            return None

    def _take(self, item: Item | None) -> bool:
        """Give the item to the session. False: somebody wants the program to end."""
        match item:
            case Stop():
                return False
            case KeyEdge():
                self._session.feed(item)
            case Note():
                self._session.note(item, self._clock())
            case _:
                self._session.pass_time(self._clock())
        return True

    def _mind_journal(self) -> None:
        """Save again what could not be saved; say once that it could not."""
        if not self._journal.is_failing:
            self._has_warned = False
            return
        self._journal.try_again()
        if self._journal.is_failing and not self._has_warned:
            self._has_warned = True
            log.error("the journal cannot be written: playing on in memory")
            self._session.note(cannot_save(texts_of(self._session.state.settings.language)), self._clock())

    def _show(self) -> None:
        self._unshown = 0
        state = self._session.state
        if state is not self._shown:
            self._shown = state
            self._lights.put(state)
            self._panel.put(state)

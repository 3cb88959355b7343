"""The lights' thread: sets the eight lights to their rhythms, and sleeps while they are steady."""

import logging
import threading
from collections.abc import Callable, Sequence

from device.app.mailbox import Closed, Mailbox
from device.app.timing import monotonic_ms
from device.machine.phases import State
from device.ui.lights import Light, colour_everywhere, levels, lights_of, next_change_ms
from hw.ports import HardwareError, Lights
from hw.seldom import Seldom

log = logging.getLogger(__name__)

RETRY_S = 1.0
ALL_OFF = (0.0,) * 8


class LightsWorker:
    """Shows states on the lights from its own thread. A driver that fails is tried again every second."""

    def __init__(
        self,
        lights: Lights,
        clock: Callable[[], int] = monotonic_ms,
        say: Callable[[str], None] = log.warning,
    ) -> None:
        self._driver = lights
        self._clock = clock
        self._say = Seldom(say, clock)
        self._mail: Mailbox[Sequence[Light]] = Mailbox()
        self._put: Sequence[Light] = ()
        self._thread = threading.Thread(target=self._run, name="lights", daemon=True)
        self._thread.start()

    def put(self, state: State) -> None:
        """Show that state's lights at once. Never waits; lights that stay as they are wake nobody."""
        lights = lights_of(state)
        if lights != self._put:
            self._put = lights
            self._mail.put(lights)

    def close(self, timeout_s: float = 1.0) -> None:
        """All lights off."""
        self._mail.close()
        self._thread.join(timeout_s)

    def _run(self) -> None:
        shown: Sequence[Light] = ()
        wait_s: float | None = None
        try:
            while True:
                shown = self._mail.take(wait_s) or shown
                wait_s = self._show(shown)
        except Closed:
            self._off()

    def _show(self, lights: Sequence[Light]) -> float | None:
        """Set the lights as they are now. How long that holds, in seconds; None: until something happens."""
        now_ms = self._clock()
        now = levels(lights, now_ms)
        try:
            self._driver.show(now, colour_everywhere(lights))
        except HardwareError as error:
            self._say(str(error))
            return RETRY_S
        waits_s = []
        if (change_ms := next_change_ms(lights, now_ms)) is not None:
            waits_s.append(max(0, change_ms - self._clock()) / 1000)
        if self._driver.again_s is not None and any(now):
            waits_s.append(self._driver.again_s)
        return min(waits_s, default=None)

    def _off(self) -> None:
        try:
            self._driver.close()
        except HardwareError as error:
            log.debug("lights: %s", error)

"""The panel's thread: draws and sends the newest state, however slow or dead the panel is."""

import logging
import threading
from collections.abc import Callable

from PIL import Image

from device.app.mailbox import Closed, Mailbox
from device.app.showing import Show
from device.app.timing import monotonic_ms
from device.machine.phases import Quiet, State
from hw.ports import Glow, HardwareError, Panel
from hw.seldom import Seldom

log = logging.getLogger(__name__)

SET = {"bright": Glow.BRIGHT, "middle": Glow.MIDDLE, "soft": Glow.DIM}
QUIET = {Quiet.DIM: Glow.DIM, Quiet.ASLEEP: Glow.OFF}
FIRST_RETRY_S = 0.5
LONGEST_RETRY_S = 10.0
# Shown again even unchanged: a panel that has lost its power for a moment is noticed, and opened anew.
SHOW_AGAIN_S = 30.0


def glow_of(state: State) -> Glow:
    """How bright the panel is: as bright as it was set, less when nobody plays."""
    return SET[state.settings.brightness] if state.quiet is Quiet.AWAKE else QUIET[state.quiet]


class PanelWorker:
    """Shows states on a panel from its own thread. A panel that fails is tried again, ever more seldom."""

    def __init__(
        self,
        panel: Panel,
        show: Show,
        say: Callable[[str], None] = log.warning,
        clock: Callable[[], int] = monotonic_ms,
    ) -> None:
        self._panel = panel
        self._show = show
        self._say = Seldom(say, clock)
        self._mail: Mailbox[State] = Mailbox()
        self._retry_s: float | None = None
        self._last: Image.Image | None = None
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)
        self._thread.start()

    def put(self, state: State) -> None:
        """Show that state as soon as the panel can. Never waits."""
        self._mail.put(state)

    def close(self, timeout_s: float, last: Image.Image | None = None) -> None:
        """Turn the panel off, or leave it with a last picture; a blocked one is left behind after
        `timeout_s`."""
        self._last = last
        self._mail.close()
        self._thread.join(timeout_s)

    def _run(self) -> None:
        newest: State | None = None
        try:
            while True:
                newest = self._mail.take(self._retry_s or SHOW_AGAIN_S) or newest
                if newest is not None:
                    self._send(self._picture(newest), glow_of(newest))
        except Closed:
            self._off()

    def _picture(self, state: State) -> Image.Image:
        return self._show.panel(state).image

    def _send(self, image: Image.Image, glow: Glow) -> None:
        try:
            self._panel.show(image, glow)
        except HardwareError as error:
            self._say(str(error))
            self._retry_s = min(LONGEST_RETRY_S, (self._retry_s or FIRST_RETRY_S / 2) * 2)
        else:
            self._retry_s = None

    def _off(self) -> None:
        try:
            if self._last is None:
                self._panel.close()
            else:
                self._panel.show(self._last, Glow.BRIGHT)
        except HardwareError as error:
            log.debug("panel: %s", error)

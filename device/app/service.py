"""One run of the game as an appliance: waits, watches, remembers how it ended. On a desktop next to nothing.

`Service.run` is wrapped around playing; whatever breaks in there has a number, a log line and a picture,
and the next run tells of it.
"""

import logging
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from PIL import Image

from device.app import service_pictures as pictures
from device.app.service_blame import Blame, Part, blame
from device.app.service_notify import Manager
from device.app.service_runs import Runs, Safe
from device.app.service_safe import safe_note
from device.app.stopping import SIGNALS
from device.machine.phases import Note
from device.ui.people import Texts
from hw.ports import HardwareError
from hw.words import told

log = logging.getLogger(__name__)

APPLIANCE = "IMAGINIFF_APPLIANCE"


def is_appliance(environment: Mapping[str, str]) -> bool:
    """Whether this is the box itself: real hardware or nothing, never the virtual table instead."""
    return bool(environment.get(APPLIANCE))


def runtime_folder(environment: Mapping[str, str]) -> Path | None:
    """The folder that systemd made for us in memory; None without systemd."""
    # systemd separates several of them by colons.
    given = environment.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return Path(given) if given else None


PATIENCE_S = 5.0
LOOK_S = 0.2

T = TypeVar("T")


def patiently(
    start: Callable[[], T],
    is_told_to_stop: Callable[[], bool],
    patience_s: float = PATIENCE_S,
    wait: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> T:
    """Start something whose device may be a moment late: we begin as early in the boot as can be, before udev
    has given all devices to their groups. Raises the last `HardwareError` when patience ends,
    `SystemExit` when told to stop meanwhile.

    `wait` waits so many seconds between two looks: nobody tells us when udev is done. `clock` tells seconds;
    a look itself may take some, on a bus that hangs.
    """
    end_s = clock() + patience_s
    while True:
        try:
            return start()
        except HardwareError:
            if is_told_to_stop():
                raise SystemExit(0) from None
            if clock() >= end_s:
                raise
            wait(LOOK_S)


class Service:
    """This run. `manager` is who is told of it, `safe` what is left out of it, if anything; `folder` is gone
    with the power, None without systemd.

    `end` must be set to something that makes the game end, for threads that break.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.folder = runtime_folder(environment)
        self._runs = Runs(self.folder)
        self._broken: Blame | None = None
        self.manager = Manager(environment)
        self.end: Callable[[], None] = lambda: None

    @property
    def safe(self) -> Safe | None:
        """Safe mode, after five crashes in two minutes."""
        return self._runs.safe

    def is_left_out(self, part: Part) -> bool:
        """Whether this run does without that part."""
        return self.safe is not None and part in self.safe.left_out

    def notes(self, texts: Texts) -> tuple[Note, ...]:
        """What this run has to say of those before it."""
        _ = texts.gettext
        if self.safe:
            return (safe_note(self.safe, texts),)
        if self._runs.last:
            title = _("Error {number}").format(number=self._runs.last.number)
            words = (_("The game goes on as it was."), _("A vote that was open is voted again."))
            return (Note(title, words),)
        return ()

    def run(self, play: Callable[[], int]) -> int:
        """Wait if the last starts failed, play, and see how it ends. Returns the exit status."""
        if self._wait():
            self._runs.ended()
            return 0
        self._runs.begin()
        with self._watched_threads():
            try:
                status = play()
            except SystemExit:
                # Asked to stop before it had begun.
                status = 0
            except Exception as error:
                self._broken = self._broken or blame(error)
        if self._broken:
            log.critical("%s", self._broken)
            self._runs.crashed(self._broken)
            return 1
        if status:
            self._runs.failed()
        else:
            self._runs.ended()
        return status

    def ready(self) -> None:
        """Presses count, and the notes are on the screen."""
        self._runs.ready()
        self.manager.ready()
        if self.safe:
            log.warning(
                "safe mode: without %s, because of %s",
                ", ".join(sorted(part.value for part in self.safe.left_out)),
                self.safe.because,
            )

    def last_picture(
        self, size: tuple[int, int], texts: Texts, is_restart: bool | None
    ) -> Image.Image | None:
        """What the panel should keep on showing when the program ends now; None: off.

        Call it where an error that ends the game is being handled, or none is. `is_restart` is the menu's
        order, None where there was none.
        """
        error = sys.exception()
        if isinstance(error, HardwareError):
            return pictures.missing(size, texts, told(error.words, texts.gettext))
        if self._broken or isinstance(error, Exception):
            what = self._broken or blame(error or Exception())
            return pictures.crashed(size, texts, what)
        if is_restart is not None:
            return pictures.switching_off(size, texts, is_restart)
        return None

    def _wait(self) -> bool:
        """Wait before another try. Whether we were told to stop meanwhile."""
        if not self._runs.wait_s:
            return False
        before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        log.warning("the last start failed: trying again in %g s", self._runs.wait_s)
        try:
            return signal.sigtimedwait(SIGNALS, self._runs.wait_s) is not None
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    @contextmanager
    def _watched_threads(self) -> Iterator[None]:
        """A thread that breaks ends the game: without it keys, panel or lights would be dead for good."""
        before = threading.excepthook
        threading.excepthook = self._thread_broke
        try:
            yield
        finally:
            threading.excepthook = before

    def _thread_broke(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and self._broken is None:
            self._broken = blame(args.exc_value)
            self.end()

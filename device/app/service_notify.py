"""Talking to systemd: ready, alive, status. A few lines of its protocol instead of a library.

Source: sd_notify(3), sd_watchdog_enabled(3). Where systemd has not started us, nothing is said to anybody.
"""

import os
import socket
import time
from collections.abc import Callable, Mapping


class Manager:
    """The service manager that started us, if any.

    The game's own loop calls `alive` each time around, at least every `period_s`: a loop that hangs is
    killed and started again.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        pid: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._clock = clock
        self._alive_s: float | None = None
        self._status = ""
        self.period_s = _watchdog_s(environment, os.getpid() if pid is None else pid) / 3 or None

    def ready(self) -> None:
        """Presses count from now on."""
        self._tell("READY=1")

    def stopping(self) -> None:
        """We are going."""
        self._tell("STOPPING=1")

    def status(self, text: str) -> None:
        """One line for `systemctl status`, in plain words. Never a vote."""
        if text != self._status:
            self._status = text
            self._tell(f"STATUS={text}")

    def alive(self) -> None:
        """The loop is turning. Said no more often than it matters."""
        if self.period_s is None:
            return
        now_s = self._clock()
        if self._alive_s is None or now_s - self._alive_s >= self.period_s / 2:
            self._alive_s = now_s
            self._tell("WATCHDOG=1")

    def _tell(self, message: str) -> None:
        """Send one datagram. A manager that does not listen is no reason to stop a game."""
        if not self._address:
            return
        # An "@" stands for the zero byte of an abstract name.
        address = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as wire:
                wire.settimeout(1.0)
                wire.sendto(message.encode(), address)
        except OSError:
            pass


def _watchdog_s(environment: Mapping[str, str], pid: int) -> float:
    """How long systemd waits for a sign of life, in seconds; 0: it does not, or it means another process."""
    if environment.get("WATCHDOG_PID", str(pid)) != str(pid):
        return 0.0
    try:
        return max(0, int(environment.get("WATCHDOG_USEC", "0"))) / 1_000_000
    except ValueError:
        return 0.0

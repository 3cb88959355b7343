"""The I2C bus of a rig: several threads use it, one transfer at a time. It can be slow, fail, or hang."""

import errno
import time
from collections.abc import Callable
from threading import Lock, RLock

from hw.sim.bus import I2cChip, Sent, SimI2c, no_fault

HANG_S = 5.0


class SharedI2c(SimI2c):
    """One transfer holds the bus for as long as it takes, whoever else waits, as in the kernel."""

    def __init__(self, wait: Callable[[float], None] = time.sleep) -> None:
        """`wait` is what a slow or hanging transfer does for so many seconds, as its caller's thread."""
        super().__init__()
        self._pause = wait
        self._is_busy = Lock()

    def be_slow(self, hertz: int | None) -> None:
        """Take as long as a bus with that clock; None: no time at all."""
        self._hertz, self._wait = hertz or 400_000, self._pause if hertz else None

    def fail(self, is_failing: bool) -> None:
        """Let every transfer fail as one that nobody acknowledges; or work again."""
        self.fault = (lambda _: errno.EREMOTEIO) if is_failing else no_fault

    def hang(self, is_hanging: bool) -> None:
        """Let every transfer take seconds and fail, as behind a chip that holds the clock; or work again."""
        self.fault = self._time_out if is_hanging else no_fault

    def _time_out(self, _: Sent) -> int:
        self._pause(HANG_S)
        return errno.ETIMEDOUT

    def _write(self, address: int, data: bytes) -> None:
        with self._is_busy:
            super()._write(address, data)

    def _read(self, address: int, count: int) -> bytes:
        with self._is_busy:
            return super()._read(address, count)


class Connected:
    """A chip that shares the rig's lock with all else, and tells when it has been written to."""

    def __init__(self, chip: I2cChip, lock: RLock, when_written: Callable[[], None] = lambda: None) -> None:
        self._chip = chip
        self._lock = lock
        self._when_written = when_written

    def write(self, data: bytes) -> None:
        """Take in bytes."""
        with self._lock:
            self._chip.write(data)
        self._when_written()

    def read(self, count: int) -> bytes:
        """Give that many bytes."""
        with self._lock:
            return self._chip.read(count)

    def power_on(self) -> None:
        """Wake up as after power-on."""
        with self._lock:
            self._chip.power_on()

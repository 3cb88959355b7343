"""Lights on a chip at the end of a bus: opened anew after every fault, sent only what changed."""

import contextlib
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from hw.ports import PADS, HardwareError

DARK = (0.0,) * PADS
AGAIN_S = 3.0


class LightChip(Protocol):
    """What a driver knows of its chip. Any method may raise `OSError`."""

    def open(self) -> None:
        """Take the bus and make the chip ready, all lights off. May raise `HardwareError`."""

    def frame(self, levels: Sequence[float], colour: int | None) -> bytes:
        """What to send so that the eight lights are so: the chip's own bytes."""

    def send(self, frame: bytes) -> None:
        """Send that."""

    def rest(self) -> None:
        """All lights off, chip asleep if it can."""

    def release(self) -> None:
        """Give the bus back. May be called twice."""

    def fault(self, error: OSError) -> HardwareError:
        """What to say when the bus fails."""


class ChipLights:
    """Eight lights on a chip. From the start they are dark, if the chip answers.

    A chip that lost its power for a moment is dark, and says nothing: lit lights are sent again every 3 s.
    """

    again_s: float | None = AGAIN_S

    def __init__(self, chip: LightChip, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` tells seconds."""
        self._chip = chip
        self._clock = clock
        self._sent_at_s = 0.0
        self._is_open = False
        self._may_be_lit = False
        self._sent: bytes | None = None
        with contextlib.suppress(HardwareError):
            self.show(DARK)

    def show(self, levels: Sequence[float], colour: int | None = None) -> None:
        """Set the eight lights, pad 1 first; `colour`, a pad number, where the chip can show it.

        Raises `HardwareError` when nothing answers; the next call opens the chip anew.
        """
        if len(levels) != PADS:
            raise ValueError(f"{PADS} levels they must be, not {len(levels)}")
        frame = self._chip.frame(levels, colour)
        is_young = self._clock() - self._sent_at_s < AGAIN_S
        if frame == self._sent and (is_young or not any(levels)):
            return
        try:
            self._send(frame)
        except (OSError, HardwareError) as error:
            self._forget()
            if isinstance(error, OSError):
                raise self._chip.fault(error) from error
            raise

    def close(self) -> None:
        """All lights off, bus given back. Never raises; may be called twice."""
        if self._may_be_lit:
            # After a fault too: the chip may be back, lit as it was.
            with contextlib.suppress(OSError, HardwareError):
                self._open()
                self._chip.rest()
        self._may_be_lit = False
        self._forget()

    def _send(self, frame: bytes) -> None:
        self._may_be_lit = True
        self._open()
        self._sent = None
        self._chip.send(frame)
        self._sent, self._sent_at_s = frame, self._clock()

    def _open(self) -> None:
        if not self._is_open:
            self._chip.open()
            self._is_open = True

    def _forget(self) -> None:
        self._is_open, self._sent = False, None
        with contextlib.suppress(OSError):
            self._chip.release()

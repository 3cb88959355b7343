"""The program's one clock, and how its threads share the processor."""

import sys
import time

TURN_S = 0.0005


def monotonic_ms() -> int:
    """Milliseconds of a clock that never goes back."""
    return time.monotonic_ns() // 1_000_000


def take_short_turns() -> None:
    """From now on a thread that is busy lets another one run after half a millisecond.

    Python's own 5 ms are too long: a look at all keys gives the interpreter away a dozen times, and a press
    goes through three threads before its light changes, while one draws and another may still read decks.
    """
    sys.setswitchinterval(TURN_S)

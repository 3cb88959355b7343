"""Signals that end the program: they become an item of its queue."""

import queue
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Stop(Struct, frozen=True):
    """Somebody wants the program to end."""


@contextmanager
def stop_signals(items: "queue.SimpleQueue[Any]") -> Iterator[None]:
    """SIGTERM, SIGINT and SIGHUP put `Stop` into the queue; at the end another changes nothing."""
    for number in SIGNALS:
        signal.signal(number, lambda *_: items.put(Stop()))
    try:
        yield
    finally:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)

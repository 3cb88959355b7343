"""Signals that end the program: they become an item of its queue."""

import os
import queue
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Stop(Struct, frozen=True):
    """Somebody wants the program to end."""


@contextmanager
def stop_signals(items: "queue.SimpleQueue[Any]") -> Iterator[None]:
    """SIGTERM, SIGINT and SIGHUP put `Stop` into the queue; at the end another changes nothing.

    A handler in Python runs only when the main thread gets to it, and not at all while that waits on a queue,
    if it had just begun to, or if the kernel gave the signal to another thread. So the kernel's own handler
    writes into a pipe, and a thread that does nothing else reads it.
    """
    heard, told = os.pipe()
    os.set_blocking(told, False)
    before = signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    for number in SIGNALS:
        signal.signal(number, lambda *_: None)
    reader = threading.Thread(target=_pass_on, args=(heard, items), name="signals", daemon=True)
    reader.start()
    try:
        yield
    finally:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        signal.set_wakeup_fd(before)
        os.close(told)
        reader.join()
        os.close(heard)


def _pass_on(heard: int, items: "queue.SimpleQueue[Any]") -> None:
    while os.read(heard, 64):
        items.put(Stop())

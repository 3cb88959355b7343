"""Signals end the program, whatever it is waiting for."""

import os
import queue
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.app.stopping import SIGNALS, Stop, stop_signals

PATIENCE_S = 10


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in SIGNALS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def wait_until_asleep(thread: threading.Thread) -> None:
    """Wait until a thread waits for something: asleep at many looks, each of which would let it go on."""
    state = Path(f"/proc/self/task/{thread.native_id}/stat")
    looks = 0
    while looks < 100:
        looks = looks + 1 if state.read_text().rpartition(")")[2].split()[0] == "S" else 0


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_wakes_the_game_also_when_another_thread_was_given_it(number: signal.Signals) -> None:
    items: queue.SimpleQueue[Any] = queue.SimpleQueue()
    main = threading.main_thread()

    def tell() -> None:
        wait_until_asleep(main)
        signal.pthread_kill(threading.get_ident(), number)

    with stop_signals(items):
        threading.Thread(target=tell).start()
        assert items.get(timeout=PATIENCE_S) == Stop()


def test_after_the_end_another_signal_changes_nothing() -> None:
    items: queue.SimpleQueue[Any] = queue.SimpleQueue()
    before = set(threading.enumerate())
    with stop_signals(items):
        pass
    for number in SIGNALS:
        os.kill(os.getpid(), number)
    assert items.empty()
    assert set(threading.enumerate()) <= before

"""Pads and panel on one bus take turns: a scan is whole, and waits for one page at most."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from hw.buses import KernelBuses
from hw.opening import open_pads, open_panel
from hw.ports import Glow
from hw.sim.bus import Sent
from hw.sim.rig import Rig
from hw.turns import Turns
from hw.wiring import from_values
from tests.hw.panel_bench import snow

PATIENCE_S = 10


def queued(turns: Turns, act: Callable[[], None]) -> threading.Thread:
    """Somebody who wants a turn, once they stand in the line."""
    before = len(turns)

    def run() -> None:
        with turns.take():
            act()

    thread = threading.Thread(target=run)
    thread.start()
    looks = threading.Event()
    while len(turns) == before:
        looks.wait(0.001)
    return thread


def test_first_come_is_first_served() -> None:
    turns, served = Turns(), list[int]()
    with turns.take():
        threads = [queued(turns, lambda number=number: served.append(number)) for number in range(6)]  # type: ignore[misc]
        assert len(turns) == 7
        assert served == []
    for thread in threads:
        thread.join(PATIENCE_S)
    assert served == list(range(6))
    assert len(turns) == 0


def test_a_turn_ends_also_with_an_error() -> None:
    turns = Turns()
    with pytest.raises(OSError), turns.take():
        raise OSError
    with turns.take():
        assert len(turns) == 1


def test_a_bus_of_the_kernel_is_one_bus_whichever_driver_asks_for_it() -> None:
    assert KernelBuses().turns(1) is KernelBuses().turns(1)
    assert KernelBuses().turns(1) is not KernelBuses().turns(3)


class Ledger(Turns):
    """Turns that write down what was sent in each."""

    def __init__(self, sent: Callable[[], list[Sent]]) -> None:
        super().__init__()
        self._sent = sent
        self.turns: list[list[Sent]] = []

    @contextmanager
    def take(self) -> Iterator[None]:
        """A turn."""
        with super().take():
            before = len(self._sent())
            yield
            self.turns.append(self._sent()[before:])


def ledger_of(rig: Rig) -> Ledger:
    """The turns of a rig's bus."""
    ledger = Ledger(lambda: list(rig.by_number[1].sent))
    rig._buses._turns[1] = ledger
    return ledger


@pytest.mark.parametrize("driver", ["mcp23017", "tca9555"])
def test_everything_is_sent_in_turns_a_picture_page_by_page(driver: str) -> None:
    rig = Rig(from_values({"pads.driver": driver}))
    ledger = ledger_of(rig)
    open_panel(rig.wiring, rig).show(snow(1), Glow.BRIGHT)
    assert sum(map(len, ledger.turns)) == len(rig.by_number[1].sent)
    assert max(sum(sent.bytes_on_bus for sent in turn) for turn in ledger.turns) == 130


@pytest.mark.parametrize(("driver", "transfers"), [("mcp23017", 8 * 3 + 1), ("tca9555", 4 * 2)])
def test_a_scan_of_all_keys_is_one_turn(driver: str, transfers: int) -> None:
    rig = Rig(from_values({"pads.driver": driver}))
    ledger = ledger_of(rig)
    pads = open_pads(rig.wiring, rig)
    pads.start(lambda edge: None)
    pads.close()
    assert sum(map(len, ledger.turns)) == len(rig.by_number[1].sent)
    assert [len(turn) for turn in ledger.turns[1:3]] == [transfers, transfers]

"""The thread around the scanner: presses arrive from it, nothing kills it, and it ends when asked."""

import logging
import queue
import threading
from collections.abc import Iterator

import pytest

from hw.pads.matrix import MatrixWires
from hw.ports import HardwareError, KeyEdge
from hw.scan import Reading
from hw.scanned_pads import ScannedPads
from hw.sim.pins import MatrixHeader, SimPins
from hw.sim.wires import KeyMatrix
from hw.wiring import PadsWiring

SOON_S = 10


class Table:
    """Pads on simulated wires in real time."""

    def __init__(self, has_edges: bool = True) -> None:
        self.matrix = KeyMatrix()
        self.pins = SimPins(MatrixHeader(self.matrix, PadsWiring()), has_edges)
        self.wires = MatrixWires(self.pins, PadsWiring())
        self.pads = ScannedPads(self.wires)
        self.edges: queue.Queue[KeyEdge] = queue.Queue()

    def next(self) -> tuple[int, int, bool]:
        """The next edge that is reported."""
        edge = self.edges.get(timeout=SOON_S)
        return edge.pad, edge.key, edge.is_down


@pytest.fixture(params=[True, False], ids=["woken", "read every 10 ms"])
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    """A table, closed afterwards."""
    made = Table(request.param)
    yield made
    made.pads.close()


def pads_threads() -> int:
    """How many threads scan pads."""
    return sum(thread.name == "pads" for thread in threading.enumerate())


def test_presses_arrive_in_order_from_the_pads_own_thread(table: Table) -> None:
    assert table.pads.start(table.edges.put) == frozenset()
    for pad in range(1, 9):
        table.matrix.move(pad, pad, True)
        assert table.next() == (pad, pad, True)
        table.matrix.move(pad, pad, False)
        assert table.next() == (pad, pad, False)


def test_a_key_that_is_down_already_is_told_by_start_alone(table: Table) -> None:
    table.matrix.move(2, 8, True)
    assert table.pads.start(table.edges.put) == {(2, 8)}
    table.matrix.move(2, 8, False)
    assert table.next() == (2, 8, False)


def test_closing_ends_the_thread_and_gives_the_wires_back(table: Table) -> None:
    before = pads_threads()
    table.pads.start(table.edges.put)
    assert pads_threads() == before + 1
    table.pads.close()
    table.pads.close()
    assert pads_threads() == before
    table.matrix.move(1, 1, True)
    assert table.edges.empty()
    assert table.pads.start(table.edges.put) == {(1, 1)}


def test_pads_that_were_never_started_can_be_closed(table: Table) -> None:
    table.pads.close()


class FlakyWires:
    """Wires that fail as often as told, then show one key down."""

    words, edge_fd, idle_ms = "flaky", None, 1

    def __init__(self, failures: int, error: Exception) -> None:
        self.failures, self.error = failures, error
        self.reads = 0
        self.is_open = False

    def open(self) -> None:
        self.is_open = True

    def close(self) -> None:
        self.is_open = False

    def arm(self) -> None:
        pass

    def look(self) -> bool:
        return True

    def read(self) -> Reading:
        self.reads += 1
        if self.reads <= 2:
            return Reading(0)
        if self.failures:
            self.failures -= 1
            raise self.error
        return Reading(1)


@pytest.mark.parametrize(
    "error", [OSError(121, "secret 0x5A"), RuntimeError("secret 0x5A")], ids=["bus", "other"]
)
def test_wires_that_fail_are_said_once_and_tried_again_and_the_thread_lives(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    edges: queue.Queue[KeyEdge] = queue.Queue()
    pads = ScannedPads(FlakyWires(3, error))
    pads.start(edges.put)
    edge = edges.get(timeout=SOON_S)
    pads.close()
    assert (edge.pad, edge.key, edge.is_down) == (1, 1, True)
    messages = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    name = type(error).__name__
    assert messages == [
        f"The pads do not answer ({name}): check the wiring, then `imaginiff check`",
        "The pads answer again",
    ]
    assert "5A" not in caplog.text


def test_wires_that_fail_at_the_start_are_refused_and_given_back() -> None:
    class DeadWires(FlakyWires):
        def read(self) -> Reading:
            raise self.error

    for error, why in (
        (OSError(121, "Remote I/O error"), "Remote I/O error"),
        (RuntimeError("secret 0x5A"), "RuntimeError"),
    ):
        wires = DeadWires(0, error)
        with pytest.raises(HardwareError, match=rf"do not answer \({why}\): check the wiring"):
            ScannedPads(wires).start(lambda _: None)
        assert not wires.is_open


def test_wires_that_cannot_even_be_given_back_do_not_hold_up_the_end() -> None:
    class StubbornWires(FlakyWires):
        def close(self) -> None:
            super().close()
            raise self.error

    wires = StubbornWires(0, RuntimeError("unknown handle"))
    pads = ScannedPads(wires)
    pads.start(lambda _: None)
    pads.close()
    assert not wires.is_open

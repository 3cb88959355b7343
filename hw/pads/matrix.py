"""Pads as a matrix of eight rows and eight columns on the Pi's own pins.

Rows are open-drain, one of them low at a time while scanning, all of them low while idle; columns are
inputs, pulled up. A closed key pulls its column down to its row.
"""

import logging
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from hw.backend import Drain, Pins
from hw.debounce import bit_of
from hw.edge_lines import EdgeLines, NoEdgesError
from hw.ghosts import unsure_in
from hw.pi import Pi, ThisPi
from hw.ports import KEYS, HardwareError, Pads
from hw.scan import Reading
from hw.scanned_pads import ScannedPads
from hw.uses import key_at
from hw.wiring import PadsWiring, Wiring

# A metre of cable behind 10k rises in about 20 us, behind the internal 55k alone in about 55.
SETTLE_US = 100
READ_MS = 10
UNPROVEN_MS = 40
# One may be late on a busy machine.
TOO_MANY_MISSED = 3

log = logging.getLogger(__name__)

_BITS = tuple(tuple(bit_of(*key_at(row, column)) for column in range(KEYS)) for row in range(KEYS))


def open_driver(wiring: Wiring, pi: Pi | None = None) -> Pads:
    """The pads of this wiring; nothing is claimed before their `start`. Raises `HardwareError`."""
    return ScannedPads(MatrixWires((pi or ThisPi()).pins(wiring.backend), wiring.pads))


def sleep_us(us: int) -> None:
    """Wait while a row settles through its cable: nothing else tells when it has."""
    time.sleep(us / 1_000_000)


def mask_of(rows: Sequence[int]) -> int:
    """The keys, as `debounce.bit_of`, of a mask of columns a row."""
    return sum(
        bit
        for row, columns in zip(_BITS, rows, strict=True)
        if columns
        for n, bit in enumerate(row)
        if columns >> n & 1
    )


def reading_of(rows: Sequence[int], has_diodes: bool) -> Reading:
    """What a scan tells: for each row, the mask of its closed columns."""
    return Reading(mask_of(rows), 0 if has_diodes else mask_of(unsure_in(rows)))


class Columns(Protocol):
    """The eight columns."""

    def low(self) -> int:
        """Which columns are low: bit n for the n-th."""


class ReadColumns:
    """Columns that can only be read, through gpiozero."""

    def __init__(self, pins: Pins, gpios: Sequence[int]) -> None:
        self._pins = [pins.claim_input(gpio) for gpio in gpios]

    def low(self) -> int:
        """Which columns are low."""
        return sum(1 << n for n, pin in enumerate(self._pins) if not pin.state)


class MatrixWires:
    """The wires of the matrix. `pause_us` lets a row settle."""

    def __init__(self, pins: Pins, wiring: PadsWiring, pause_us: Callable[[int], None] = sleep_us) -> None:
        self._pins = pins
        self._wiring = wiring
        self._pause_us = pause_us
        self._rows: list[Drain] = []
        self._columns: Columns | None = None
        self._edges: EdgeLines | None = None
        self._why_no_edges = ""
        self._is_proven = False
        self._missed = 0

    @property
    def words(self) -> str:
        """Which library was found, and what wakes us."""
        how = "woken by the kernel" if self._edges else f"read every {READ_MS} ms: {self._why_no_edges}"
        return f"pads: matrix, {self._pins.words}, {how}"

    @property
    def edge_fd(self) -> int | None:
        """What becomes readable when a column falls."""
        return self._edges.fd if self._edges else None

    @property
    def idle_ms(self) -> int | None:
        """Edges are relied on only when one has been seen: there are kernels that promise them in vain."""
        if self._edges is None:
            return READ_MS
        return None if self._is_proven else UNPROVEN_MS

    def open(self) -> None:
        """Claim rows and columns. Raises `HardwareError`, and then holds none."""
        try:
            self._columns = self._open_columns()
            self._rows = [self._pins.claim_drain(gpio) for gpio in self._wiring.rows]
        except HardwareError:
            self.close()
            raise

    def close(self) -> None:
        """Give everything back, rows let go. May be called twice."""
        edges, self._edges = self._edges, None
        if edges is not None:
            edges.close()
        self._rows, self._columns = [], None
        self._pins.free()

    def arm(self) -> None:
        """All rows low: whichever key closes now, its column falls."""
        for row in self._rows:
            row.pull()
        self._pause_us(SETTLE_US)
        if self._edges is not None:
            self._edges.forget()

    def look(self) -> bool:
        """Armed: is any column low?"""
        return self._low() != 0

    def read(self) -> Reading:
        """Scan all rows, one after the other."""
        for row in self._rows:
            row.let_go()
        rows = [self._read_row(row) for row in self._rows]
        self._judge_edges(any(rows))
        return reading_of(rows, self._wiring.diodes)

    def _open_columns(self) -> Columns:
        try:
            self._edges = self._pins.claim_edges(self._wiring.columns)
        except NoEdgesError as error:
            self._why_no_edges = str(error)
            return ReadColumns(self._pins, self._wiring.columns)
        return self._edges

    def _read_row(self, row: Drain) -> int:
        row.pull()
        self._pause_us(SETTLE_US)
        low = self._low()
        row.let_go()
        return low

    def _low(self) -> int:
        if self._columns is None:
            raise OSError("the matrix is closed")
        return self._columns.low()

    def _judge_edges(self, has_closed_key: bool) -> None:
        """A column that was low has fallen before: if no edge was seen then, none ever will be."""
        if self._edges is None or self._is_proven or not has_closed_key:
            return
        if self._edges.forget():
            self._is_proven = True
            return
        self._missed += 1
        if self._missed == TOO_MANY_MISSED:
            self._give_up_edges(self._edges)

    def _give_up_edges(self, edges: EdgeLines) -> None:
        edges.close()
        self._edges = None
        self._why_no_edges = "this kernel promises edges, but sends none"
        self._columns = ReadColumns(self._pins, self._wiring.columns)
        log.warning("%s", self.words)

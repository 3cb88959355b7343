"""The header of a simulated Pi: key matrix, interrupt line and plain outputs, for several threads at once."""

from collections.abc import Callable, Mapping, Sequence
from threading import RLock
from typing import TypeVar

from hw.sim.expanders import InterruptLine
from hw.sim.wires import COLUMN_NETS, ROW_NETS, KeyMatrix, Net

Ear = TypeVar("Ear")


class RigHeader:
    """All that hangs on a rig's header. `outputs` has the level, 0.0 to 1.0, of every other pin that drives.

    `when_driven` is told of each change of those, by GPIO number. Unconnected pins read high.
    """

    def __init__(self, lock: RLock) -> None:
        self.outputs: dict[int, float] = {}
        self.when_driven: list[Callable[[int], None]] = []
        self._lock = lock
        self._matrix: KeyMatrix | None = None
        self._net_of: Mapping[int, Net] = {}
        self._interrupt: tuple[int, InterruptLine] | None = None

    def connect_matrix(self, matrix: KeyMatrix, rows: Sequence[int], columns: Sequence[int]) -> None:
        """A key matrix on these pins."""
        self._matrix = matrix
        self._net_of = dict(zip((*rows, *columns), (*ROW_NETS, *COLUMN_NETS), strict=True))

    def connect_interrupt(self, gpio: int, line: InterruptLine) -> None:
        """An interrupt line on this pin."""
        self._interrupt = gpio, line

    def drive(self, gpio: int, level: float | None) -> None:
        """A pin drives, or lets go."""
        with self._lock:
            if self._matrix is not None and gpio in self._net_of:
                self._matrix.drive(self._net_of[gpio], None if level is None else bool(level))
                return
            was, self.outputs[gpio] = self.outputs.get(gpio, 0.0), level or 0.0
        if was != (level or 0.0):
            for tell in self.when_driven:
                tell(gpio)

    def is_low(self, gpio: int) -> bool:
        """What a pin reads."""
        with self._lock:
            if self._matrix is not None and gpio in self._net_of:
                return self._matrix.is_low(self._net_of[gpio])
            return self._interrupt is not None and gpio == self._interrupt[0] and self._interrupt[1].is_low

    def tell_falls(self, gpios: Sequence[int], tell: Callable[[], None]) -> Callable[[], None]:
        """Call `tell` whenever one of these falls."""
        with self._lock:
            if self._interrupt is not None and self._interrupt[0] in gpios:
                return self._hear(self._interrupt[1].when_fallen, tell)
            if self._matrix is None:
                return lambda: None
            nets = {self._net_of[gpio] for gpio in gpios}
            return self._hear(self._matrix.when_fallen, lambda net: tell() if net in nets else None)

    def _hear(self, ears: list[Ear], ear: Ear) -> Callable[[], None]:
        """Listen, until the returned function is called; after that nothing is heard any more."""
        ears.append(ear)

        def stop() -> None:
            with self._lock:
                ears.remove(ear)

        return stop

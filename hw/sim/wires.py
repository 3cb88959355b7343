"""The key matrix as an electrical model: keys, diodes, wires and what goes wrong with them.

Nets are joined by what conducts: a key with its diode one way, a bare key or a short both ways. A column,
pulled up, is low if current can flow from it into something that is driven low.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum

from hw.ports import KEYS, PADS
from hw.uses import columns_of_pad, rows_of_pad

Net = str
GROUND: Net = "ground"
ROW_NETS: Sequence[Net] = [f"R{n}" for n in range(1, KEYS + 1)]
COLUMN_NETS: Sequence[Net] = [f"C{n}" for n in range(1, KEYS + 1)]
ALL_NETS = [*ROW_NETS, *COLUMN_NETS]


class Diode(Enum):
    """What is soldered in beside a key."""

    FITTED = "band to the row"
    REVERSED = "band to the column"
    MISSING = "a wire"


class ShortCircuitError(Exception):
    """Something that drives high is joined to something that drives low: real pins would suffer."""


def refuse(words: str) -> None:
    """A short circuit is a mistake of the driver. Raises `ShortCircuitError`."""
    raise ShortCircuitError(words)


class KeyMatrix:
    """Eight pads on eight rows and eight columns, seen from the other end of the wires.

    Keys are (pad, key), both 1-8. A pad's wires are named "row 1", "row 2" (keys 1-4, 5-8) and "column 1"
    to "column 4". Nets of the box are "R1" to "R8" and "C1" to "C8".
    """

    def __init__(self, has_diodes: bool = True, on_short: Callable[[str], None] = refuse) -> None:
        """`on_short` is told what drives high against what drives low; if it returns, low wins."""
        self.usual = Diode.FITTED if has_diodes else Diode.MISSING
        self._on_short = on_short
        self._diodes = {(pad, key): self.usual for pad in range(1, PADS + 1) for key in range(1, KEYS + 1)}
        self._closed: set[tuple[int, int]] = set()
        self._stuck: set[tuple[int, int]] = set()
        self._open_wires: set[tuple[int, str]] = set()
        self._unplugged: set[int] = set()
        self._shorts: set[tuple[Net, Net]] = set()
        self._driven: dict[Net, bool] = {GROUND: False}
        self._sinks: set[Net] = {GROUND}
        self._ways: dict[Net, set[Net]] = {}
        self._low: frozenset[Net] = frozenset()
        self.when_fallen: list[Callable[[Net], None]] = []
        self.when_changed: list[Callable[[], None]] = []

    def move(self, pad: int, key: int, is_closed: bool) -> None:
        """A contact closes or opens."""
        (self._closed.add if is_closed else self._closed.discard)((pad, key))
        self._settle()

    def stick(self, pad: int, key: int, is_stuck: bool = True) -> None:
        """A key sticks, whatever its contact does; or comes free."""
        (self._stuck.add if is_stuck else self._stuck.discard)((pad, key))
        self._settle()

    def solder(self, pad: int, key: int, diode: Diode) -> None:
        """Put another thing in the place of a key's diode."""
        self._diodes[pad, key] = diode
        self._settle()

    def cut(self, pad: int, wire: str, is_open: bool = True) -> None:
        """Open a wire of a pad's cable, or mend it."""
        (self._open_wires.add if is_open else self._open_wires.discard)((pad, wire))
        self._settle()

    def unplug(self, pad: int, is_out: bool = True) -> None:
        """Take a pad's cable out, or put it back."""
        (self._unplugged.add if is_out else self._unplugged.discard)(pad)
        self._settle()

    def short(self, one: Net, other: Net, is_joined: bool = True) -> None:
        """Join two nets, of rows, of columns, or with ground; or part them."""
        (self._shorts.add if is_joined else self._shorts.discard)((one, other))
        self._settle()

    def drive(self, net: Net, level: bool | None) -> None:
        """The other end of a net drives it high or low, or lets go (None)."""
        if self._driven.get(net) is level:
            return
        if level is None:
            del self._driven[net]
        else:
            self._driven[net] = level
        (self._sinks.add if level is False else self._sinks.discard)(net)
        self._flow()

    @property
    def low(self) -> frozenset[Net]:
        """The nets that the other end reads as low, of those that are pulled up or that it drives."""
        return self._low

    def is_low(self, net: Net) -> bool:
        """What the other end reads of one net."""
        return net in self._low

    def _settle(self) -> None:
        self._ways = self._find_ways()
        self._flow()

    def _flow(self) -> None:
        drained = {net for net, ends in self._ways.items() if not ends.isdisjoint(self._sinks)}
        for net in sorted(net for net in drained if self._driven.get(net)):
            sink = min(self._ways[net] & self._sinks)
            self._on_short(f"{net}, driven high, is joined to {sink}, driven low")
        low = frozenset(self._sinks | drained) - {GROUND}
        if low == self._low:
            return
        fallen, self._low = low - self._low, low
        for net in sorted(fallen):
            for tell in self.when_fallen:
                tell(net)
        for hear in self.when_changed:
            hear()

    def _find_ways(self) -> dict[Net, set[Net]]:
        """From each net all the nets that current can flow into, over as many joints as it takes."""
        joints: dict[Net, set[Net]] = {}
        for source, sink in self._joints():
            joints.setdefault(source, set()).add(sink)
        return {net: reached(joints, net) for net in joints}

    def _joints(self) -> Iterator[tuple[Net, Net]]:
        for pad, key in self._closed | self._stuck:
            if self._is_connected(pad, key):
                row, column = nets_of(pad, key)
                diode = self._diodes[pad, key]
                if diode is not Diode.REVERSED:
                    yield column, row
                if diode is not Diode.FITTED:
                    yield row, column
        for one, other in self._shorts:
            yield one, other
            yield other, one

    def _is_connected(self, pad: int, key: int) -> bool:
        wires = {(pad, f"row {(key - 1) // 4 + 1}"), (pad, f"column {(key - 1) % 4 + 1}")}
        return pad not in self._unplugged and not wires & self._open_wires


def nets_of(pad: int, key: int) -> tuple[Net, Net]:
    """The row and the column of a key."""
    row, column = rows_of_pad(pad)[(key - 1) // 4], columns_of_pad(pad)[(key - 1) % 4]
    return f"R{row + 1}", f"C{column + 1}"


def reached(joints: Mapping[Net, set[Net]], start: Net) -> set[Net]:
    """Where one gets from `start`, one joint after the other."""
    seen, ahead = {start}, [start]
    while ahead:
        onward = joints.get(ahead.pop(), set()) - seen
        seen |= onward
        ahead.extend(onward)
    return seen - {start}

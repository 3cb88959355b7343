"""Pads on four TCA9555, two pads a chip, one input a key (Texas Instruments data sheet SCPS200).

Port 0 of a chip is the first pad's keys 1-8, port 1 the second's; a closed key pulls its input to ground. No
diodes, no matrix: every key is read by itself. The interrupt outputs share one line; the ports are read
whatever it says, so a change that comes before the last one was read is not lost.
"""

from hw.pads.expander import Expander
from hw.pi import Pi, ThisPi
from hw.ports import Pads
from hw.scan import Reading
from hw.scanned_pads import ScannedPads
from hw.wiring import Wiring

INPUT, POLARITY, CONFIGURATION = 0x00, 0x04, 0x06
BITS = 16


def open_driver(wiring: Wiring, pi: Pi | None = None) -> Pads:
    """The pads of this wiring; nothing is claimed before their `start`."""
    return ScannedPads(Tca9555Wires(wiring, pi or ThisPi()))


class Tca9555Wires:
    """The four chips."""

    def __init__(self, wiring: Wiring, pi: Pi, expander: Expander | None = None) -> None:
        self._chips = expander or Expander("tca9555", wiring, pi, pi.pins)
        self._is_set_up = False

    @property
    def words(self) -> str:
        """Which chips, where, and what wakes us."""
        return self._chips.words

    @property
    def edge_fd(self) -> int | None:
        """What becomes readable when the interrupt line falls."""
        return self._chips.edge_fd

    @property
    def idle_ms(self) -> int | None:
        """How often to look although no edge came."""
        return self._chips.idle_ms

    def open(self) -> None:
        """Open the bus and set the chips up. Raises `HardwareError`, and then holds nothing."""
        self._chips.open(self._set_up)

    def close(self) -> None:
        """Give everything back. May be called twice."""
        self._chips.close()

    def arm(self) -> None:
        """The chips are always on guard."""
        self._chips.forget_edges()

    def look(self) -> bool:
        """Is any key down?"""
        return self._closed() != 0

    def read(self) -> Reading:
        """Read all ports. Raises `OSError`."""
        return Reading(self._closed())

    def _set_up(self) -> None:
        for address in self._chips.addresses:
            self._chips.write(address, POLARITY, 0x00, 0x00)
            self._chips.write(address, CONFIGURATION, 0xFF, 0xFF)
        self._is_set_up = True

    def _closed(self) -> int:
        if not self._is_set_up:
            self._set_up()
        self._is_set_up = False  # unless the reading goes well: a chip that lost power has forgotten all
        closed = 0
        for place, address in enumerate(self._chips.addresses):
            port0, port1 = self._chips.read(address, INPUT, 2)
            closed |= (~(port1 << 8 | port0) & 0xFFFF) << BITS * place
        self._is_set_up = True
        return closed

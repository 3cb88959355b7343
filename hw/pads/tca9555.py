"""Pads on four TCA9555, two pads a chip, one input a key (Texas Instruments data sheet SCPS200).

Port 0 of a chip is the first pad's keys 1-8, port 1 the second's; a closed key pulls its input to ground. No
diodes, no matrix: every key is read by itself. The interrupt outputs share one line; the ports are read
whatever it says, so a change that comes before the last one was read is not lost.
"""

from hw.pads.expander import ExpanderWires
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


class Tca9555Wires(ExpanderWires):
    """The four chips."""

    def __init__(self, wiring: Wiring, pi: Pi) -> None:
        super().__init__(wiring, pi)
        self._is_set_up = False

    def set_up(self) -> None:
        """All inputs, a low one read as zero."""
        for address in self.addresses:
            self.put(address, POLARITY, 0x00, 0x00)
            self.put(address, CONFIGURATION, 0xFF, 0xFF)
        self._is_set_up = True

    def guard(self) -> None:
        """The chips are always on guard."""

    def glance(self) -> bool:
        """Is any key down?"""
        return self._closed() != 0

    def scan(self) -> Reading:
        """Read all ports."""
        return Reading(self._closed())

    def _closed(self) -> int:
        if not self._is_set_up:
            self.set_up()
        self._is_set_up = False  # unless the reading goes well: a chip that lost power has forgotten all
        closed = 0
        for place, address in enumerate(self.addresses):
            port0, port1 = self.get(address, INPUT, 2)
            closed |= (~(port1 << 8 | port0) & 0xFFFF) << BITS * place
        self._is_set_up = True
        return closed

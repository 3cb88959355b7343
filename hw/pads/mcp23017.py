"""Pads as a matrix that one MCP23017 scans (Microchip data sheet DS20001952).

Rows are outputs, one of them low at a time while scanning, all of them low while idle; columns are inputs,
pulled up. The chip drives its rows high: every key needs its diode. While idle the chip compares the columns
with "all high" and keeps its interrupt line low for as long as they differ.
"""

from collections.abc import Sequence

from hw.pads.expander import ExpanderWires
from hw.pads.matrix import reading_of
from hw.pi import Pi, ThisPi
from hw.ports import Pads
from hw.scan import Reading
from hw.scanned_pads import ScannedPads
from hw.wiring import Wiring

# With IOCON.BANK = 0 the registers of ports A and B alternate.
IODIR, GPINTEN, DEFVAL, INTCON, IOCON, GPPU, GPIO, OLAT = 0x00, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x12, 0x14
IOCON_IN_BANK_1 = 0x05
MIRROR, OPEN_DRAIN = 0x40, 0x04
ALL = 0xFFFF


def open_driver(wiring: Wiring, pi: Pi | None = None) -> Pads:
    """The pads of this wiring; nothing is claimed before their `start`."""
    return ScannedPads(Mcp23017Wires(wiring, pi or ThisPi()))


def mask_of(bits: Sequence[int]) -> int:
    """Both ports as one word, port A low."""
    return sum(1 << bit for bit in bits)


def registers(word: int) -> tuple[int, int]:
    """A word as the two registers of ports A and B."""
    return word & 0xFF, word >> 8


class Mcp23017Wires(ExpanderWires):
    """The chip."""

    def __init__(self, wiring: Wiring, pi: Pi) -> None:
        super().__init__(wiring, pi)
        (self._address,) = self.addresses
        self._rows, self._columns = wiring.pads.rows, wiring.pads.columns
        self._setting = self._setting_of(mask_of(self._columns))
        self._is_set_up = False

    def set_up(self) -> None:
        """Rows high first."""
        self.put(self._address, IOCON_IN_BANK_1, 0x00)
        self.put(self._address, OLAT, *registers(ALL))
        self.put(self._address, 0x00, *self._setting)
        self._is_set_up = True

    def guard(self) -> None:
        """All rows low, and the interrupt of the scanning cleared, which reading the ports does."""
        self.put(self._address, OLAT, 0x00, 0x00)
        self._low_columns()

    def glance(self) -> bool:
        """Is any column low? Or has the chip lost its settings, as after a loss of power?"""
        found = self.get(self._address, 0x00, GPIO + 2)
        self._is_set_up = bytes(found[: len(self._setting)]) == self._setting
        return not self._is_set_up or self._columns_in(found[GPIO:]) != 0

    def scan(self) -> Reading:
        """Scan all rows."""
        if not self._is_set_up:
            self.set_up()
        self._is_set_up = False  # unless the scan goes well
        rows = [self._read_row(bit) for bit in self._rows]
        self.put(self._address, OLAT, *registers(ALL))
        self._is_set_up = True
        return reading_of(rows, has_diodes=True)

    def _setting_of(self, columns: int) -> bytes:
        """Registers 0x00 to 0x0D: columns are inputs, pulled up, and differ from high while a key is down."""
        values = {
            IODIR: columns,
            GPINTEN: columns,
            DEFVAL: columns,
            INTCON: columns,
            IOCON: (MIRROR | OPEN_DRAIN) * 0x0101,
            GPPU: columns,
        }
        return bytes(
            value for register in range(0, GPPU + 1, 2) for value in registers(values.get(register, 0))
        )

    def _read_row(self, bit: int) -> int:
        self.put(self._address, OLAT, *registers(ALL ^ 1 << bit))
        return self._low_columns()

    def _low_columns(self) -> int:
        return self._columns_in(self.get(self._address, GPIO, 2))

    def _columns_in(self, ports: Sequence[int]) -> int:
        word = ports[1] << 8 | ports[0]
        return sum(1 << n for n, bit in enumerate(self._columns) if not word >> bit & 1)

"""Simulated port expanders, by their data sheets, on a simulated I2C bus: MCP23017 and TCA9555.

`garble` changes what the next reads give, as a disturbed bus does; an interrupt can be stuck or lost.
"""

from collections import deque
from collections.abc import Callable, Mapping

from hw.ports import KEYS, PADS
from hw.sim.wires import COLUMN_NETS, ROW_NETS, KeyMatrix, Net

IODIR, IPOL, GPINTEN, DEFVAL, INTCON, IOCON, GPPU, INTF, INTCAP, GPIO, OLAT = range(0, 22, 2)
BANK, MIRROR = 0x80, 0x40
ONLY_OUTPUTS = 0x8080
ALL_OPEN = (1 << KEYS) - 1

Garble = Callable[[bytes], bytes]


class InterruptLine:
    """A line that several open-drain outputs pull low, seen by a pin of the Pi."""

    def __init__(self) -> None:
        self._pulling: set[object] = set()
        self._stuck: bool | None = None
        self.loses_edges = False
        self.when_fallen: list[Callable[[], None]] = []

    @property
    def is_low(self) -> bool:
        """What the Pi's pin reads."""
        return bool(self._pulling) if self._stuck is None else self._stuck

    def stick(self, is_low: bool | None) -> None:
        """Stick, low or high; or come free (None)."""
        self._stuck = is_low

    def pull(self, who: object, is_pulling: bool) -> None:
        """An output pulls, or lets go."""
        was_low = self.is_low
        (self._pulling.add if is_pulling else self._pulling.discard)(who)
        if self.is_low and not was_low and not self.loses_edges:
            for tell in self.when_fallen:
                tell()


class Mcp23017:
    """The chip with a key matrix on its pins: `rows` and `columns` are its bits, GPA0 as 0 to GPB7 as 15.

    Bit 7 of either port is an output only: as an input it tells nothing (data sheet, revision D).
    """

    def __init__(
        self, matrix: KeyMatrix, rows: tuple[int, ...], columns: tuple[int, ...], line: InterruptLine
    ) -> None:
        self._matrix = matrix
        self._nets: Mapping[int, Net] = dict(zip((*rows, *columns), (*ROW_NETS, *COLUMN_NETS), strict=True))
        self._masks = {net: 1 << bit for bit, net in self._nets.items()}
        self._line = line
        self.garble: deque[Garble] = deque()
        matrix.when_changed.append(self._compare)
        self._is_on = False
        self._driving = (0xFFFF, 0)
        self.power_on()

    def power_on(self) -> None:
        """All pins inputs, all else zero (data sheet, table 3-3)."""
        self._is_on = True
        self._words = dict.fromkeys(range(IODIR, OLAT + 1, 2), 0)
        self._words[IODIR] = 0xFFFF
        self._pointer = 0
        self._seen = 0
        self._line.pull(self, False)
        self._drive()

    def write(self, data: bytes) -> None:
        """A register number, then values for it and those after it."""
        self._pointer = data[0]
        for value in data[1:]:
            self._set(self._pointer, value)
            self._move_on()
        self._drive()
        self._compare()

    def read(self, count: int) -> bytes:
        """The registers from the pointer on. Reading a port, or its captured state, clears its interrupt."""
        values = bytearray()
        for _ in range(count):
            values.append(self._get(self._pointer))
            self._move_on()
        self._compare()
        return self.garble.popleft()(bytes(values)) if self.garble else bytes(values)

    def _word_and_shift(self, register: int) -> tuple[int, int]:
        if self._words[IOCON] & BANK:
            return (register & 0x0F) * 2, 8 if register & 0x10 else 0
        return register & 0xFE, 8 * (register & 1)

    def _set(self, register: int, value: int) -> None:
        word, shift = self._word_and_shift(register)
        if word == GPIO:
            word = OLAT
        if word == IOCON:
            self._words[IOCON] = value * 0x0101  # one register at two addresses
        elif word in self._words and word not in (INTF, INTCAP):
            self._words[word] = self._words[word] & ~(0xFF << shift) | value << shift

    def _get(self, register: int) -> int:
        word, shift = self._word_and_shift(register)
        if word in (GPIO, INTCAP):
            self._seen = self._levels()
            self._words[INTF] &= ~(0xFF << shift)
            self._line.pull(self, self._words[INTF] != 0)
        value = self._levels() if word == GPIO else self._words.get(word, 0)
        return value >> shift & 0xFF

    def _move_on(self) -> None:
        self._pointer = (self._pointer + 1) % (OLAT + 2)

    def _drive(self) -> None:
        inputs, levels = self._words[IODIR], self._words[OLAT]
        was_inputs, was_levels = self._driving
        changed = inputs ^ was_inputs | levels ^ was_levels
        self._driving = inputs, levels
        for bit, net in self._nets.items() if changed else ():
            if changed >> bit & 1:
                self._matrix.drive(net, None if inputs >> bit & 1 else bool(levels >> bit & 1))

    def _levels(self) -> int:
        """What the pins are at. The box has pull-ups of its own: an input is high unless its net is low."""
        inputs = self._words[IODIR]
        low = 0
        for net in self._matrix.low:
            low |= self._masks.get(net, 0)
        return (inputs & ~(low & ~ONLY_OUTPUTS) | self._words[OLAT] & ~inputs) ^ self._words[IPOL]

    def _compare(self) -> None:
        """Interrupt on change: against DEFVAL where INTCON says so, else against what was last read."""
        levels = self._levels()
        against_default = (levels ^ self._words[DEFVAL]) & self._words[INTCON]
        against_seen = (levels ^ self._seen) & ~self._words[INTCON]
        flags = (against_default | against_seen) & self._words[GPINTEN]
        if flags and not self._words[INTF]:
            self._words[INTF], self._words[INTCAP] = flags, levels
            self._line.pull(self, True)


class Keys:
    """64 keys, each on a wire of its own to an input that is pulled up, and to ground."""

    def __init__(self) -> None:
        self._closed: set[tuple[int, int]] = set()
        self._unplugged: set[int] = set()
        self.when_changed: list[Callable[[], None]] = []

    def move(self, pad: int, key: int, is_closed: bool) -> None:
        """A contact closes or opens."""
        (self._closed.add if is_closed else self._closed.discard)((pad, key))
        self._tell()

    def unplug(self, pad: int, is_out: bool = True) -> None:
        """Take a pad's cable out, or put it back."""
        (self._unplugged.add if is_out else self._unplugged.discard)(pad)
        self._tell()

    def port(self, pad: int) -> int:
        """The eight inputs of a pad: 0 for a closed key."""
        if pad in self._unplugged:
            return ALL_OPEN
        return ALL_OPEN & ~sum(1 << key - 1 for at, key in self._closed if at == pad)

    def _tell(self) -> None:
        for tell in self.when_changed:
            tell()


class Tca9555:
    """The chip with the keys of two pads, `first_pad` and the next, on its ports."""

    def __init__(self, keys: Keys, first_pad: int, line: InterruptLine) -> None:
        if not 1 <= first_pad < PADS:
            raise ValueError("a chip takes two pads")
        self._keys = keys
        self._first_pad = first_pad
        self._line = line
        self.garble: deque[Garble] = deque()
        self.power_on()
        keys.when_changed.append(self._compare)

    def power_on(self) -> None:
        """All pins inputs, outputs high, nothing inverted (data sheet, table 6)."""
        self._registers = [0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0xFF, 0xFF]
        self._pointer = 0
        self._seen = self._ports()
        self._line.pull(self, False)

    def write(self, data: bytes) -> None:
        """A command, then values for the register pair it means, turn and turn about."""
        self._pointer = data[0] & 7
        for value in data[1:]:
            if self._pointer > 1:
                self._registers[self._pointer] = value
            self._pointer ^= 1

    def read(self, count: int) -> bytes:
        """The register pair, turn and turn about. Reading a port clears its interrupt."""
        values = bytearray()
        for _ in range(count):
            values.append(self._get(self._pointer))
            self._pointer ^= 1
        return self.garble.popleft()(bytes(values)) if self.garble else bytes(values)

    def _get(self, register: int) -> int:
        if register > 1:
            return self._registers[register]
        level = self._ports()[register]
        self._seen = (level, self._seen[1]) if register == 0 else (self._seen[0], level)
        self._compare()
        return level ^ self._registers[4 + register]

    def _ports(self) -> tuple[int, int]:
        return self._keys.port(self._first_pad), self._keys.port(self._first_pad + 1)

    def _compare(self) -> None:
        """The interrupt lasts for as long as a port differs from what was last read of it."""
        self._line.pull(self, self._ports() != self._seen)

"""What pads on I2C chips have in common: the bus, the interrupt line, and how often to look."""

from abc import ABC, abstractmethod

from hw.buses import CHECK, I2cBus
from hw.edge_lines import EdgeLines, NoEdgesError
from hw.pi import Pi
from hw.ports import HardwareError
from hw.scan import Reading
from hw.wiring import Wiring

# Behind the interrupt line, whose edge may be lost: with debounce and scan a press is in within 50 ms.
SLOW_MS = 35
# As often as it takes for a tap of 15 ms, when a scan over the bus takes two.
FAST_MS = 8


class ExpanderWires(ABC):
    """The chips of a pad driver: an open bus, and an interrupt line where one is wired.

    What the chips are told and asked is the driver's: it defines `set_up`, `guard`, `glance` and `scan`, and
    does so with `put` and `get`. Each of the four is one turn on the bus: a panel beside the chips waits.
    """

    def __init__(self, wiring: Wiring, pi: Pi) -> None:
        self.addresses = wiring.pads.addresses
        self._name = wiring.pads.driver
        self._number = wiring.pads.bus
        self._interrupt = wiring.pads.interrupt
        self._backend = wiring.backend
        self._pi = pi
        self._turns = pi.turns(self._number)
        self._bus: I2cBus | None = None
        self._edges: EdgeLines | None = None
        self._why_no_edges = "no interrupt is wired"
        self._pins_words = ""

    @abstractmethod
    def set_up(self) -> None:
        """Tell the chips what they are to do, whatever they did before. Raises `OSError`."""

    @abstractmethod
    def guard(self) -> None:
        """From now on the interrupt line falls when a key changes. Raises `OSError`."""

    @abstractmethod
    def glance(self) -> bool:
        """On guard: is any key down, or may be? Raises `OSError`."""

    @abstractmethod
    def scan(self) -> Reading:
        """Look at every key. Raises `OSError`."""

    @property
    def words(self) -> str:
        """Which chips, where, and what wakes us."""
        places = ", ".join(f"0x{address:02X}" for address in self.addresses)
        how = (
            f"woken by GPIO {self._interrupt}, {self._pins_words}"
            if self._edges
            else f"read every {FAST_MS} ms: {self._why_no_edges}"
        )
        return f"pads: {self._name} at {places} on i2c-{self._number}, {how}"

    @property
    def edge_fd(self) -> int | None:
        """What becomes readable when the interrupt line falls."""
        return self._edges.fd if self._edges else None

    @property
    def idle_ms(self) -> int | None:
        """How often to look although no edge came."""
        return SLOW_MS if self._edges else FAST_MS

    def open(self) -> None:
        """Open bus and interrupt line, set the chips up. Raises `HardwareError`, and then holds nothing."""
        try:
            self._bus = self._pi.i2c(self._number)
            self._open_interrupt()
            self._try_set_up()
        except HardwareError:
            self.close()
            raise

    def close(self) -> None:
        """Give bus and line back. May be called twice."""
        bus, self._bus = self._bus, None
        edges, self._edges = self._edges, None
        if edges is not None:
            edges.close()
        if bus is not None:
            bus.close()

    def arm(self) -> None:
        """From now on an edge means that a key may have changed. Forgets all earlier edges."""
        with self._turns.take():
            self.guard()
        if self._edges is not None:
            self._edges.forget()

    def look(self) -> bool:
        """Armed: is any key down, or may be?"""
        with self._turns.take():
            return self.glance()

    def read(self) -> Reading:
        """Look at every key."""
        with self._turns.take():
            return self.scan()

    def put(self, address: int, register: int, *values: int) -> None:
        """Write registers, from `register` on. Raises `OSError`."""
        self._opened().write_i2c_block_data(address, register, list(values))

    def get(self, address: int, register: int, count: int) -> list[int]:
        """Read registers, from `register` on. Raises `OSError`."""
        return self._opened().read_i2c_block_data(address, register, count)

    def _opened(self) -> I2cBus:
        if self._bus is None:
            raise OSError("the bus is closed")
        return self._bus

    def _open_interrupt(self) -> None:
        if self._interrupt is None:
            return
        pins = self._pi.pins(self._backend)
        self._pins_words = pins.words
        try:
            self._edges = pins.claim_edges([self._interrupt])
        except NoEdgesError as error:
            self._why_no_edges = str(error)

    def _try_set_up(self) -> None:
        try:
            with self._turns.take():
                self.set_up()
        except OSError as error:
            raise HardwareError(
                "No {what} answers at {address} on {bus}: check the wiring, then {check}",
                what=self._name,
                address=self._silent(),
                bus=f"i2c-{self._number}",
                check=CHECK,
            ) from error

    def _silent(self) -> str:
        """The addresses where nobody is."""
        silent = [address for address in self.addresses if not self._answers(address)]
        return ", ".join(f"0x{address:02X}" for address in silent or self.addresses)

    def _answers(self, address: int) -> bool:
        try:
            with self._turns.take():
                self.get(address, 0, 1)
        except OSError:
            return False
        return True

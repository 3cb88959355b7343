"""Simulated pins of a Pi: gpiozero's mock pins and a kernel line request, on the ends of simulated wires."""

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hw.backend import Pins, gpio_number
from hw.edge_lines import EdgeLines, NoEdgesError
from hw.sim.expanders import InterruptLine
from hw.sim.wires import COLUMN_NETS, ROW_NETS, KeyMatrix, Net
from hw.wiring import INTERRUPT, PadsWiring


class Header(Protocol):
    """What pins hang on."""

    def drive(self, gpio: int, level: float | None) -> None:
        """A pin drives, or lets go (None). `level` is low (0.0), high (1.0) or, modulated, between."""

    def is_low(self, gpio: int) -> bool:
        """What a pin reads."""

    def tell_falls(self, gpios: Sequence[int], tell: Callable[[], None]) -> Callable[[], None]:
        """Call `tell` whenever one of these falls, until the returned function is called."""


class MatrixHeader:
    """A key matrix on the header, by the wiring. Pins that it does not use read high."""

    def __init__(self, matrix: KeyMatrix, wiring: PadsWiring) -> None:
        self._matrix = matrix
        self._net_of: Mapping[int, Net] = dict(
            zip((*wiring.rows, *wiring.columns), (*ROW_NETS, *COLUMN_NETS), strict=True)
        )

    def drive(self, gpio: int, level: float | None) -> None:
        """A pin drives, or lets go."""
        if gpio in self._net_of:
            self._matrix.drive(self._net_of[gpio], None if level is None else bool(level))

    def is_low(self, gpio: int) -> bool:
        """What a pin reads."""
        return gpio in self._net_of and self._matrix.is_low(self._net_of[gpio])

    def tell_falls(self, gpios: Sequence[int], tell: Callable[[], None]) -> Callable[[], None]:
        """Call `tell` whenever one of these falls."""
        nets = {self._net_of[gpio] for gpio in gpios}

        def fall(net: Net) -> None:
            if net in nets:
                tell()

        self._matrix.when_fallen.append(fall)
        return lambda: self._matrix.when_fallen.remove(fall)


class InterruptHeader:
    """The interrupt line of I2C chips on the header, and nothing else."""

    def __init__(self, line: InterruptLine, gpio: int = INTERRUPT) -> None:
        self._line = line
        self._gpio = gpio

    def drive(self, gpio: int, level: float | None) -> None:
        """Nothing else is connected."""

    def is_low(self, gpio: int) -> bool:
        """What a pin reads."""
        return gpio == self._gpio and self._line.is_low

    def tell_falls(self, gpios: Sequence[int], tell: Callable[[], None]) -> Callable[[], None]:
        """Call `tell` whenever the line falls."""
        self._line.when_fallen.append(tell)
        return lambda: self._line.when_fallen.remove(tell)


class WirePin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """gpiozero's mock pin on the end of a wire: what it drives, and reads, is the header's."""

    @property
    def _header(self) -> Header:
        return self.factory.header  # type: ignore[no-any-return]

    @cached_property
    def _gpio(self) -> int:
        return gpio_number(self)

    def _set_function(self, value: str) -> None:
        super()._set_function(value)
        if value == "input":
            self._header.drive(self._gpio, None)

    def _set_state(self, value: Any) -> None:
        super()._set_state(value)
        self._header.drive(self._gpio, float(value))

    def _get_state(self) -> Any:
        if self._function == "output":
            return super()._get_state()
        return not self._header.is_low(self._gpio)

    def _change_state(self, value: Any) -> bool:
        """Without the history that mock pins keep, which would grow with every scan."""
        before: Any = self._state  # type: ignore[has-type]
        self._state = value
        return bool(before != value)


class WireFactory(MockFactory):  # type: ignore[misc]
    """gpiozero's mock factory with pins on the ends of wires."""

    def __init__(self, header: Header) -> None:
        super().__init__(pin_class=WirePin)
        self.header = header


class SimEdgeLines:
    """A kernel line request. With `sends` False it promises edges in vain."""

    def __init__(self, header: Header, gpios: Sequence[int], sends: bool = True) -> None:
        self._header = header
        self._gpios = gpios
        self._heard, self._told = os.pipe()
        self.is_closed = False
        self.has_edge = False
        self._lock = threading.Lock()
        self._stop = header.tell_falls(gpios, self._fall) if sends else lambda: None

    @property
    def fd(self) -> int:
        """Readable once a line has fallen."""
        return self._heard

    def low(self) -> int:
        """Which lines are low."""
        return sum(1 << n for n, gpio in enumerate(self._gpios) if self._header.is_low(gpio))

    def forget(self) -> bool:
        """Forget the edges so far. True if there were any."""
        with self._lock:
            had_edge, self.has_edge = self.has_edge, False
            if had_edge:
                os.read(self._heard, 1)
        return had_edge

    def close(self) -> None:
        """Give the lines back."""
        if not self.is_closed:
            self.is_closed = True
            self._stop()
            os.close(self._heard)
            os.close(self._told)

    def _fall(self) -> None:
        with self._lock:
            if not self.has_edge:
                self.has_edge = True
                os.write(self._told, b"!")


class SimPins(Pins):
    """The pins of a simulated Pi, with a kernel that sends edges, promises them in vain, or has none.

    `factory` is shared by all who claim pins of one header.
    """

    def __init__(
        self,
        header: Header,
        has_edges: bool = True,
        sends_edges: bool = True,
        factory: WireFactory | None = None,
    ) -> None:
        super().__init__(factory or WireFactory(header), "auto", "simulated wires")
        self.edges: SimEdgeLines | None = None
        self._has_edges = has_edges
        self._sends_edges = sends_edges

    def claim_edges(self, gpios: Sequence[int]) -> EdgeLines:
        """Inputs that wake."""
        if not self._has_edges:
            raise NoEdgesError("simulated so")
        self.edges = SimEdgeLines(self.factory.header, gpios, self._sends_edges)
        return self.edges

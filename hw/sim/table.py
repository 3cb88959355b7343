"""The virtual table as a driver: pads, panel and lights on a web page, straight through the ports."""

import threading
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

from PIL import Image

from hw.ports import PADS, Glow, KeyEdge
from hw.sim.look import LOOKS, Look
from hw.sim.server import PageServer

ADDRESS = "127.0.0.1"
PORT = 8064
SIZE = (128, 64)
BRIGHTNESS = {Glow.BRIGHT: 1.0, Glow.DIM: 0.25, Glow.OFF: 0.0}


def monotonic_ms() -> int:
    """Milliseconds of a clock that never goes back."""
    return time.monotonic_ns() // 1_000_000


class TablePads:
    """The keys of the page. Nothing here bounces: a page sends clean edges."""

    def __init__(self, clock: Callable[[], int] = monotonic_ms) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._put: Callable[[KeyEdge], None] | None = None
        self._down: set[tuple[int, int]] = set()

    def __repr__(self) -> str:
        return "TablePads()"

    def press(self, pad: int, key: int, is_down: bool) -> None:
        """Take in a key that went down or up; reported if somebody has started listening."""
        # The stamp is taken under the lock, so that times never go back from one edge to the next.
        with self._lock:
            if is_down:
                self._down.add((pad, key))
            else:
                self._down.discard((pad, key))
            if self._put is not None:
                self._put(KeyEdge(pad, key, is_down, self._clock()))

    def start(self, put: Callable[[KeyEdge], None]) -> frozenset[tuple[int, int]]:
        """Report every edge from now on; returns the keys that pages hold already."""
        with self._lock:
            self._put = put
            return frozenset(self._down)

    def close(self) -> None:
        """Report no more."""
        with self._lock:
            self._put = None


class TablePanel:
    """The panel of the page."""

    def __init__(self, server: PageServer, size: tuple[int, int]) -> None:
        self._server = server
        self._size = size

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._size

    def show(self, image: Image.Image, glow: Glow) -> None:
        """Show a mode-"1" image of `size`. Never waits for a page, never fails."""
        if (image.mode, image.size) != ("1", self._size):
            raise ValueError(
                f'a mode "1" image of {self._size} it must be, not {image.mode!r} of {image.size}'
            )
        self._server.show_panel(image.tobytes(), BRIGHTNESS[glow])

    def close(self) -> None:
        """Turn the panel off."""
        self.show(Image.new("1", self._size), Glow.OFF)


class TableLights:
    """The lights of the page. They can take another pad's colour."""

    def __init__(self, server: PageServer) -> None:
        self._server = server

    def show(self, levels: Sequence[float], colour: int | None = None) -> None:
        """Set the eight lights. Never waits for a page, never fails."""
        self._server.show_lights(levels, colour)

    def close(self) -> None:
        """All lights off."""
        self._server.show_lights([0.0] * PADS)


class VirtualTable:
    """`pads`, `panel` and `lights` on a page at `url`, from construction to `close()`.

    `note` is what to tell people when `port` was in use and another was taken, else None. Raises
    `HardwareError` when the address is not this machine's alone, or no port near `port` is free.
    """

    def __init__(
        self,
        address: str = ADDRESS,
        port: int = PORT,
        size: tuple[int, int] = SIZE,
        clock: Callable[[], int] = monotonic_ms,
        looks: Sequence[Look] = LOOKS,
    ) -> None:
        self.pads = TablePads(clock)
        self._server = PageServer(address, port, size, self.pads.press, looks)
        self.panel = TablePanel(self._server, size)
        self.lights = TableLights(self._server)
        self.url = self._server.url
        self.port = self._server.port
        self.note = self._server.note

    def close(self) -> None:
        """Panel and lights off, pages told, port given back. May be called twice."""
        self.pads.close()
        self.panel.close()
        self.lights.close()
        self._server.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

"""The virtual table: pads, panel and lights on a web page, through the real drivers on a simulated Pi.

A key of the page moves a contact of simulated wires; the page's panel is what the memory of a simulated chip
holds; its lights are what simulated LEDs show.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import Self

from msgspec.structs import replace
from PIL import Image

from hw.board import Board
from hw.faults import faults
from hw.opening import open_lights, open_pads, open_panel
from hw.ports import Glow, KeyEdge, Lights, Pads, Panel
from hw.sim.look import LOOKS, Look
from hw.sim.rig import Rig
from hw.sim.rig_faults import RigWires
from hw.sim.rig_fingers import Fingers
from hw.sim.server import PageServer
from hw.wiring import Wiring

ADDRESS = "127.0.0.1"
PORT = 8064


class News:
    """Passes on what has changed; while a driver is at work, only once it is done."""

    def __init__(self, publish: Callable[[], None]) -> None:
        self._publish = publish
        self._lock = threading.Lock()
        self._busy = 0
        self._is_due = False

    def tell(self) -> None:
        """Something has changed."""
        with self._lock:
            self._is_due = True
            if self._busy:
                return
        self._pass_on()

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """What changes meanwhile is passed on as one, at the end, whatever happens."""
        with self._lock:
            self._busy += 1
        try:
            yield
        finally:
            with self._lock:
                self._busy -= 1
            self._pass_on()

    def _pass_on(self) -> None:
        with self._lock:
            is_due, self._is_due = self._is_due, False
        if is_due:
            self._publish()


class TablePads:
    """The real driver of the pads; the fingers of the page hear what it reports."""

    def __init__(self, driver: Pads, fingers: Fingers) -> None:
        self._driver = driver
        self._fingers = fingers

    def start(self, put: Callable[[KeyEdge], None]) -> frozenset[tuple[int, int]]:
        """Report every edge from now on; returns the keys that are down already. Raises `HardwareError`."""
        return self._driver.start(self._fingers.listen(put))

    def close(self) -> None:
        """Report no more. May be called twice."""
        self._driver.close()
        self._fingers.listen_no_more()


class TablePanel:
    """The real driver of the panel; pages see a picture once it is complete."""

    def __init__(self, driver: Panel, news: News) -> None:
        self._driver = driver
        self._news = news

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._driver.size

    def show(self, image: Image.Image, glow: Glow) -> None:
        """Show a mode-"1" image of `size`. Raises `HardwareError` when the panel has been unplugged."""
        with self._news.at_once():
            self._driver.show(image, glow)

    def close(self) -> None:
        """Turn the panel off. May be called twice."""
        with self._news.at_once():
            self._driver.close()


class TableLights:
    """The real driver of the lights; pages see all eight change as one."""

    def __init__(self, driver: Lights, news: News) -> None:
        self._driver = driver
        self._news = news
        self._is_open = True

    @property
    def again_s(self) -> float | None:
        """As the driver wants it."""
        return self._driver.again_s

    def show(self, levels: Sequence[float], colour: int | None = None) -> None:
        """Set the eight lights. After `close` nothing is there to be set. Raises `HardwareError`."""
        if self._is_open:
            with self._news.at_once():
                self._driver.show(levels, colour)

    def close(self) -> None:
        """All lights off. May be called twice."""
        self._is_open = False
        with self._news.at_once():
            self._driver.close()


class VirtualTable:
    """`pads`, `panel` and `lights` on a page at `url`, from construction to `close()`.

    They are the real drivers of `wiring`, on `rig`, where faults can be made. A part that cannot be wired so
    is as in the reference build, and `faults` says why. `note` is what to tell people when `port` was in use
    and another was taken, else None. Raises `HardwareError` when the address is not this machine's alone, or
    no port near `port` is free.
    """

    def __init__(
        self,
        address: str = ADDRESS,
        port: int = PORT,
        wiring: Wiring | None = None,
        looks: Sequence[Look] = LOOKS,
        rig: Rig | None = None,
    ) -> None:
        """A `rig` brings its own wiring; else one is made from `wiring`, the reference build unless told."""
        self.faults = _faults(wiring or Wiring())
        self.rig = rig or Rig(buildable(wiring or Wiring()))
        with ExitStack() as opening:
            self._fingers = Fingers(self.rig.press, lambda: self.rig.is_sound)
            opening.callback(self._fingers.close)
            size = self.rig.panel_picture().size
            self._server = PageServer(address, port, size, self._fingers.move, RigWires(self.rig), looks)
            opening.callback(self._server.close)
            self.panel = self._open_panel()
            self.lights = self._open_lights()
            self.pads = TablePads(open_pads(self.rig.wiring, self.rig), self._fingers)
            opening.pop_all()
        self.url = self._server.url
        self.port = self._server.port
        self.note = self._server.note

    def press(self, pad: int, key: int, is_down: bool) -> None:
        """What a page does when its key goes down or up."""
        self._fingers.move(pad, key, is_down)

    def close(self) -> None:
        """Pages told, port given back. May be called twice.

        Panel and lights are closed by whoever uses them: a bus that hangs holds up that thread alone.
        """
        self.pads.close()
        self._server.close()
        self._fingers.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open_panel(self) -> TablePanel:
        rig, server = self.rig, self._server
        news = News(lambda: server.show_panel(rig.panel_picture().tobytes(), rig.panel_brightness()))
        rig.when_panel_changed.append(news.tell)
        return TablePanel(open_panel(rig.wiring, rig), news)

    def _open_lights(self) -> TableLights:
        rig, server = self.rig, self._server
        news = News(lambda: server.show_lights(rig.light_levels(), rig.light_colour()))
        rig.when_lights_changed.append(news.tell)
        return TableLights(open_lights(rig.wiring, rig), news)


def buildable(wiring: Wiring) -> Wiring:
    """That wiring, with the parts that cannot be wired so as in the reference build."""
    found = faults(wiring, Board())
    if not found:
        return wiring
    reference = Wiring()
    wrong = {part for fault in found for part in fault.parts}
    mended = replace(
        wiring, backend=reference.backend, **{part: getattr(reference, part) for part in sorted(wrong)}
    )
    return reference if faults(mended, Board()) else mended


def _faults(wiring: Wiring) -> tuple[str, ...]:
    return tuple(fault.text for fault in faults(wiring, Board()))

"""A panel on one of luma's devices: opened when there is something to show, and anew after every fault."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from luma.core.error import Error as LumaError
from PIL import Image

from hw.panel.lines import Line, line_to
from hw.panel.serials import Serial
from hw.pi import Pi, ThisPi
from hw.ports import Glow, HardwareError
from hw.wiring import Wiring

UPSIDE_DOWN = 2
"""luma's word for half a turn."""


class Screen(Protocol):
    """What we use of a luma device. To make one initialises the chip, clears its memory, then lights it."""

    mode: str

    def display(self, image: Image.Image) -> None:
        """Send a picture of the device's mode."""

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""

    def hide(self) -> None:
        """Turn the display off."""


@dataclass(frozen=True, slots=True)
class Contrasts:
    """A chip's contrast, 0 to 255, when bright and when dim."""

    bright: int
    dim: int

    def at(self, glow: Glow) -> int:
        """The contrast for a lit panel; a third of the way up is half as bright to the eye."""
        middle = self.dim + (self.bright - self.dim) // 3
        return {Glow.DIM: self.dim, Glow.MIDDLE: middle}.get(glow, self.bright)


def open_oled(
    wiring: Wiring, chip: Callable[..., Any], contrasts: Contrasts, pi: Pi | None = None
) -> "OledPanel":
    """The panel of this wiring, with that luma device as its chip. Touches nothing yet.

    `chip` is called with a serial, `first_column`, `width`, `height` and `rotate`.
    """
    panel = wiring.panel

    def make(serial: Serial) -> Screen:
        screen: Screen = chip(
            serial,
            first_column=panel.offset,
            width=panel.width,
            height=panel.height,
            rotate=UPSIDE_DOWN if panel.is_upside_down else 0,
        )
        return screen

    return OledPanel((panel.width, panel.height), line_to(wiring, pi or ThisPi()), make, contrasts)


class OledPanel:
    """Shows pictures on a chip at the end of a line. Not for several threads at once.

    A fault of any kind is one `HardwareError`; the next call opens the panel anew, with a full
    initialisation and a whole picture. So does waking: a panel may lose its power while it sleeps.
    """

    def __init__(
        self, size: tuple[int, int], line: Line, chip: Callable[[Serial], Screen], contrasts: Contrasts
    ) -> None:
        self._size = size
        self._line = line
        self._chip = chip
        self._contrasts = contrasts
        self._serial: Serial | None = None
        self._screen: Screen | None = None
        # What the panel shows, and how; None: nobody knows.
        self._picture: bytes | None = None
        self._glow: Glow | None = None
        self._can_be_asked = False
        self._may_be_lit = False

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._size

    def show(self, image: Image.Image, glow: Glow) -> None:
        """Show a mode-"1" image of `size` at that brightness; off, whatever the image is.

        Sends only what differs from what the panel shows. Raises `HardwareError` when nothing answers.
        """
        if (image.mode, image.size) != ("1", self._size):
            raise ValueError(
                f'a mode "1" image of {self._size} it must be, not {image.mode!r} of {image.size}'
            )
        try:
            if glow is Glow.OFF:
                self._sleep()
            else:
                self._light(image, glow)
        except (OSError, LumaError) as error:
            self._forget()
            raise self._line.fault(error) from error

    def close(self) -> None:
        """Turn the panel off and give its bus back. Never raises; may be called twice."""
        if self._may_be_lit:
            # After a fault too: the panel may be back, showing what it showed.
            with contextlib.suppress(OSError, LumaError, HardwareError):
                self._sleep()
        self._may_be_lit = False
        self._forget()

    def _light(self, image: Image.Image, glow: Glow) -> None:
        screen = self._awake_screen()
        picture = image.tobytes()
        if picture != self._picture:
            screen.display(image if screen.mode == image.mode else image.convert(screen.mode))
            self._picture = picture
        if glow is not self._glow:
            screen.contrast(self._contrasts.at(glow))
            self._glow = glow

    def _sleep(self) -> None:
        """Turn the panel off; a panel of which nothing is known too, for the last run may have left it on."""
        if self._glow is Glow.OFF:
            return
        (self._screen or self._open()).hide()
        self._forget()
        self._glow, self._may_be_lit = Glow.OFF, False

    def _awake_screen(self) -> Screen:
        """The opened screen. One that has lost its power in the meantime is opened anew."""
        if self._screen is not None and self._can_be_asked and not self._is_on():
            self._forget()
        return self._screen or self._open()

    def _open(self) -> Screen:
        self._forget()
        self._may_be_lit = True
        self._serial = self._line.open()
        self._screen = self._chip(self._serial)
        # Some clones cannot be read: those are believed to be on.
        with contextlib.suppress(OSError):
            self._can_be_asked = self._is_on()
        return self._screen

    def _is_on(self) -> bool:
        return bool(self._serial and self._serial.is_display_on())

    def _forget(self) -> None:
        """Let go of the bus, and know nothing of the panel any more."""
        serial, self._serial, self._screen = self._serial, None, None
        self._picture, self._glow, self._can_be_asked = None, None, False
        with contextlib.suppress(OSError, LumaError):
            if serial is not None:
                serial.cleanup()

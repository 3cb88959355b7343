"""What luma's devices lack for us: no hook at exit, and a `display()` that sends only what changed.

Mixed in around one of luma's devices, in this order: `class Ssd1306(Windowed, ssd1306, Unhooked)`.
"""

from collections.abc import Iterable
from typing import Any

from luma.core.device import device
from PIL import Image

from hw.panel.windows import Pages, Window, changed_runs, changed_windows, packed, whole

# SSD1306 data sheet, 10.1; SH1106 data sheet, "Commands". The lower three have their value in the code.
COLUMN_WINDOW, PAGE_WINDOW = 0x21, 0x22
LOW_COLUMN, HIGH_COLUMN, PAGE = 0x00, 0x10, 0xB0


class Unhooked(device):  # type: ignore[misc]  # luma has no types
    """Stands in for luma's base class, which leaves a hook at exit each time that a panel is opened.

    Such a hook cannot be taken back: a panel tried again for hours would leave hundreds, each blanking it
    at exit. Derived from last, so that the chips' `super().__init__` ends here.
    """

    def __init__(self, const: Any, serial_interface: Any) -> None:
        self._const = const
        self._serial_interface = serial_interface


class Differing(device):  # type: ignore[misc]
    """`display()` that remembers what the chip's memory holds, and sends what differs.

    `first_column` is where in the memory the glass begins; None: where luma thinks it does.
    """

    def __init__(self, serial_interface: Any, first_column: int | None = None, **options: int) -> None:
        self._held: Pages | None = None
        self._first_column = first_column
        super().__init__(serial_interface, **options)

    def display(self, image: Image.Image) -> None:
        """Show a mode-"1" image of `size`. Everything is sent the first time, and again after an error."""
        pages = packed(self.preprocess(image))
        held, self._held = self._held, None
        if held is None:
            self._send_all(pages)
        else:
            for window in self._changes(held, pages):
                self._send(window, pages)
        self._held = pages

    def _send_all(self, pages: Pages) -> None:
        """Send a whole picture."""
        self._send(whole(pages), pages)

    def _changes(self, old: Pages, new: Pages) -> Iterable[Window]:
        """What to send, in windows that the chip can take."""
        raise NotImplementedError

    def _send(self, window: Window, pages: Pages) -> None:
        """Send a window of a picture."""
        raise NotImplementedError


class Windowed(Differing):
    """For chips that take a window of columns and pages: the SSD1306 and its kin."""

    # What a window costs on I2C besides its bytes: two addresses, two control bytes, six of commands.
    OVERHEAD = 10

    def _changes(self, old: Pages, new: Pages) -> Iterable[Window]:
        return changed_windows(old, new, self.OVERHEAD)

    def _send(self, window: Window, pages: Pages) -> None:
        first = self._colstart if self._first_column is None else self._first_column
        self.command(
            *(COLUMN_WINDOW, first + window.left, first + window.right),
            *(PAGE_WINDOW, window.top, window.bottom),
        )
        self.data(window.cut(pages))


class Paged(Differing):
    """For chips that take one page at a time, from a column on: the SH1106."""

    OVERHEAD = 7
    MEMORY_COLUMNS = 132

    def _changes(self, old: Pages, new: Pages) -> Iterable[Window]:
        return changed_runs(old, new, self.OVERHEAD)

    def _send(self, window: Window, pages: Pages) -> None:
        self._write(window.top, self._glass_column() + window.left, window.cut(pages))

    def _send_all(self, pages: Pages) -> None:
        """With the columns beside the glass: where the offset is a little wrong, their noise would show."""
        left = self._glass_column()
        for number, page in enumerate(pages):
            self._write(number, 0, (bytes(left) + page).ljust(self.MEMORY_COLUMNS, b"\0"))

    def _write(self, page: int, column: int, data: bytes) -> None:
        self.command(PAGE | page, LOW_COLUMN | column & 0x0F, HIGH_COLUMN | column >> 4)
        self.data(data)

    def _glass_column(self) -> int:
        first: int = self._page_address_offset if self._first_column is None else self._first_column
        return first

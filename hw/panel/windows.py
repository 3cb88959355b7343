"""What of a picture must be sent: the windows of a panel's memory that differ from what it holds.

Pure. The memory of these panels is made of pages, eight rows high; a byte is one column of a page, the
uppermost pixel in bit 0.
"""

from collections.abc import Iterator

from msgspec import Struct
from PIL import Image

Pages = tuple[bytes, ...]
"""A picture as the panel stores it: a `bytes` a page from the top, in it a byte a column from the left."""

PAGE_ROWS = 8


class Window(Struct, frozen=True):
    """A rectangle of the memory: columns and pages, both ends included."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def size(self) -> int:
        """How many bytes it holds."""
        return (self.right - self.left + 1) * (self.bottom - self.top + 1)

    def joined(self, other: "Window") -> "Window":
        """The smallest window with both in it."""
        return Window(
            min(self.left, other.left),
            max(self.right, other.right),
            min(self.top, other.top),
            max(self.bottom, other.bottom),
        )

    def cut(self, pages: Pages) -> bytes:
        """What a picture has there, page by page."""
        return b"".join(page[self.left : self.right + 1] for page in pages[self.top : self.bottom + 1])


def packed(image: Image.Image) -> Pages:
    """A mode-"1" image, its height a multiple of 8, as the panel stores it."""
    width, height = image.size
    # Turned clockwise, a column's eight pixels become a row, lowest first: one byte, as the chip wants it.
    return tuple(
        image.crop((0, top, width, top + PAGE_ROWS)).transpose(Image.Transpose.ROTATE_270).tobytes()
        for top in range(0, height, PAGE_ROWS)
    )


def whole(pages: Pages) -> Window:
    """The window that is the whole picture."""
    return Window(0, len(pages[0]) - 1, 0, len(pages) - 1)


def changed_windows(old: Pages, new: Pages, overhead: int) -> list[Window]:
    """The windows to send so that a memory that holds `old` holds `new`: never dearer than the whole.

    `overhead` is what a window costs besides its bytes: windows are joined where that saves some.
    """
    windows: list[Window] = []
    for run in changed_runs(old, new, overhead):
        near = next((i for i, window in enumerate(windows) if _pays(window, run, overhead)), None)
        if near is None:
            windows.append(run)
        else:
            windows[near] = windows[near].joined(run)
    everything = whole(new)
    is_dearer = sum(overhead + window.size for window in windows) > overhead + everything.size
    return [everything] if is_dearer else windows


def changed_runs(old: Pages, new: Pages, gap: int) -> Iterator[Window]:
    """The changed columns of each page, those at most `gap` unchanged ones apart in one window."""
    for number, (before, after) in enumerate(zip(old, new, strict=True)):
        if before == after:
            continue
        changed = [x for x, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
        left = last = changed[0]
        for x in changed:
            if x - last > gap + 1:
                yield Window(left, last, number, number)
                left = x
            last = x
        yield Window(left, last, number, number)


def _pays(window: Window, run: Window, overhead: int) -> bool:
    """One window of both costs no more than two."""
    return window.joined(run).size <= window.size + run.size + overhead

"""What every page shows, and the messages that bring a page from one view to the next.

A message to a page is one of:

- text `{"type": "hello", "size": [w, h], "pads": [{"name", "code", "colour"}, ...],
  "faults": {words: meaning}, "page": version}`, first;
- text `{"type": "glow", "brightness": 0-255}`, 0 is off;
- text `{"type": "lights", "levels": [eight of 0-255], "colour": pad or null}`;
- binary: the first changed row (two bytes, high one first), then whole rows to the last changed one, each of
  (w + 7) // 8 bytes, leftmost pixel in the highest bit, 1 is lit.

No message has a place for a key: what a page shows of its keys, and of its faults, it knows by itself.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field

from hw.ports import PADS
from hw.sim.look import Look

FULL = 255


@dataclass(frozen=True, slots=True)
class View:
    """The panel's pixels (`rows`, packed as above) and brightness, the lights' levels and colour."""

    size: tuple[int, int]
    rows: bytes = field(repr=False)
    brightness: int = 0
    levels: tuple[int, ...] = (0,) * PADS
    colour: int | None = None

    def __post_init__(self) -> None:
        if len(self.rows) != row_length(self.size) * self.size[1]:
            raise ValueError(f"{len(self.rows)} bytes are no picture of {self.size[0]}x{self.size[1]} pixels")
        if len(self.levels) != PADS:
            raise ValueError(f"{len(self.levels)} levels for {PADS} lights")


def dark(size: tuple[int, int]) -> View:
    """A panel and lights that are off."""
    return View(size, bytes(row_length(size) * size[1]))


def row_length(size: tuple[int, int]) -> int:
    """Bytes in one packed row."""
    return (size[0] + 7) // 8


def as_byte(level: float) -> int:
    """0.0-1.0 as 0-255, rounded up: what glows at all is never shown as off."""
    return min(FULL, math.ceil(level * FULL))


def hello(size: tuple[int, int], looks: Sequence[Look], faults: Mapping[str, str], page_version: str) -> str:
    """The first message on every connection. `faults` are those that can be made, with places to fill in."""
    pads = [asdict(look) for look in looks]
    return json.dumps(
        {"type": "hello", "size": size, "pads": pads, "faults": dict(faults), "page": page_version}
    )


def changes(before: View | None, after: View) -> Iterator[str | bytes]:
    """The messages that bring a page that shows `before` (None: nothing yet) to `after`."""
    if before is None or before.rows != after.rows:
        yield _frame(before, after)
    if before is None or before.brightness != after.brightness:
        yield json.dumps({"type": "glow", "brightness": after.brightness})
    if before is None or (before.levels, before.colour) != (after.levels, after.colour):
        yield json.dumps({"type": "lights", "levels": after.levels, "colour": after.colour})


def _frame(before: View | None, after: View) -> bytes:
    changed = range(after.size[1]) if before is None else _changed_rows(before, after)
    length = row_length(after.size)
    return changed[0].to_bytes(2) + after.rows[changed[0] * length : (changed[-1] + 1) * length]


def _changed_rows(before: View, after: View) -> list[int]:
    length = row_length(after.size)
    return [
        row
        for row in range(after.size[1])
        if before.rows[row * length : (row + 1) * length] != after.rows[row * length : (row + 1) * length]
    ]

"""The ports: what the game asks of its hardware, and nothing more.

A driver implements one of the three protocols. Pads are numbered 1-8 in the order of their
colours (red, orange, yellow, green, cyan, blue, purple, white), keys 1-8 as printed on them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from hw.words import SaidError

if TYPE_CHECKING:
    from PIL import Image

PADS = 8
KEYS = 8


@dataclass(frozen=True, slots=True)
class KeyEdge:
    """One debounced change of one key. `at_ms` is monotonic. The key is no part of the `repr`.

    `bounce_ms` is how long the contact took to come to rest, where the driver knows; of a key that goes up,
    the longer of then and when it went down.
    """

    pad: int
    key: int = field(repr=False)
    is_down: bool
    at_ms: int
    bounce_ms: int = field(default=0, compare=False, repr=False)


class HardwareError(SaidError):
    """The world is at fault. The message names the thing and the cure, in one line."""


class Glow(Enum):
    """How bright a panel is."""

    BRIGHT = "bright"
    MIDDLE = "middle"
    DIM = "dim"
    OFF = "off"


class Pads(Protocol):
    """Eight pads of eight keys."""

    def start(self, put: Callable[[KeyEdge], None]) -> frozenset[tuple[int, int]]:
        """Claim the wires and report every edge from now on to `put`, from any thread, in order.

        Returns the (pad, key) pairs that are down already: they are not fresh.
        Raises `HardwareError` when the pads cannot be used.
        """

    def close(self) -> None:
        """Stop reporting and give the wires back. May be called twice."""


class Panel(Protocol):
    """A 1-bit screen."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    def show(self, image: "Image.Image", glow: Glow) -> None:
        """Show a mode-"1" image of `size` at that brightness. May be slow: call it from the panel's thread.

        Raises `HardwareError` when nothing answers; the next call tries again.
        """

    def close(self) -> None:
        """Turn the panel off. May be called twice."""


class Lights(Protocol):
    """One light a pad.

    `again_s` is how often lit lights want to be shown again though nothing changed, since they may have lost
    their power unnoticed; None: they cannot.
    """

    @property
    def again_s(self) -> float | None:
        """In seconds."""

    def show(self, levels: Sequence[float], colour: int | None = None) -> None:
        """Set the eight lights, pad 1 first, each 0.0 (off) to 1.0 (full).

        `colour`, a pad number, asks lights that can to take that pad's colour everywhere.
        Raises `HardwareError` when nothing answers; the next call tries again.
        """

    def close(self) -> None:
        """All lights off, wires given back. May be called twice."""

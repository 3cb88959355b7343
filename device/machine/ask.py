"""What a pad is asked, and what it can say: all that the booth and the machine know of each other.

The booth is told an `Ask` and no more of the game; the machine is told a `PadInput` and no more of the
keys. Each input carries `at_ms`, monotonic.
"""

from dataclasses import dataclass, field
from enum import Enum

from msgspec import Struct

from device.engine.table import PADS, Pad

ALL_KEYS = frozenset(range(1, 9))
NO_KEYS: frozenset[int] = frozenset()
PAGE_STEPS = {7: -1, 8: 1}
PAGE_KEYS = frozenset(PAGE_STEPS)


class Kind(Enum):
    """How a pad's presses are taken."""

    NOTHING = "nothing"  # presses mean nothing and are not even reported
    NUMBER = "number"  # a press is a public number, told as the key comes up
    VOTE = "vote"  # a press may be a secret vote, taken as the key goes down


class Ask(Struct, frozen=True):
    """What one pad is asked.

    `options` are the numbers that are votes; `pages` the keys that turn a page (VOTE only); `holds` the
    keys whose hold means something here (a hold that means nothing is a press). A key that went down
    under another `serial` is not fresh: no press and no hold. While asleep the first key only wakes.
    """

    kind: Kind = Kind.NOTHING
    options: frozenset[int] = NO_KEYS
    pages: frozenset[int] = NO_KEYS
    holds: frozenset[int] = NO_KEYS
    serial: tuple[int, int] = (0, 0)
    is_asleep: bool = False


# What a pad can say


class Touched(Struct, frozen=True):
    """Any key of a pad went down or up: it keeps the device awake and a menu open."""

    pad: Pad
    at_ms: int


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press of a key that is no vote; it went down at `down_ms`."""

    pad: Pad
    key: int = field(repr=False)
    down_ms: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Held:
    """A key of a pad was held for a second; it went down at `down_ms`."""

    pad: Pad
    key: int = field(repr=False)
    down_ms: int
    at_ms: int


class Chorded(Struct, frozen=True):
    """Keys 1 and 8 of a pad were held together for a second."""

    pad: Pad
    at_ms: int


class VoteCast(Struct, frozen=True):
    """A pad pressed a number of the card, or its vote stands again after a chord. Which: the booth knows."""

    pad: Pad
    at_ms: int


class VoteWithdrawn(Struct, frozen=True):
    """A second key went down: the pad's standing vote is withdrawn."""

    pad: Pad
    at_ms: int


class NotAnOption(Struct, frozen=True):
    """A pad pressed a key that is no number of the card."""

    pad: Pad
    at_ms: int


class PageTurned(Struct, frozen=True):
    """A pad asked for another page: `step` +1 or -1."""

    pad: Pad
    step: int
    at_ms: int


class KeyStuck(Struct, frozen=True):
    """A key of a pad has been down for 30 s and counts as up."""

    pad: Pad
    at_ms: int


class KeyFreed(Struct, frozen=True):
    """No key of a pad is stuck any more."""

    pad: Pad
    at_ms: int


PadInput = (
    Touched
    | Pressed
    | Held
    | Chorded
    | VoteCast
    | VoteWithdrawn
    | NotAnOption
    | PageTurned
    | KeyStuck
    | KeyFreed
)

__all__ = [
    "ALL_KEYS",
    "NO_KEYS",
    "PADS",
    "PAGE_KEYS",
    "PAGE_STEPS",
    "Ask",
    "Chorded",
    "Held",
    "KeyFreed",
    "KeyStuck",
    "Kind",
    "NotAnOption",
    "Pad",
    "PadInput",
    "PageTurned",
    "Pressed",
    "Touched",
    "VoteCast",
    "VoteWithdrawn",
]

"""Everything the machine can be told. Nouns in the past; each carries `at_ms`, monotonic."""

from dataclasses import dataclass, field

from device.engine.cards import Card
from device.engine.table import Face, Pad
from device.machine.phases import Note, Paging


@dataclass(frozen=True, slots=True)
class Touched:
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


@dataclass(frozen=True, slots=True)
class Chorded:
    """Keys 1 and 8 of a pad were held together for a second."""

    pad: Pad
    at_ms: int


@dataclass(frozen=True, slots=True)
class VoteCast:
    """A pad pressed a number of the card, or its vote stands again after a chord. Which: the booth knows."""

    pad: Pad
    at_ms: int


@dataclass(frozen=True, slots=True)
class VoteWithdrawn:
    """A second key went down: the pad's standing vote is withdrawn."""

    pad: Pad
    at_ms: int


@dataclass(frozen=True, slots=True)
class NotAnOption:
    """A pad pressed a key that is no number of the card."""

    pad: Pad
    at_ms: int


@dataclass(frozen=True, slots=True)
class PageTurned:
    """A pad asked for another page: `step` +1 or -1."""

    pad: Pad
    step: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class KeyStuck:
    """A key of a pad has been down for 30 s and counts as up."""

    pad: Pad
    at_ms: int


@dataclass(frozen=True, slots=True)
class KeyFreed:
    """No key of a pad is stuck any more."""

    pad: Pad
    at_ms: int


@dataclass(frozen=True, slots=True)
class DieRolled:
    """The device's die fell. Chance is an input."""

    face: Face
    at_ms: int


@dataclass(frozen=True, slots=True)
class CardFound:
    """A card was drawn from its pile. Chance is an input."""

    card: Card
    at_ms: int


@dataclass(frozen=True, slots=True)
class EffectFailed:
    """A card was asked for, and there is none of its category."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class BallotsOpened:
    """The drum-roll is over: the one place where votes come out of the booth."""

    votes: dict[Pad, int]
    at_ms: int


@dataclass(frozen=True, slots=True)
class Paged:
    """How the screen of the present phase falls into pages."""

    paging: Paging
    at_ms: int


@dataclass(frozen=True, slots=True)
class Noted:
    """The program has something to say on the screen (a wrong setting, a journal set aside ...)."""

    note: Note
    at_ms: int


@dataclass(frozen=True, slots=True)
class TimePassed:
    """The earliest deadline has come."""

    at_ms: int


Input = (
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
    | DieRolled
    | CardFound
    | EffectFailed
    | BallotsOpened
    | Paged
    | Noted
    | TimePassed
)

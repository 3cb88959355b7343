"""Everything the machine can be told. Nouns in the past; each carries `at_ms`, monotonic.

What pads can say is in ask.py, beside what they are asked.
"""

from msgspec import Struct

from device.engine.cards import Card
from device.engine.table import Face, Pad
from device.machine.ask import (
    Chorded,
    Held,
    KeyFreed,
    KeyStuck,
    NotAnOption,
    PadInput,
    PageTurned,
    Pressed,
    Touched,
    VoteCast,
    VoteWithdrawn,
)
from device.machine.phases import Note, Offer, Paging


class DieRolled(Struct, frozen=True):
    """The device's die fell. Chance is an input."""

    face: Face
    at_ms: int


class CardFound(Struct, frozen=True):
    """A card was drawn from its pile. Chance is an input."""

    card: Card
    at_ms: int


class EffectFailed(Struct, frozen=True):
    """A card was asked for, and there is none of its category."""

    at_ms: int


class BallotsOpened(Struct, frozen=True):
    """The drum-roll is over: the one place where votes come out of the booth."""

    votes: dict[Pad, int]
    at_ms: int


class OfferFound(Struct, frozen=True):
    """What there is to choose from: decks, earlier names, languages."""

    offer: Offer
    at_ms: int


class Paged(Struct, frozen=True):
    """How the screen of the present phase falls into pages."""

    paging: Paging
    at_ms: int


class Noted(Struct, frozen=True):
    """The program has something to say on the screen (a wrong setting, a journal set aside ...)."""

    note: Note
    at_ms: int


class TimePassed(Struct, frozen=True):
    """The earliest deadline has come."""

    at_ms: int


Input = (
    PadInput | DieRolled | CardFound | EffectFailed | BallotsOpened | OfferFound | Paged | Noted | TimePassed
)

__all__ = [
    "BallotsOpened",
    "CardFound",
    "Chorded",
    "DieRolled",
    "EffectFailed",
    "Held",
    "Input",
    "KeyFreed",
    "KeyStuck",
    "NotAnOption",
    "Noted",
    "OfferFound",
    "PadInput",
    "PageTurned",
    "Paged",
    "Pressed",
    "TimePassed",
    "Touched",
    "VoteCast",
    "VoteWithdrawn",
]

"""Everything the machine asks for or tells. Orders are imperatives, facts are nouns in the past."""

from enum import StrEnum

from msgspec import Struct

from device.engine.cards import Category
from device.engine.events import Event
from device.engine.table import Face, Pad
from device.machine.menus import Value


class Reason(StrEnum):
    """Why a press was refused (controls.md)."""

    TAKEN = "taken"
    TOO_FEW = "too_few"
    NOT_AN_OPTION = "not_an_option"
    NOT_A_FACE = "not_a_face"
    NO_CARD = "no_card"
    NOT_NOW = "not_now"


class Happened(Struct, frozen=True):
    """Something happened to the table: to be journaled before anything is shown."""

    event: Event


class PhaseBegan(Struct, frozen=True):
    """A phase began, perhaps the same one anew; `menu` when a menu opens."""

    phase: str


class Refused(Struct, frozen=True):
    """A wrong press, never with its number."""

    pad: Pad
    reason: Reason


class Voted(Struct, frozen=True):
    """A pad has voted, for the first time or again."""

    pad: Pad


class Withdrawn(Struct, frozen=True):
    """A standing vote was withdrawn."""

    pad: Pad


class Jammed(Struct, frozen=True):
    """A key of a pad is stuck."""

    pad: Pad


class RollDie(Struct, frozen=True):
    """Roll the device's die: answered by `DieRolled`."""

    faces: tuple[Face, ...]


class DrawCard(Struct, frozen=True):
    """Draw a card of that category: answered by `CardFound` or `EffectFailed`."""

    category: Category


class OpenBallots(Struct, frozen=True):
    """Open the ballots of these pads: answered by `BallotsOpened`."""

    pads: tuple[Pad, ...]


class VoidBallots(Struct, frozen=True):
    """Destroy these pads' ballots unread; None: all of them."""

    pad: Pad | None = None


class KeepSetting(Struct, frozen=True):
    """Remember a setting on the device."""

    key: str
    value: Value


class FindOffer(Struct, frozen=True):
    """Find out what there is to choose from: answered by `OfferFound`."""


class SwitchOff(Struct, frozen=True):
    """Switch the device off."""


class Restart(Struct, frozen=True):
    """Start the device again."""


Effect = (
    Happened
    | PhaseBegan
    | Refused
    | Voted
    | Withdrawn
    | Jammed
    | RollDie
    | DrawCard
    | OpenBallots
    | VoidBallots
    | KeepSetting
    | FindOffer
    | SwitchOff
    | Restart
)

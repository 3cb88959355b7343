"""Everything the machine asks for or tells. Orders are imperatives, facts are nouns in the past."""

from dataclasses import dataclass
from enum import StrEnum

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


@dataclass(frozen=True, slots=True)
class Happened:
    """Something happened to the table: to be journaled before anything is shown."""

    event: Event


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase began, perhaps the same one anew; `menu` when a menu opens."""

    phase: str


@dataclass(frozen=True, slots=True)
class Refused:
    """A wrong press, never with its number."""

    pad: Pad
    reason: Reason


@dataclass(frozen=True, slots=True)
class Voted:
    """A pad has voted, for the first time or again."""

    pad: Pad


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A standing vote was withdrawn."""

    pad: Pad


@dataclass(frozen=True, slots=True)
class Jammed:
    """A key of a pad is stuck."""

    pad: Pad


@dataclass(frozen=True, slots=True)
class RollDie:
    """Roll the device's die: answered by `DieRolled`."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class DrawCard:
    """Draw a card of that category: answered by `CardFound` or `EffectFailed`."""

    category: Category


@dataclass(frozen=True, slots=True)
class OpenBallots:
    """Open the ballots of these pads: answered by `BallotsOpened`."""

    pads: tuple[Pad, ...]


@dataclass(frozen=True, slots=True)
class VoidBallots:
    """Destroy these pads' ballots unread; None: all of them."""

    pad: Pad | None = None


@dataclass(frozen=True, slots=True)
class KeepSetting:
    """Remember a setting on the device."""

    key: str
    value: Value


@dataclass(frozen=True, slots=True)
class FindOffer:
    """Find out what there is to choose from: answered by `OfferFound`."""


@dataclass(frozen=True, slots=True)
class SwitchOff:
    """Switch the device off."""


@dataclass(frozen=True, slots=True)
class Restart:
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

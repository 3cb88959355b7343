"""Everything that can happen to a table. The journal holds these, and a table is the fold of one game's."""

from dataclasses import dataclass

from device.engine.cards import Card, Category
from device.engine.table import House, Pad, Seat


@dataclass(frozen=True, slots=True)
class LobbyOpened:
    """A new game: a lobby, with the seats of the game before it, if there was one."""

    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Joined:
    """A pad sat down on a name space: joined, moved in the lobby, joined late, or came back."""

    pad: Pad
    space: int


@dataclass(frozen=True, slots=True)
class Left:
    """A player left the table."""

    pad: Pad


@dataclass(frozen=True, slots=True)
class Ordered:
    """The turn order was set anew, for those at the table."""

    pads: tuple[Pad, ...]


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The lobby is over; the first player in turn order reads first."""

    track: int
    house: House


@dataclass(frozen=True, slots=True)
class HouseChanged:
    """Die, faces, cards or names were set anew."""

    house: House


@dataclass(frozen=True, slots=True)
class Rolled:
    """The reader rolled the die."""

    category: Category
    spaces: int


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card lies open: the first of this turn, or another one. None: it is one of the box's."""

    card: Card | None


@dataclass(frozen=True, slots=True)
class CardBanned:
    """The open card was put away for good: it is never drawn again, in no game."""

    card: Card


@dataclass(frozen=True, slots=True)
class CardBroughtBack:
    """A card that was put away for good may be drawn again."""

    card: Card


@dataclass(frozen=True, slots=True)
class CardPractised:
    """A card was shown for practice, before a game: it counts as used, and nothing else happened."""

    card: Card


@dataclass(frozen=True, slots=True)
class Opened:
    """The votes were revealed, all at once."""

    votes: dict[Pad, int]


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """The turn passed to the next player."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The winner was celebrated; only an undo goes on from here."""


@dataclass(frozen=True, slots=True)
class Undone:
    """The last roll, and all that came of it, was taken back. `card` goes back on top of its pile."""

    card: Card | None = None


@dataclass(frozen=True, slots=True)
class PositionSet:
    """A mover was set by hand to match the board."""

    pad: Pad
    position: int


@dataclass(frozen=True, slots=True)
class TokenSet:
    """The ? token was set by hand to match the board."""

    space: int


@dataclass(frozen=True, slots=True)
class TrackSet:
    """The length of the track was set by hand to match the board."""

    track: int


Event = (
    LobbyOpened
    | Joined
    | Left
    | Ordered
    | GameStarted
    | HouseChanged
    | Rolled
    | CardDrawn
    | CardBanned
    | CardBroughtBack
    | CardPractised
    | Opened
    | TurnPassed
    | Finished
    | Undone
    | PositionSet
    | TokenSet
    | TrackSet
)

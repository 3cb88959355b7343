"""The table: the frozen state of one game. What may happen to it is in events.py, how in game.py."""

from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum

from device.engine.cards import Card, Category

NAME_SPACES = 8
MIN_PLAYERS = 3
DEFAULT_TRACK = 25


class Pad(StrEnum):
    """The eight pads, in pad order (rules.md, The table)."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    CYAN = "cyan"
    BLUE = "blue"
    PURPLE = "purple"
    WHITE = "white"

    @property
    def number(self) -> int:
        """1-8, in pad order: how hardware counts them."""
        return PAD_NUMBERS[self]


PADS = tuple(Pad)
PAD_NUMBERS = {pad: number for number, pad in enumerate(PADS, 1)}


class Stage(Enum):
    """How far the game has come."""

    LOBBY = "lobby"
    ROLL = "roll"
    CARD = "card"
    RESULT = "result"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Seat:
    """A place in the turn order: a name space, its mover, and the pad that plays it, or played it."""

    pad: Pad
    space: int
    position: int = 0
    is_away: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a die: its colour means a category, its number is what the question is worth."""

    category: Category
    spaces: int


DEVICE_FACES = tuple(
    Face(category, spaces)
    for category, spaces in (
        (Category.CHOICES, 1),
        (Category.CHOICES, 2),
        (Category.EVERYBODY, 2),
        (Category.EVERYBODY, 3),
        (Category.VERSUS, 1),
        (Category.VERSUS, 3),
    )
)


@dataclass(frozen=True, slots=True)
class House:
    """What this table agreed on: whose die, which faces, whose cards, and the eight names (may be empty)."""

    has_own_die: bool = True
    faces: tuple[Face, ...] = DEVICE_FACES
    has_own_cards: bool = True
    names: tuple[str, ...] = ("",) * NAME_SPACES


@dataclass(frozen=True, slots=True)
class Standing:
    """What an undo gives back: positions and leads by name space, and the ? token."""

    positions: dict[int, int]
    leads: dict[int, int]
    token: int


@dataclass(frozen=True, slots=True)
class Result:
    """Votes that were revealed, in turn order, and what came of them."""

    votes: dict[Pad, int]
    majority: tuple[int, ...]
    moved: tuple[Pad, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn, from its roll on. `card` is None with the box's cards; `result` until it is revealed."""

    roller: Pad
    roller_space: int
    face: Face
    before: Standing
    subject: int | None = None
    options: tuple[int, ...] = ()
    card: Card | None = None
    voters: tuple[Pad, ...] = ()
    result: Result | None = None

    @property
    def is_practice(self) -> bool:
        """Whether the card is worth nothing: it is shown for practice."""
        return self.face.spaces == 0


@dataclass(frozen=True, slots=True)
class Table:
    """One game. Seats stand in turn order; `reading` is the reader's name space; `leads` counts, by
    name space, what each contender would have moved in a tie-break; `turns` are all since the first
    roll, so that each can be undone."""

    seats: tuple[Seat, ...] = ()
    house: House = House()
    track: int = DEFAULT_TRACK
    stage: Stage = Stage.LOBBY
    token: int = 1
    reading: int | None = None
    leads: dict[int, int] = field(default_factory=dict)
    turns: tuple[Turn, ...] = ()
    winner: Pad | None = None

    @property
    def present(self) -> tuple[Pad, ...]:
        """Who is at the table, in turn order."""
        return tuple(seat.pad for seat in self.seats if not seat.is_away)

    @property
    def positions(self) -> dict[Pad, int]:
        """Every mover on the track, leavers' too, in turn order."""
        return {seat.pad: seat.position for seat in self.seats}

    @property
    def turn(self) -> Turn | None:
        """The turn of the card on the table, or of the votes last revealed."""
        return self.turns[-1] if self.stage in (Stage.CARD, Stage.RESULT) else None

    @property
    def has_open_card(self) -> bool:
        """From the moment a card is drawn until its votes are revealed."""
        return self.stage is Stage.CARD

    @property
    def has_rolled(self) -> bool:
        """Whether there is a roll that an undo could take back."""
        return bool(self.turns)

    @property
    def reader(self) -> Pad | None:
        """The pad whose turn it is; None in the lobby and when nobody is left."""
        seat = self.seat_on(self.reading)
        return seat.pad if seat else None

    @property
    def next_reader(self) -> Pad | None:
        """Who reads when the turn passes on: the next player clockwise who is at the table."""
        seat = self.next_present(self.reading)
        return seat.pad if seat else None

    @property
    def contenders(self) -> tuple[Pad, ...]:
        """Those in the tie-break, in turn order; empty outside one."""
        return tuple(seat.pad for seat in self.seats if seat.space in self.leads)

    def seat_of(self, pad: Pad) -> Seat | None:
        """The seat that a pad plays or played."""
        return next((seat for seat in self.seats if seat.pad == pad), None)

    def seat_on(self, space: int | None) -> Seat | None:
        """The seat on a name space, if it is a player's."""
        return next((seat for seat in self.seats if seat.space == space), None)

    def is_present(self, pad: Pad) -> bool:
        """Whether a pad plays and has not left."""
        return any(seat.pad == pad and not seat.is_away for seat in self.seats)

    def next_present(self, space: int | None) -> Seat | None:
        """The first seat clockwise after `space` whose player is at the table, `space` itself last."""
        places = [seat.space for seat in self.seats]
        start = places.index(space) + 1 if space in places else 0
        around = self.seats[start:] + self.seats[:start]
        return next((seat for seat in around if not seat.is_away), None)

    def can_sit(self, pad: Pad, space: int) -> bool:
        """Whether `pad` may join or move to a name space: it is no player's who is at the table."""
        seat = self.seat_on(space)
        return seat is None or seat.is_away or seat.pad == pad

    def standing(self) -> Standing:
        """What an undo of the roll that comes now would give back."""
        positions = {seat.space: seat.position for seat in self.seats}
        return Standing(positions, self.leads, self.token)

    def with_turn(self, **changes: object) -> "Table":
        """The same table with its last turn changed."""
        return replace(self, turns=(*self.turns[:-1], replace(self.turns[-1], **changes)))  # type: ignore[arg-type]

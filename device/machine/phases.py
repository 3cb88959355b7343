"""The machine's state: one small frozen class per phase of play, and what lies over a phase."""

from __future__ import annotations

from enum import Enum
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from device.engine.cards import Card, Category
from device.engine.table import DEFAULT_TRACK, Face, House, Pad, Table
from device.machine.menus import Menu

# Phases. Times are monotonic milliseconds; `shifted` moves them on by the time that a menu or a pause took.


DRUMROLL_MS = 1500
DIE_PICTURE_MS = 1500
LIGHTS_MS = 5000
REFUSED_MS = 600
NOTICE_MS = 3000
PAGE_HELD_MS = 20_000
PAGE_READ_MS = 1000
MENU_MS = 60_000
NOTE_READ_MS = 1000
DIM_MS = 5 * 60_000
ASLEEP_MS = 15 * 60_000


class Timeless(Struct, frozen=True):
    """What phases without times of their own have in common."""

    def shifted(self, by_ms: int) -> Self:
        """The same: nothing in it is at a time."""
        return self


class Lobby(Timeless, frozen=True):
    """Youngest first, then clockwise, everyone presses their board number."""

    name = "lobby"


class Roll(Timeless, frozen=True):
    """The reader acts. `colour`: the category of the box's die whose colour was entered already."""

    name = "roll"
    colour: Category | None = None


class Vote(Struct, frozen=True):
    """A card is open. The die is shown until `die_until_ms`; the vote closes at `closes_ms`, if not None."""

    name = "vote"
    since_ms: int
    die_until_ms: int | None = None
    closes_ms: int | None = None

    def shifted(self, by_ms: int) -> Vote:
        """Die and vote timer that much later."""
        return Vote(
            self.since_ms + by_ms,
            None if self.die_until_ms is None else self.die_until_ms + by_ms,
            None if self.closes_ms is None else self.closes_ms + by_ms,
        )


class Lock(Struct, frozen=True):
    """Everyone has voted; `left_s` is what the countdown shows, the vote closes at `ends_ms`."""

    name = "lock"
    vote: Vote
    ends_ms: int
    left_s: int

    def shifted(self, by_ms: int) -> Lock:
        """The countdown's end, and the vote's times, that much later; what it shows stays."""
        return Lock(self.vote.shifted(by_ms), self.ends_ms + by_ms, self.left_s)


class Reveal(Struct, frozen=True):
    """Drum-roll until `drum_until_ms`; then None, and the result since `result_ms`.

    The lights show who moves until `lights_until_ms`. `seen` pages have been shown.
    """

    name = "reveal"
    drum_until_ms: int | None = None
    result_ms: int | None = None
    lights_until_ms: int | None = None
    seen: int = 1

    @property
    def is_drumroll(self) -> bool:
        """Whether the votes are not yet open."""
        return self.result_ms is None

    def shifted(self, by_ms: int) -> Reveal:
        """Drum-roll, result and lights that much later."""
        return replace(
            self,
            drum_until_ms=None if self.drum_until_ms is None else self.drum_until_ms + by_ms,
            result_ms=None if self.result_ms is None else self.result_ms + by_ms,
            lights_until_ms=None if self.lights_until_ms is None else self.lights_until_ms + by_ms,
        )


class Asked(Struct, frozen=True):
    """A question asked once more: the same pad holds the same key for yes."""

    pad: Pad
    key: int
    since_ms: int


class Finale(Timeless, frozen=True):
    """Winner, the evening's figures, "wipe the names off the board". `asked`: a new lobby?"""

    name = "finale"
    asked: Asked | None = None


class Resume(Timeless, frozen=True):
    """An unfinished game was found at the start: 1 go on, 2 new game. `asked`: really a new game?"""

    name = "resume"
    asked: Asked | None = None


class Paused(Struct, frozen=True):
    """Fewer than three players; `behind` is where the game stood, since `since_ms`."""

    name = "paused"
    behind: Phase
    since_ms: int

    def shifted(self, by_ms: int) -> Paused:
        """The pause, and where the game stood, that much later."""
        return replace(self, behind=self.behind.shifted(by_ms), since_ms=self.since_ms + by_ms)


Phase = Lobby | Roll | Vote | Lock | Reveal | Finale | Resume | Paused


# What lies over a phase


class Quiet(Enum):
    """How long nobody has touched a key."""

    AWAKE = "awake"
    DIM = "dim"
    ASLEEP = "asleep"


class Refusal(Struct, frozen=True):
    """A pad's wrong press, shown by its light until `until_ms`."""

    pad: Pad
    until_ms: int


class Notice(Struct, frozen=True):
    """A few words over the present screen until `until_ms`: why a press was refused, or who has joined.

    `what` is a `Reason` or one of "joined", "stuck", "whose_turn", "fixed", "last_deck"; `space` a name
    space and `category` a kind of card, where one matters.
    """

    what: str
    pad: Pad
    until_ms: int
    space: int | None = None
    category: Category | None = None


class Note(Struct, frozen=True):
    """Something the program has to say: a title and a few sentences, in words that are ready to show."""

    title: str
    lines: tuple[str, ...]


class Paging(Struct, frozen=True):
    """How a phase's screen falls into pages: how long each stays, how long the first one does at first,
    and how many of a reveal must be seen."""

    dwell_ms: tuple[int, ...] = (0,)
    must_see: int = 1
    first_ms: int = 0


class Pager(Struct, frozen=True):
    """Which page is shown, since when, and until when it stays. `paging` is None until it was measured."""

    paging: Paging | None = None
    page: int = 0
    since_ms: int = 0
    until_ms: int | None = None

    def shifted(self, by_ms: int) -> Pager:
        """The page shown, and its end, that much later."""
        until_ms = None if self.until_ms is None else self.until_ms + by_ms
        return replace(self, since_ms=self.since_ms + by_ms, until_ms=until_ms)


class Drawing(Struct, frozen=True):
    """A card is being drawn: who asked for it, and the roll it is for (None: another card)."""

    by: Pad
    face: Face | None = None


class Settings(Struct, frozen=True):
    """What the configuration says of a game, and what the settings menu changes.

    `decks` are those in play (none: the usual ones); `turned_pads` those whose readers want the picture the
    other way round; `fixed` the keys that a settings file sets: the menu leaves them alone.
    """

    track: int = DEFAULT_TRACK
    house: House = House()
    lock_ms: int = 3000
    vote_ms: int = 0
    decks: tuple[str, ...] = ()
    audience: str = "all"
    language: str = "en"
    brightness: str = "bright"
    is_turned: bool = False
    turned_pads: frozenset[Pad] = frozenset()
    fixed: frozenset[str] = frozenset()


class DeckOffer(Struct, frozen=True):
    """A deck there is: its name in settings, its title, whether it is for families, and usually in play."""

    name: str
    title: str
    is_family: bool = True
    is_usual: bool = True


class Offer(Struct, frozen=True):
    """What there is to choose from on this device: decks, names of earlier evenings (the newest first),
    languages by their codes, cards that were put away for good (the newest first)."""

    decks: tuple[DeckOffer, ...] = ()
    names: tuple[str, ...] = ()
    languages: tuple[str, ...] = ("en",)
    put_away: tuple[Card, ...] = ()


class State(Struct, frozen=True):
    """All that is public. Which number a pad has voted for is not: it is in the booth.

    `notes` wait to be read, the first is shown since `note_ms`; any key puts it away, and acts as ever.
    `lobby_behind` is the table in the lobby behind a practice card, which is played at a table of its own.
    """

    table: Table
    phase: Phase
    at_ms: int = 0
    settings: Settings = Settings()
    serial: int = 0
    menu: Menu | None = None
    voted: frozenset[Pad] = frozenset()
    vote_marks: tuple[tuple[Pad, int], ...] = ()
    refusals: tuple[Refusal, ...] = ()
    notice: Notice | None = None
    notes: tuple[Note, ...] = ()
    note_ms: int = 0
    stuck: frozenset[Pad] = frozenset()
    pager: Pager = Pager()
    drawing: Drawing | None = None
    touched_ms: int = 0
    quiet: Quiet = Quiet.AWAKE
    offer: Offer = Offer()
    lobby_behind: Table | None = None

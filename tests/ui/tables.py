"""Tables and states for the tests of what people see, each made of events as in play."""

from collections.abc import Sequence
from dataclasses import replace
from gettext import NullTranslations

from device.engine import events as ev
from device.engine.cards import Blank, Card, Category, Who
from device.engine.game import apply
from device.engine.table import House, Pad, Table
from device.machine.phases import Phase, State, Vote

TEXTS = NullTranslations()

SIZES = ((128, 64), (256, 64), (128, 128))

NAMES = ("Anna", "Grandma Rosie", "Christopher", "Björn", "Zoë", "Łukasz", "Uncle Mehmet", "Sherlock Holmes")
SHORT_NAMES = ("Anna", "Rosie", "Chris", "Björn", "Zoë", "Łukasz", "Mehmet", "Sherlock")
LONG_NAMES = (
    "Countess Wilhelmine Wolf",
    "Grandma Rosie Rosenbaum",
    "Christopher Montgomery",
    "Björn-Magnus Sørensen",
    "Zoë Charlotte Amélie",
    "Łukasz Wójciechowski",
    "Uncle Mehmet Yıldırım",
    "Sherlock Holmes himself",
)
Seats = tuple[tuple[Pad, int], ...]

EIGHT: Seats = tuple(zip(Pad, (1, 2, 3, 4, 5, 6, 7, 8), strict=True))
FIVE: Seats = ((Pad.YELLOW, 1), (Pad.BLUE, 3), (Pad.RED, 5), (Pad.WHITE, 8), (Pad.GREEN, 4))

SUBJECT = Blank(Who.SUBJECT)
READER = Blank(Who.READER)
ANSWERS = (
    "A cat learning the trumpet",
    "The fridge door, again",
    "Somebody tiptoeing loudly",
    "Rain on a tin tent",
    "An owl with firm opinions",
    "Popcorn that never stops",
)


def choices(
    text: str = "If {} were a sound in the night, which would wake us first?",
    answers: Sequence[str] = ANSWERS,
) -> Card:
    """A Choices card; `{}` is the subject's place."""
    before, after = text.split("{}")
    return Card("c" * 16, "party", Category.CHOICES, (before, SUBJECT, after), tuple(answers))


def everybody(text: str = "Who would pack a huge suitcase for one night and forget the toothbrush?") -> Card:
    return Card("e" * 16, "party", Category.EVERYBODY, (text,))


def versus() -> Card:
    text = (SUBJECT, " and ", READER, " are lost in a maze. Who asks a hedge the way?")
    return Card("v" * 16, "party", Category.VERSUS, text)


def played(*events: ev.Event, table: Table | None = None) -> Table:
    """The table after these events."""
    for event in events:
        table = apply(table or Table(), event)
    assert table is not None
    return table


def lobby(players: Seats = FIVE) -> Table:
    return played(ev.LobbyOpened(), *(ev.Joined(pad, space) for pad, space in players))


def started(
    players: Seats = FIVE, names: tuple[str, ...] = ("",) * 8, house: House | None = None, track: int = 25
) -> Table:
    """A game about to have its first roll."""
    house = house or House(names=names)
    return played(ev.GameStarted(track, replace(house, names=names)), table=lobby(players))


def with_card(table: Table, card: Card | None, category: Category | None = None, spaces: int = 2) -> Table:
    """The card on the table; None is one of the box's, of `category`."""
    kind = card.category if card else category
    assert kind is not None
    return played(ev.Rolled(kind, spaces), ev.CardDrawn(card), table=table)


def with_votes(table: Table, *numbers: int) -> Table:
    """The votes revealed: a number for each in turn order, 0 for none."""
    votes = {pad: number for pad, number in zip(table.present, numbers, strict=False) if number}
    return played(ev.Opened(votes), table=table)


def passed(table: Table) -> Table:
    return played(ev.TurnPassed(), table=table)


def state(table: Table, phase: Phase, **more: object) -> State:
    """A state at 10 s."""
    return State(table, phase, at_ms=10_000, **more)  # type: ignore[arg-type]


def voting(table: Table, votes: int = 0, **more: object) -> State:
    """A vote with the first `votes` in turn order given."""
    return state(table, Vote(8_000), voted=frozenset(table.present[:votes]), **more)

"""Tests speak the game's language: press keys, let time pass, see what happens."""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from msgspec.structs import replace

from device.app.journal import Journal
from device.app.piles import Piles
from device.app.session import Session
from device.engine.cards import Card, Category
from device.engine.events import Event
from device.engine.table import PADS, Face, House, Pad, Result, Table
from device.machine import effects as fx
from device.machine.menus import A_PAGE, NEXT_PAGE, MenuList, Value
from device.machine.options import ITEMS
from device.machine.phases import Offer, Paging, Settings, State
from hw.ports import KeyEdge

PRESS_MS, GAP_MS = 80, 20


def card(category: Category, name: str = "a", answers: int = 3) -> Card:
    """A card for tests; a Choices card has that many answers."""
    texts = tuple(f"answer {n}" for n in range(answers)) if category is Category.CHOICES else ()
    return Card(f"{category}-{name}", "test", category, (f"question {name}?",), texts)


CARDS = tuple(card(category, name) for category in Category for name in "abc")
BOX = House(has_own_die=False, has_own_cards=False)


def to_setting(key: str) -> tuple[int, ...]:
    """The menu's numbers that lead to a setting."""
    page, place = divmod(ITEMS.index(key), A_PAGE)
    return (7, *[NEXT_PAGE] * page, place + 1)


class Game:
    """A session in virtual time, and everything it has done. Pads are colours."""

    def __init__(
        self,
        settings: Settings | None = None,
        cards: Sequence[Card] = CARDS,
        journal: Journal | None = None,
        paging: Paging | None = None,
        down: Iterable[tuple[str, int]] = (),
        at_ms: int = 0,
        seed: int = 0,
        offer: Offer | None = None,
        measure: Callable[[State], Paging] | None = None,
    ) -> None:
        self.offered = offer or Offer()
        self.at_ms = at_ms
        self.journal = journal or Journal(None)
        self.effects: list[fx.Effect] = []
        self.kept: dict[str, object] = {}
        self.switched: list[str] = []
        self.may_switch_off = True
        chance = Random(seed)
        paging = paging or Paging((4000,), 1)
        self.session = Session(
            self.journal,
            Piles(cards, self.journal.card_marks(), chance),
            chance,
            settings or Settings(house=BOX),
            self,
            self,
            measure or (lambda state: paging),
            [(Pad(pad).number, key) for pad, key in down],
            at_ms,
        )

    # What the session tells

    def instant(self, at_ms: int) -> None:
        """Time is not of interest here."""

    def effect(self, effect: fx.Effect, table: Table) -> None:
        """Remember what happened."""
        self.effects.append(effect)

    def keep_setting(self, key: str, value: Value) -> None:
        """Remember what the menu has set."""
        self.kept[key] = value

    def offer(self) -> Offer:
        """What there is to choose from."""
        return replace(self.offered, put_away=self.journal.put_away())

    def switch_off(self, is_restart: bool) -> bool:
        """Remember that the menu has switched off."""
        self.switched.append("restart" if is_restart else "off")
        return self.may_switch_off

    # What people do

    def down(self, pad: str, key: int) -> None:
        """A key goes down."""
        self.session.feed(KeyEdge(Pad(pad).number, key, True, self.at_ms))

    def up(self, pad: str, key: int) -> None:
        """A key comes up."""
        self.session.feed(KeyEdge(Pad(pad).number, key, False, self.at_ms))

    def wait(self, ms: int) -> None:
        """Time passes."""
        self.at_ms += ms
        self.session.pass_time(self.at_ms)

    def press(self, pad: str, *keys: int) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.down(pad, key)
            self.wait(PRESS_MS)
            self.up(pad, key)
            self.wait(GAP_MS)

    def hold(self, pad: str, key: int, ms: int = 1000) -> None:
        """Hold a key."""
        self.down(pad, key)
        self.wait(ms)
        self.up(pad, key)
        self.wait(GAP_MS)

    def menu(self, pad: str, *keys: int) -> None:
        """Open the menu and walk its lists."""
        self.down(pad, 1)
        self.down(pad, 8)
        self.wait(1000)
        self.up(pad, 1)
        self.up(pad, 8)
        self.wait(GAP_MS)
        self.press(pad, *keys)

    def leave(self, pad: str, space: int) -> None:
        """A pad opens the menu: whoever sits on that space leaves."""
        self.menu(pad, 5, 1, space)
        self.hold(pad, space)

    def sit(self, *pads: str) -> None:
        """Pads join on spaces 1, 2, 3 ..."""
        for space, pad in enumerate(pads, 1):
            self.press(pad, space)

    def start(self, *pads: str) -> None:
        """Pads join and the first starts the game."""
        self.sit(*pads)
        self.hold(pads[0], 1)

    def roll(self, colour: int, number: int) -> None:
        """The reader enters the box's die: 1 red, 2 gray, 3 black, then the number."""
        assert self.table.reader is not None
        self.press(self.table.reader, colour, number)

    def vote(self, **votes: int) -> None:
        """Pads vote."""
        for pad, number in votes.items():
            self.press(pad, number)

    def reveal(self) -> None:
        """Lock and drum-roll pass."""
        self.wait(3000 + 1500)

    def go_on(self) -> None:
        """The reader goes on from a reveal of one page."""
        self.wait(1000)
        assert self.table.reader is not None
        self.press(self.table.reader, 1)

    def win(self) -> None:
        """With a track of 2 and an Everybody card open, the next reader is helped to win: the finale."""
        red, orange, yellow = self.table.present
        self.vote(**{red: 1, orange: 2, yellow: 3})
        self.reveal()
        self.go_on()
        self.menu(orange, 6, 1, 2, 3, 8)
        self.roll(2, 1)
        self.vote(**{red: 1, orange: 1, yellow: 2})
        self.reveal()
        self.go_on()

    # What is seen

    @property
    def state(self) -> State:
        """All that is public."""
        return self.session.state

    @property
    def table(self) -> Table:
        """The table."""
        return self.state.table

    @property
    def phase(self) -> str:
        """The phase by name; "menu" while one is open."""
        return "menu" if self.state.menu else self.state.phase.name

    def shown(self) -> MenuList:
        """The list of the open menu."""
        assert self.state.menu is not None
        return self.state.menu.list

    def result(self) -> Result:
        """The result of the votes that were revealed last."""
        assert self.table.turn is not None
        assert self.table.turn.result is not None
        return self.table.turn.result

    def events(self) -> list[Event]:
        """Everything that has happened to the table."""
        return [effect.event for effect in self.effects if isinstance(effect, fx.Happened)]

    def refusals(self) -> list[tuple[str, str]]:
        """Every refusal so far: pad and reason."""
        return [(e.pad.value, e.reason.value) for e in self.effects if isinstance(e, fx.Refused)]

    def phases(self) -> list[str]:
        """Every phase that began so far."""
        return [effect.phase for effect in self.effects if isinstance(effect, fx.PhaseBegan)]


def face(category: Category = Category.EVERYBODY, spaces: int = 2) -> Face:
    """A face of the die."""
    return Face(category, spaces)


__all__ = ["BOX", "CARDS", "PADS", "Game", "card", "face", "to_setting"]

"""A session: booth, machine and journal in step. The game's loop and `replay` both drive this."""

from collections import deque
from collections.abc import Callable, Iterable
from random import Random
from typing import Protocol

from device.app.journal import Journal, mark_of
from device.app.piles import Piles
from device.app.shelf import CARDS
from device.app.texts import texts_of
from device.booth.booth import Booth
from device.engine.cards import Category
from device.engine.table import PADS, Pad, Table
from device.machine import effects as fx
from device.machine import inputs
from device.machine.ask import Ask
from device.machine.asks import ask_of
from device.machine.clock import next_deadline
from device.machine.machine import advance, opening, start
from device.machine.menus import Value
from device.machine.phases import Note, Offer, Paging, Settings, State
from device.ui.people import Texts
from hw.ports import KeyEdge

Measure = Callable[[State], Paging]


def _repeating(texts: Texts) -> Note:
    _ = texts.gettext
    lines = _("Its pile has no other card."), _("`imaginiff decks list` shows all decks.")
    return Note(_("The same card again"), lines)


def earliest(one: int | None, other: int | None) -> int | None:
    """The earlier of two times, where None is never."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


class Observer(Protocol):
    """Who is told of everything public, as it happens."""

    def instant(self, at_ms: int) -> None:
        """What follows happens at that time."""

    def effect(self, effect: fx.Effect, table: Table) -> None:
        """Something happened; `table` is the table after the whole step."""


class Outside(Protocol):
    """What the machine may ask of the world outside the game."""

    def keep_setting(self, key: str, value: Value) -> None:
        """Remember a setting on the device."""

    def offer(self) -> Offer:
        """What there is to choose from in the settings."""

    def switch_off(self, is_restart: bool) -> bool:
        """Switch the device off, or start it again. Whether that will happen."""


class Session:
    """One run of the game, from power-on to power-off. Times are monotonic milliseconds.

    Give it key edges and let time pass; read `state` and `next_deadline`. It has no clock of its own. Once
    the menu has switched off, nothing happens any more.
    """

    def __init__(
        self,
        journal: Journal,
        piles: Piles,
        chance: Random,
        settings: Settings,
        observer: Observer,
        outside: Outside,
        measure: Measure,
        down: Iterable[tuple[int, int]] = (),
        at_ms: int = 0,
    ) -> None:
        self._booth = Booth(down, at_ms)
        self._journal = journal
        self._piles = piles
        self._chance = chance
        self._observer = observer
        self._outside = outside
        self._measure = measure
        self._is_over = False
        table = journal.table
        state, effects = opening(at_ms, settings) if table is None else start(table, settings, at_ms)
        observer.instant(at_ms)
        self._state = state
        self._settle(state, effects)

    @property
    def state(self) -> State:
        """All that is public."""
        return self._state

    def next_deadline(self) -> int | None:
        """When `pass_time` is next wanted."""
        return earliest(self._booth.next_deadline(), next_deadline(self._state))

    def pass_time(self, until_ms: int) -> None:
        """Let everything happen that is due by then, each at its own time, oldest first."""
        while not self._is_over:
            booth_ms = self._booth.next_deadline()
            due_ms = earliest(booth_ms, next_deadline(self._state))
            if due_ms is None or due_ms > until_ms:
                return
            self._observer.instant(due_ms)
            if booth_ms == due_ms:
                self._tell(self._booth.pass_time(due_ms, self._ask_of))
            else:
                self._give(inputs.TimePassed(due_ms))

    def feed(self, edge: KeyEdge) -> None:
        """A key went down or up. What was due by then happens first; time never goes back."""
        if edge.at_ms < self._state.at_ms:
            edge = KeyEdge(edge.pad, edge.key, edge.is_down, self._state.at_ms)
        self.pass_time(edge.at_ms)
        self._observer.instant(edge.at_ms)
        if not self._is_over:
            self._tell(self._booth.feed(edge, self._ask_of(PADS[edge.pad - 1])))

    def note(self, note: Note, at_ms: int) -> None:
        """Something to be said on the screen."""
        at_ms = max(at_ms, self._state.at_ms)
        self.pass_time(at_ms)
        self._observer.instant(at_ms)
        self._give(inputs.Noted(note, at_ms))

    def _ask_of(self, pad: Pad) -> Ask:
        return ask_of(self._state, pad)

    def _tell(self, said: Iterable[inputs.PadInput]) -> None:
        for given in said:
            self._give(given)

    def _give(self, given: inputs.Input) -> None:
        self._settle(*advance(self._state, given))

    def _settle(self, state: State, effects: tuple[fx.Effect, ...]) -> None:
        """Take a step's state and effects, and all that follow from them at the same instant."""
        answers = self._take(state, effects)
        while answers or self._is_unmeasured():
            given = (
                answers.popleft() if answers else inputs.Paged(self._measure(self._state), self._state.at_ms)
            )
            answers += self._take(*advance(self._state, given))

    def _is_unmeasured(self) -> bool:
        return self._state.pager.paging is None

    def _take(self, state: State, effects: tuple[fx.Effect, ...]) -> deque[inputs.Input]:
        """Journal first, then show: what a light has said is on the disk."""
        self._state = state
        events = [effect.event for effect in effects if isinstance(effect, fx.Happened)]
        if events:
            self._journal.record(events)
        answers: deque[inputs.Input] = deque()
        for effect in effects:
            answers += self._carry_out(effect)
            self._observer.effect(effect, state.table)
        return answers

    def _carry_out(self, effect: fx.Effect) -> Iterable[inputs.Input]:
        at_ms = self._state.at_ms
        match effect:
            case fx.Happened(event):
                mark = mark_of(event)
                if mark is not None:
                    self._piles.follow(mark)
            case fx.RollDie(faces):
                return (inputs.DieRolled(self._chance.choice(faces), at_ms),)
            case fx.DrawCard(category):
                return self._draw(category, at_ms)
            case fx.OpenBallots(pads):
                return (inputs.BallotsOpened(self._booth.open(pads), at_ms),)
            case fx.VoidBallots(pad):
                self._booth.void(pad)
            case fx.KeepSetting(key, value):
                self._outside.keep_setting(key, value)
                if key in CARDS:
                    self._piles.lay_again()
            case fx.FindOffer():
                return (inputs.OfferFound(self._outside.offer(), at_ms),)
            case fx.SwitchOff() | fx.Restart():
                self._is_over = self._outside.switch_off(isinstance(effect, fx.Restart))
        return ()

    def _draw(self, category: Category, at_ms: int) -> Iterable[inputs.Input]:
        """A card of that category; and a word about it, when it is the only one and comes again."""
        is_repeating = self._piles.is_repeating(category)
        card = self._piles.draw(category)
        if card is None:
            return (inputs.EffectFailed(at_ms),)
        found = inputs.CardFound(card, at_ms)
        if not is_repeating:
            return (found,)
        return found, inputs.Noted(_repeating(texts_of(self._state.settings.language)), at_ms)

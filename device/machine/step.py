"""One step of the machine in the making: the state so far, and the effects in the order they happened.

`advance` makes a fresh `Step` for each input, so that from outside the machine stays a pure function.
"""

from typing import Any

from msgspec.structs import replace

from device.engine.cards import Category
from device.engine.events import CardBanned, CardBroughtBack, CardPractised, Event, Joined, Left, Ordered
from device.engine.game import apply
from device.engine.table import MIN_PLAYERS, Pad, Table
from device.machine import effects as fx
from device.machine.phases import (
    NOTICE_MS,
    REFUSED_MS,
    Lock,
    Notice,
    Pager,
    Paused,
    Phase,
    Refusal,
    Reveal,
    Roll,
    State,
    Vote,
)

# What counts although it happens while a practice card is played.
_OF_THE_LOBBY = (Joined, Left, Ordered, CardBanned, CardBroughtBack, CardPractised)


def _wording(state: State) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """What words and names a screen is in, whatever it says: its pages are measured in them."""
    return state.settings.language, state.settings.house.names, state.table.house.names


class Step:
    """A state that is being advanced at `at_ms`, and the effects it has so far."""

    def __init__(self, state: State, at_ms: int) -> None:
        self.at_ms = at_ms
        self.effects: list[fx.Effect] = []
        self._before = state
        self._state = state
        self._changes: dict[str, Any] = {}

    @property
    def state(self) -> State:
        """The state as it stands in this step; its `at_ms` is set at the end only."""
        # Copying a state is most of what a step costs: changes wait until somebody looks.
        if self._changes:
            self._state = replace(self._state, **self._changes)
            self._changes = {}
        return self._state

    @property
    def table(self) -> Table:
        """The table as it stands in this step."""
        return self.state.table

    def set(self, **changes: Any) -> None:
        """Change fields of the state."""
        self._changes |= changes

    def end(self) -> tuple[State, tuple[fx.Effect, ...]]:
        """The step is over: its state and its effects. What is worded otherwise is to be measured anew."""
        if _wording(self.state) != _wording(self._before):
            self.set(pager=replace(self.state.pager, paging=None))
        self.set(at_ms=self.at_ms)
        return self.state, tuple(self.effects)

    def say(self, effect: fx.Effect) -> None:
        """Add an effect."""
        self.effects.append(effect)

    def happen(self, event: Event) -> None:
        """Let an event happen to the table. Raises `IllegalEventError`.

        At a practice table only what concerns the lobby behind it is an event of the game.
        """
        lobby = self.state.lobby_behind
        self.set(table=apply(self.table, event))
        if lobby is None:
            self.say(fx.Happened(event))
        elif isinstance(event, _OF_THE_LOBBY):
            self.set(lobby_behind=apply(lobby, event))
            self.say(fx.Happened(event))

    def void_votes(self) -> None:
        """All ballots are destroyed unread, and nobody has voted."""
        self.say(fx.VoidBallots())
        self.set(voted=frozenset(), vote_marks=())

    def begin(self, phase: Phase, is_new_page: bool = True) -> None:
        """Begin a phase, perhaps the same one anew: keys that are down are not fresh any more."""
        pager = Pager(since_ms=self.at_ms) if is_new_page else self.state.pager
        self.set(phase=phase, serial=self.state.serial + 1, pager=pager, menu=None, notice=None)
        self.say(fx.PhaseBegan(phase.name))

    def settle(self) -> None:
        """Begin the phase that is due after votes came or went, or players did. Behind a menu none begins."""
        if self.state.menu is None:
            due = self.due(self.state.phase)
            if due is not self.state.phase:
                self.begin(due, is_new_page=False)

    def close_menu(self) -> None:
        """Back to the phase behind, or the one that is due by now: time left goes on, a lock begins anew."""
        if self.state.menu is not None:
            phase = self.back_to(self.state.phase, self.state.menu.opened_ms)
            self.begin(self.due(phase), is_new_page=False)

    def due(self, phase: Phase) -> Phase:
        """The phase that follows from who is at the table and who has voted, where play stands at `phase`."""
        match phase:
            case Paused(behind, since_ms) if self._has_players():
                return self.due(self.back_to(behind, since_ms))
            case Roll() | Vote() | Lock() | Reveal() if not self._has_players():
                return Paused(phase, self.at_ms)
            case Vote() if self._has_all_votes():
                return self.lock(phase)
            case Lock(vote) if not self._has_all_votes():
                return vote
        return phase

    def back_to(self, phase: Phase, since_ms: int) -> Phase:
        """A phase whose clocks stood still since `since_ms`; the time left goes on, a lock begins anew."""
        by_ms = self.at_ms - since_ms
        self.set(pager=self.state.pager.shifted(by_ms))
        phase = phase.shifted(by_ms)
        return self.lock(phase.vote) if isinstance(phase, Lock) else phase

    def lock(self, vote: Vote) -> Lock:
        """A lock that begins now."""
        lock_ms = self.state.settings.lock_ms
        return Lock(vote, self.at_ms + lock_ms, max(1, -(-lock_ms // 1000)))

    def refuse(self, pad: Pad, reason: fx.Reason, space: int | None = None) -> None:
        """Refuse a press: its pad's light says so, and the screen why."""
        others = tuple(refusal for refusal in self.state.refusals if refusal.pad != pad)
        self.set(refusals=(*others, Refusal(pad, self.at_ms + REFUSED_MS)))
        self.notice(reason, pad, space)
        self.say(fx.Refused(pad, reason))

    def notice(self, what: str, pad: Pad, space: int | None = None, category: Category | None = None) -> None:
        """Show a few words over the present screen."""
        self.set(notice=Notice(str(what), pad, self.at_ms + NOTICE_MS, space, category))

    def _has_players(self) -> bool:
        return len(self.table.present) >= MIN_PLAYERS or self.table.winner is not None

    def _has_all_votes(self) -> bool:
        turn = self.table.turn
        return turn is not None and self.state.voted.issuperset(turn.voters)

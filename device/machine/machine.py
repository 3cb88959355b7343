"""The state machine: `advance(state, input) -> (state, effects)`, and its transition table as data."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from device.engine.events import LobbyOpened
from device.engine.table import Pad, Stage, Table
from device.machine import asking, clock, inputs, menu, practice, seats, turn
from device.machine.effects import Effect
from device.machine.phases import (
    Finale,
    Lobby,
    Lock,
    Paused,
    Phase,
    Resume,
    Reveal,
    Roll,
    Settings,
    State,
    Vote,
)
from device.machine.step import Step

Handler = Callable[[Step, Any], None]


class Row(Struct, frozen=True):
    """One row of the transition table: in `phase`, `input` is taken by `handler` and may lead to `to`."""

    phase: type[Phase]
    input: type
    why: str
    handler: Handler
    to: tuple[type[Phase], ...] = ()


# What each phase takes. What a phase has no row for means nothing in it.
TRANSITIONS: tuple[Row, ...] = (
    Row(Lobby, inputs.Pressed, "join, move", seats.lobby_press),
    Row(Lobby, inputs.Held, "hold own number", seats.lobby_hold, (Roll,)),
    Row(Lobby, inputs.CardFound, "practice card", practice.card_found, (Vote,)),
    Row(Lobby, inputs.EffectFailed, "no card", turn.draw_failed),
    Row(Roll, inputs.Pressed, "roll", turn.roll_press, (Vote,)),
    Row(Roll, inputs.Held, "held for an absent reader", turn.roll_hold, (Vote,)),
    Row(Roll, inputs.DieRolled, "the die fell", turn.die_rolled, (Vote,)),
    Row(Roll, inputs.CardFound, "card drawn", turn.card_found, (Vote,)),
    Row(Roll, inputs.EffectFailed, "no card", turn.draw_failed),
    Row(Vote, inputs.VoteCast, "all have voted", turn.vote_cast, (Lock,)),
    Row(Vote, inputs.VoteWithdrawn, "vote withdrawn", turn.vote_withdrawn),
    Row(Vote, inputs.NotAnOption, "refused", turn.not_an_option),
    Row(Vote, inputs.PageTurned, "turn the page", turn.page_turned),
    Row(Vote, inputs.Held, "join", seats.join_late),
    Row(Vote, inputs.CardFound, "another card", turn.card_found, (Vote,)),
    Row(Vote, inputs.EffectFailed, "no other card", turn.draw_failed, (Lock,)),
    Row(Lock, inputs.VoteCast, "a vote: anew", turn.vote_cast, (Lock,)),
    Row(Lock, inputs.VoteWithdrawn, "vote withdrawn", turn.vote_withdrawn, (Vote,)),
    Row(Lock, inputs.NotAnOption, "refused", turn.not_an_option),
    Row(Lock, inputs.PageTurned, "turn the page", turn.page_turned),
    Row(Lock, inputs.Held, "join", seats.join_late),
    Row(Lock, inputs.CardFound, "another card", turn.card_found, (Vote,)),
    Row(Lock, inputs.EffectFailed, "no other card", turn.draw_failed, (Lock, Vote)),
    Row(Reveal, inputs.BallotsOpened, "votes revealed", turn.ballots_opened),
    Row(Reveal, inputs.Pressed, "go on", turn.reveal_press, (Roll, Finale, Lobby)),
    Row(Reveal, inputs.Held, "held for an absent reader", turn.reveal_hold, (Roll, Finale, Lobby)),
    Row(Paused, inputs.Held, "three at the table", seats.join_late, (Roll, Vote, Lock, Reveal)),
    Row(Finale, inputs.Pressed, "the evening's figures; no", asking.finale_press),
    Row(Finale, inputs.Held, "held twice: new game", asking.finale_hold, (Lobby,)),
    Row(Resume, inputs.Pressed, "1 go on", asking.resume_press, (Roll, Vote, Reveal, Paused)),
    Row(Resume, inputs.Held, "2 new game: yes", asking.resume_hold, (Lobby,)),
)

# What time alone does.
TIMED: tuple[tuple[type[Phase], str, tuple[type[Phase], ...]], ...] = (
    (Vote, "vote timer", (Reveal,)),
    (Lock, "countdown over", (Reveal,)),
    (Reveal, "drum-roll over", ()),
)

# What the menu may lead to, from any phase where the item is not refused.
MENU: tuple[tuple[str, tuple[type[Phase], ...]], ...] = (
    ("undo", (Roll, Paused, Lobby)),
    ("new card", (Vote,)),
    ("close the vote", (Reveal,)),
    ("someone leaves", (Lock, Paused, Finale)),
    ("new game", (Lobby,)),
    ("practice card", (Vote,)),
)

PHASES: tuple[type[Phase], ...] = (Lobby, Roll, Vote, Lock, Reveal, Finale, Resume, Paused)

_ROWS: dict[tuple[type, type], Row] = {(row.phase, row.input): row for row in TRANSITIONS}

# Taken in every phase, whether a menu is open or not.
_ALWAYS: dict[type, Handler] = {
    inputs.Touched: clock.touched,
    inputs.KeyStuck: clock.key_stuck,
    inputs.KeyFreed: clock.key_freed,
    inputs.OfferFound: clock.offer_found,
    inputs.Paged: clock.paged,
    inputs.Noted: clock.noted,
    inputs.TimePassed: lambda step, _: clock.time_passed(step),
    inputs.Chorded: lambda step, chord: menu.open_menu(step, chord.pad),
}


class IllegalTransitionError(RuntimeError):
    """A programmer's mistake: the phase, the input, and where it led are in the message."""


def advance(state: State, given: inputs.Input) -> tuple[State, tuple[Effect, ...]]:
    """The state after an input, and what is to be done, in order. Pure: the state given never changes.

    Raises `IllegalTransitionError` when a handler goes where the transition table does not lead, and for
    an answer (die, card, ballots) that was not asked for.
    """
    step = Step(state, given.at_ms)
    always = _ALWAYS.get(type(given))
    if always is not None:
        always(step, given)
    elif state.menu is not None and isinstance(given, inputs.Pressed):
        menu.menu_press(step, given)
    elif state.menu is not None and isinstance(given, inputs.Held) and _is_at_menu(state, given.pad):
        menu.menu_hold(step, given)
    else:
        _take(step, given)
    return step.end()


def _is_at_menu(state: State, pad: Pad) -> bool:
    """Behind a menu, holds of pads that have not joined still join; all others' are the menu's."""
    return state.table.is_present(pad) or (state.menu is not None and state.menu.pad == pad)


def _take(step: Step, given: inputs.Input) -> None:
    phase = step.state.phase
    row = _ROWS.get((type(phase), type(given)))
    if row is None:
        if isinstance(
            given, inputs.DieRolled | inputs.CardFound | inputs.EffectFailed | inputs.BallotsOpened
        ):
            raise IllegalTransitionError(f"{type(given).__name__} in {phase.name}")
        return
    row.handler(step, given)
    after = step.state.phase
    if type(after) not in (row.phase, Paused, *row.to):
        raise IllegalTransitionError(f"{type(given).__name__} in {phase.name} led to {after.name}")


def start(table: Table, settings: Settings, at_ms: int) -> tuple[State, tuple[Effect, ...]]:
    """The state when the device starts with what its journal holds.

    An unfinished game asks whether to go on; after a finished one a lobby opens with the same pads; a
    lobby is the lobby as it was.
    """
    step = Step(State(table, Lobby(), settings=settings, touched_ms=at_ms), at_ms)
    if table.stage is Stage.LOBBY:
        step.begin(Lobby())
    elif table.stage is Stage.FINISHED:
        seats.new_game(step)
    else:
        step.begin(Resume())
    return step.end()


def opening(at_ms: int, settings: Settings) -> tuple[State, tuple[Effect, ...]]:
    """The very first lobby, of a device whose journal holds no game."""
    step = Step(State(Table(), Lobby(), settings=settings, touched_ms=at_ms), at_ms)
    step.happen(LobbyOpened())
    step.begin(Lobby())
    return step.end()


def edges() -> Iterator[tuple[type[Phase], str, type[Phase]]]:
    """The transition table as arrows: from phase, why, to phase."""
    for row in TRANSITIONS:
        yield from ((row.phase, row.why, to) for to in row.to)
    for phase, why, leads_to in TIMED:
        yield from ((phase, why, to) for to in leads_to)

"""Sitting down and leaving: the lobby, late joiners, those who come back, leavers, a new game."""

import dataclasses

from msgspec.structs import replace

from device.engine import events as ev
from device.engine.table import MIN_PLAYERS, Pad, Seat, Table
from device.machine import effects as fx
from device.machine.inputs import Held, Pressed
from device.machine.phases import Finale, Lobby, Paused, Roll
from device.machine.step import Step


def lobby_press(step: Step, press: Pressed) -> None:
    """A free number joins or moves there; someone else's is refused; one's own is nothing."""
    seat = step.table.seat_on(press.key)
    if seat is None:
        step.happen(ev.Joined(press.pad, press.key))
        step.set(notice=None)
    elif seat.pad != press.pad:
        step.refuse(press.pad, fx.Reason.TAKEN, press.key)


def lobby_hold(step: Step, hold: Held) -> None:
    """A hold of one's own number starts the game, with three or more."""
    if len(step.table.present) < MIN_PLAYERS:
        step.refuse(hold.pad, fx.Reason.TOO_FEW)
        return
    step.happen(ev.GameStarted(step.state.settings.track, step.state.settings.house))
    step.begin(Roll())


def join_late(step: Step, hold: Held) -> None:
    """A pad that has not joined holds a board number: it joins, or comes back, from the next card on."""
    if not step.table.can_sit(hold.pad, hold.key):
        step.refuse(hold.pad, fx.Reason.TAKEN, hold.key)
        return
    step.happen(ev.Joined(hold.pad, hold.key))
    step.notice("joined", hold.pad, hold.key)
    step.settle()


def forget_half_die(step: Step) -> None:
    """Half a box die belongs to who entered it: another reader, or another die, begins anew."""
    phase = step.state.phase
    if isinstance(phase, Roll):
        step.set(phase=Roll())
    elif isinstance(phase, Paused) and isinstance(phase.behind, Roll):
        step.set(phase=replace(phase, behind=Roll()))


def leave(step: Step, pad: Pad) -> None:
    """A player leaves; a tie-break may be won by it."""
    had_winner, reader = step.table.winner, step.table.reader
    step.say(fx.VoidBallots(pad))
    step.set(voted=step.state.voted - {pad})
    step.happen(ev.Left(pad))
    if step.table.reader != reader:
        forget_half_die(step)
    if step.table.winner and not had_winner:
        finish(step)


def finish(step: Step) -> None:
    """The game is won: the finale."""
    step.void_votes()
    step.happen(ev.Finished())
    step.begin(Finale())


def end_practice(step: Step) -> None:
    """The lobby again, as it was before the practice card."""
    step.void_votes()
    _leave_practice(step)
    step.begin(Lobby())


def _leave_practice(step: Step) -> None:
    lobby = step.state.lobby_behind
    if lobby is not None:
        step.set(table=lobby, lobby_behind=None)


def new_game(step: Step) -> None:
    """A lobby with the same pads on the same spaces, in the same order."""
    step.void_votes()
    _leave_practice(step)
    step.happen(ev.LobbyOpened(seats_again(step.table)))
    step.begin(Lobby())


def seats_again(table: Table) -> tuple[Seat, ...]:
    """Who is at the table, for a new game: all on START."""
    return tuple(dataclasses.replace(seat, position=0) for seat in table.seats if not seat.is_away)

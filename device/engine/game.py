"""The game: `apply(table, event) -> table`, each event by the sentence of the rulebook that it follows."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from device.engine import events as ev
from device.engine import rules
from device.engine.cards import Category
from device.engine.table import NAME_SPACES, Face, Result, Seat, Stage, Table, Turn


class IllegalEventError(ValueError):
    """A programmer's mistake: this event cannot happen at this table."""


def apply(table: Table, event: ev.Event) -> Table:
    """The table after `event`. Raises `IllegalEventError` where it cannot happen; `table` never changes."""
    return _HANDLERS[type(event)](table, event)


def _check(is_legal: bool, event: ev.Event, table: Table) -> None:
    if not is_legal:
        raise IllegalEventError(f"{type(event).__name__} at a table in stage {table.stage.value}")


def _lobby_opened(table: Table, event: ev.LobbyOpened) -> Table:
    return Table(seats=event.seats)


# Joining, leaving, order (rules.md, Leaving and joining)


def _joined(table: Table, event: ev.Joined) -> Table:
    _check(table.can_sit(event.pad, event.space) and table.stage is not Stage.FINISHED, event, table)
    if table.is_present(event.pad):
        return _moved(table, event)
    taken_over = table.seat_on(event.space)
    seats = tuple(
        replace(seat, pad=event.pad, is_away=False) if seat is taken_over else seat
        for seat in table.seats
        if seat.pad != event.pad or seat is taken_over  # a pad that joins elsewhere gives its old place up
    )
    if taken_over is None:
        seats = (*seats, Seat(event.pad, event.space))
    return _with_seats(table, seats)


def _moved(table: Table, event: ev.Joined) -> Table:
    """In the lobby, moving to another space keeps the turn order."""
    _check(table.stage is Stage.LOBBY, event, table)
    seats = tuple(replace(seat, space=event.space) if seat.pad == event.pad else seat for seat in table.seats)
    return replace(table, seats=seats)


def _left(table: Table, event: ev.Left) -> Table:
    _check(table.is_present(event.pad), event, table)
    if not table.has_rolled:  # before the first roll leaving keeps nothing
        return _with_seats(table, tuple(seat for seat in table.seats if seat.pad != event.pad))
    gone = table.seat_of(event.pad)
    seats = tuple(replace(seat, is_away=True) if seat is gone else seat for seat in table.seats)
    table = _with_seats(table, seats)
    if table.has_open_card:
        table = table.with_turn(voters=tuple(pad for pad in table.turns[-1].voters if pad != event.pad))
    return _without_contender(table, gone)


def _without_contender(table: Table, gone: Seat | None) -> Table:
    """A contender who leaves is none any more; if that leaves one, that one wins, the open card unscored."""
    if gone is None or gone.space not in table.leads or table.winner:
        return table
    leads = {space: lead for space, lead in table.leads.items() if space != gone.space}
    table = replace(table, leads=leads)
    if len(leads) != 1:
        return table
    stage = Stage.ROLL if table.has_open_card else table.stage
    return replace(table, stage=stage, winner=table.contenders[0])


def _with_seats(table: Table, seats: tuple[Seat, ...]) -> Table:
    """The table with other seats. A turn that nobody at the table has goes to the next player clockwise;
    after the reveal it stays with its place, to pass on as ever."""
    after = replace(table, seats=seats)
    kept = after.seat_on(table.reading)
    if table.stage is Stage.LOBBY or (kept and (table.stage is Stage.RESULT or not kept.is_away)):
        return after
    if table.stage is Stage.RESULT:
        return replace(after, reading=_place_before(table, after))
    return replace(after, reading=_next_place(table, after))


def _clockwise(table: Table) -> tuple[Seat, ...]:
    places = [seat.space for seat in table.seats]
    start = places.index(table.reading) if table.reading in places else 0
    return table.seats[start:] + table.seats[:start]


def _next_place(before: Table, after: Table) -> int | None:
    """The first player at the table, clockwise from the place that had the turn."""
    here = {seat.space for seat in after.seats if not seat.is_away}
    known = [seat.space for seat in _clockwise(before) if seat.space in here]
    joined = [seat.space for seat in after.seats if not seat.is_away]
    return next(iter(known + joined), before.reading)


def _place_before(before: Table, after: Table) -> int | None:
    """The place before one that was given up, so that the turn passes on to the one after it."""
    here = {seat.space for seat in after.seats}
    return next((seat.space for seat in reversed(_clockwise(before)) if seat.space in here), None)


def _ordered(table: Table, event: ev.Ordered) -> Table:
    """Turn order anew; leavers go last, and whoever has the turn keeps it."""
    _check(set(event.pads) == set(table.present) and not table.has_open_card, event, table)
    at_table = {seat.pad: seat for seat in table.seats if not seat.is_away}
    leavers = tuple(seat for seat in table.seats if seat.is_away)
    return replace(table, seats=tuple(at_table[pad] for pad in event.pads) + leavers)


def _game_started(table: Table, event: ev.GameStarted) -> Table:
    _check(table.stage is Stage.LOBBY and bool(table.seats), event, table)
    first = table.seats[0].space
    return replace(table, track=event.track, house=event.house, stage=Stage.ROLL, reading=first)


def _house_changed(table: Table, event: ev.HouseChanged) -> Table:
    return replace(table, house=event.house)


# A turn (rules.md, A turn)


def _rolled(table: Table, event: ev.Rolled) -> Table:
    seat = table.seat_on(table.reading)
    if table.stage is not Stage.ROLL or table.winner or seat is None or seat.is_away:
        raise IllegalEventError(
            f"Rolled at a table in stage {table.stage.value}, without a reader or with a winner"
        )
    turn = Turn(seat.pad, seat.space, Face(event.category, event.spaces), before=table.standing())
    return replace(table, turns=(*table.turns, turn))


def _card_drawn(table: Table, event: ev.CardDrawn) -> Table:
    """A card is drawn, or another one: subject, token and worth stay, in Versus also the numbers."""
    _check(table.has_rolled and table.stage in (Stage.ROLL, Stage.CARD), event, table)
    turn = table.turns[-1]
    _check(event.card is None or event.card.category is turn.face.category, event, table)
    category = turn.face.category
    if not table.has_open_card:
        token = rules.token_after(category, table.token, turn.roller_space)
        subject = None if category is Category.EVERYBODY else token
        options = rules.options_of(category, event.card, subject, turn.roller_space)
        table = replace(table, token=token, stage=Stage.CARD).with_turn(subject=subject, options=options)
    elif category is Category.CHOICES:
        table = table.with_turn(
            options=rules.options_of(category, event.card, turn.subject, turn.roller_space)
        )
    return table.with_turn(card=event.card, voters=table.present)


def _unchanged(table: Table, event: ev.CardBanned | ev.CardBroughtBack | ev.CardPractised) -> Table:
    """What concerns the pile of cards, and not the table."""
    return table


def _opened(table: Table, event: ev.Opened) -> Table:
    """The votes are revealed; all moves happen together; then the round is judged."""
    turn = table.turn
    if turn is None or turn.result or not _are_votes_of(turn, event.votes):
        raise IllegalEventError(
            f"Opened at a table in stage {table.stage.value}, or with votes that are none"
        )
    votes = {seat.pad: event.votes[seat.pad] for seat in table.seats if seat.pad in event.votes}
    majority = rules.majority(votes.values())
    moved = tuple(pad for pad, answer in votes.items() if answer in majority)
    seats = tuple(
        replace(seat, position=rules.moved_to(seat.position, turn.face.spaces, table.track))
        if seat.pad in moved
        else seat
        for seat in table.seats
    )
    table = replace(table, seats=seats, stage=Stage.RESULT)
    return _judged(table.with_turn(result=Result(votes, majority, moved)))


def _are_votes_of(turn: Turn, votes: dict[Any, int]) -> bool:
    return all(pad in turn.voters and answer in turn.options for pad, answer in votes.items())


def _judged(table: Table) -> Table:
    """Winner or tie-break after a round (rules.md, Winning)."""
    turn = table.turns[-1]
    if table.leads:
        moved = turn.result.moved if turn.result else ()
        on_lead = {seat.space for seat in table.seats if seat.pad in moved}
        leads = {space: lead + turn.face.spaces * (space in on_lead) for space, lead in table.leads.items()}
        leader = table.seat_on(rules.sole_leader(leads))
        return replace(table, leads=leads, winner=leader.pad if leader else None)
    arrived = [seat for seat in table.seats if not seat.is_away and seat.position >= table.track]
    if len(arrived) == 1:
        return replace(table, winner=arrived[0].pad)
    return replace(table, leads={seat.space: 0 for seat in arrived})


def _turn_passed(table: Table, event: ev.TurnPassed) -> Table:
    _check(table.stage is Stage.RESULT and table.winner is None, event, table)
    following = table.next_present(table.reading)
    return replace(table, stage=Stage.ROLL, reading=following.space if following else table.reading)


def _finished(table: Table, event: ev.Finished) -> Table:
    _check(table.winner is not None, event, table)
    return replace(table, stage=Stage.FINISHED)


# Changing one's mind (rules.md, Changing one's mind)


def _undone(table: Table, event: ev.Undone) -> Table:
    """Takes the last roll back: values go by seat, who is at the table and the track stay as they are."""
    _check(table.has_rolled, event, table)
    turn = table.turns[-1]
    positions = turn.before.positions
    seats = tuple(
        replace(seat, position=min(positions.get(seat.space, 0), table.track)) for seat in table.seats
    )
    here = {seat.space for seat in seats if not seat.is_away}
    leads = {space: lead for space, lead in turn.before.leads.items() if space in here}
    table = replace(table, seats=seats, leads=leads, token=turn.before.token, stage=Stage.ROLL, winner=None)
    return replace(table, turns=table.turns[:-1], reading=_roller_now(table, turn))


def _roller_now(table: Table, turn: Turn) -> int | None:
    """Whoever rolled rolls again; if away, the next player clockwise."""
    seat = table.seat_on(turn.roller_space) or table.seat_of(turn.roller) or table.seat_on(table.reading)
    if seat is not None and seat.is_away:
        seat = table.next_present(seat.space) or seat
    return seat.space if seat else None


def _position_set(table: Table, event: ev.PositionSet) -> Table:
    _check(table.seat_of(event.pad) is not None and 0 <= event.position <= table.track, event, table)
    seats = tuple(
        replace(seat, position=event.position) if seat.pad == event.pad else seat for seat in table.seats
    )
    return replace(table, seats=seats)


def _token_set(table: Table, event: ev.TokenSet) -> Table:
    _check(1 <= event.space <= NAME_SPACES, event, table)
    return replace(table, token=event.space)


def _track_set(table: Table, event: ev.TrackSet) -> Table:
    """The board is right: movers beyond a shorter track are pulled back to its Winner's space."""
    _check(event.track >= 1, event, table)
    seats = tuple(replace(seat, position=min(seat.position, event.track)) for seat in table.seats)
    return replace(table, seats=seats, track=event.track)


_HANDLERS: dict[type, Callable[[Table, Any], Table]] = {
    ev.LobbyOpened: _lobby_opened,
    ev.Joined: _joined,
    ev.Left: _left,
    ev.Ordered: _ordered,
    ev.GameStarted: _game_started,
    ev.HouseChanged: _house_changed,
    ev.Rolled: _rolled,
    ev.CardDrawn: _card_drawn,
    ev.CardBanned: _unchanged,
    ev.CardBroughtBack: _unchanged,
    ev.CardPractised: _unchanged,
    ev.Opened: _opened,
    ev.TurnPassed: _turn_passed,
    ev.Finished: _finished,
    ev.Undone: _undone,
    ev.PositionSet: _position_set,
    ev.TokenSet: _token_set,
    ev.TrackSet: _track_set,
}

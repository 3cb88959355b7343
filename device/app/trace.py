"""The trace of a session: JSON Lines records of everything public, in the order of an instant."""

import hashlib
from collections.abc import Callable
from typing import Any

from device.app.showing import Shown
from device.engine import events as ev
from device.engine.game import apply
from device.engine.table import Pad, Table
from device.machine import effects as fx
from device.machine.phases import State

Record = dict[str, Any]


class Trace:
    """Collects the records of an instant and gives them to `write` when the instant closes.

    `lights` and `screen` tell what the eight lights and the panel show in a state; None: not wanted.
    """

    def __init__(
        self,
        write: Callable[[Record], None],
        lights: Callable[[State], list[str]] | None,
        screen: Callable[[State], Shown] | None,
    ) -> None:
        self._write = write
        self._lights = lights
        self._screen = screen
        self._at_ms = 0
        self._facts: list[Record] = []
        self._phases: list[Record] = []
        self._shown: dict[str, Record] = {}
        self._table = Table()
        self._state: Callable[[], State] | None = None
        self._last: State | None = None

    def watch(self, state: Callable[[], State] | None, table: Table | None) -> None:
        """Follow a session from its start, where `table` is what its journal holds. While a session
        starts (None) there is nothing to show yet."""
        self._state = state
        self._table = table or Table()

    def instant(self, at_ms: int) -> None:
        """What follows happens at that time; an earlier instant closes."""
        if at_ms != self._at_ms:
            self.close_instant()
            self._at_ms = at_ms

    def close_instant(self) -> None:
        """Facts, then phases, then lights and screen where they have changed."""
        if self._state is None:
            return
        for record in self._facts + self._phases:
            self._write(record)
        self._facts, self._phases = [], []
        state = self._state()
        if state is self._last:
            return
        self._last = state
        if self._lights is not None:
            self._show("lights", {"rhythms": self._lights(state)})
        if self._screen is not None:
            shown = self._screen(state)
            digest = hashlib.sha256(shown.image.tobytes()).hexdigest()
            self._show("screen", {"title": shown.title, "page": shown.page, "sha256": digest})

    def effect(self, effect: fx.Effect, table: Table) -> None:
        """One thing that happened."""
        match effect:
            case fx.Happened(event):
                before, self._table = self._table, apply(self._table, event)
                self._facts += [
                    self._record(kind, **keys) for kind, keys in _facts(before, event, self._table)
                ]
            case fx.PhaseBegan(phase):
                self._phases.append(self._record("phase", phase=phase))
            case fx.Refused(pad, reason):
                self._facts.append(self._record("refused", pad=pad, reason=reason))
            case fx.Voted(pad):
                self._facts.append(self._record("voted", pad=pad))
            case fx.Withdrawn(pad):
                self._facts.append(self._record("withdrawn", pad=pad))
            case fx.Jammed(pad):
                self._facts.append(self._record("stuck", pad=pad))

    def _record(self, kind: str, **keys: Any) -> Record:
        return {"at_ms": self._at_ms, "type": kind, **keys}

    def _show(self, kind: str, keys: Record) -> None:
        if self._shown.get(kind) != keys:
            self._shown[kind] = keys
            self._write(self._record(kind, **keys))


def _facts(before: Table, event: ev.Event, after: Table) -> list[tuple[str, Record]]:
    """The records of one event, from the table before and after it."""
    match event:
        case ev.Joined(pad, space):
            return [("joined", {"pad": pad, "space": space})]
        case ev.Left(pad):
            seat = before.seat_of(pad)
            left = ("left", {"pad": pad, "space": seat.space if seat else None})
            return [left, *_won(before, after)]
        case ev.Rolled(category, spaces):
            return [("rolled", {"reader": before.reader, "category": category, "spaces": spaces})]
        case ev.CardDrawn():
            return [("card", _card(after))]
        case ev.Opened():
            return [("revealed", _revealed(after)), *_tiebreak(before, after), *_won(before, after)]
        case ev.Undone():
            return [("undone", {**_standing(after), "reader": after.reader})]
        case ev.PositionSet() | ev.TokenSet() | ev.TrackSet():
            return [("board", {**_standing(after), "track": after.track})]
    return []


def _card(table: Table) -> Record:
    turn = table.turns[-1]
    return {
        "category": turn.face.category,
        "deck": turn.card.deck if turn.card else None,
        "card": turn.card.id if turn.card else None,
        "subject": turn.subject,
        "options": list(turn.options),
    }


def _revealed(table: Table) -> Record:
    turn = table.turns[-1]
    result = turn.result
    return {
        "votes": dict(result.votes) if result else {},
        "majority": list(result.majority) if result else [],
        "moved": list(result.moved) if result else [],
        "spaces": turn.face.spaces,
        **_standing(table),
    }


def _standing(table: Table) -> Record:
    return {"positions": dict(table.positions), "token": table.token}


def _tiebreak(before: Table, after: Table) -> list[tuple[str, Record]]:
    has_begun = bool(after.leads) and not before.leads
    return [("tiebreak", {"contenders": list(after.contenders)})] if has_begun else []


def _won(before: Table, after: Table) -> list[tuple[str, Record]]:
    winner: Pad | None = after.winner if before.winner is None else None
    return [("won", {"pad": winner})] if winner else []

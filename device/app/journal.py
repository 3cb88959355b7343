"""The journal: every event of every game, committed before its effect is shown.

A table is the fold of the newest game's events; used cards are a query across games. Ballots, key edges
and time are never rows.
"""

import errno
import os
import sqlite3
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import msgspec

from device.engine import events as ev
from device.engine.cards import Card, Category
from device.engine.game import apply
from device.engine.table import Table

_KINDS: dict[str, type[ev.Event]] = {kind.__name__: kind for kind in ev.Event.__args__}

_SCHEMA = """
CREATE TABLE IF NOT EXISTS events (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    category TEXT,
    card TEXT
);
CREATE INDEX IF NOT EXISTS events_by_game ON events (game);
CREATE INDEX IF NOT EXISTS events_by_card ON events (id) WHERE category IS NOT NULL;
"""

_VERSION = 1

MOST_HOUSES = 100
"""So many games begun, or houses changed, back names are remembered."""

_DISK_FAULTS = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
    sqlite3.SQLITE_IOERR: errno.EIO,
}


class JournalError(Exception):
    """The journal cannot be read. The message says why, in one line."""


class JournalBusyError(JournalError):
    """Another copy of the program has the journal open."""


class Pile(StrEnum):
    """What happened to a pile, by the name of its event."""

    ROLLED = ev.Rolled.__name__
    DRAWN = ev.CardDrawn.__name__
    UNDONE = ev.Undone.__name__
    BANNED = ev.CardBanned.__name__
    BROUGHT_BACK = ev.CardBroughtBack.__name__
    PRACTISED = ev.CardPractised.__name__


class CardMark(NamedTuple):
    """What the journal says of the piles: what happened, and to which card; None: to none (a roll)."""

    category: Category
    card: str | None
    what: Pile


class Journal:
    """The journal in `path`, or in memory (None). Raises `JournalError` where it cannot be read, `OSError`
    where the disk is at fault.

    When the disk is full or read-only, `record` keeps the events in memory, `is_failing` is true, and
    the next `record` or `try_again` writes what is due.
    """

    def __init__(self, path: Path | None) -> None:
        self._due: list[tuple[int, ev.Event]] = []
        self._path = path
        self._open()
        try:
            self._game, self._table = self._newest_game()
            self._marks = self._read_marks()
        except (sqlite3.Error, msgspec.MsgspecError, KeyError, ValueError, TypeError) as error:
            self._db.close()
            raise JournalError(f"it is damaged ({type(error).__name__})") from None

    @property
    def table(self) -> Table | None:
        """The table of the newest game; None when there is none yet."""
        return self._table

    @property
    def is_failing(self) -> bool:
        """Whether there are events that could not be written yet."""
        return bool(self._due)

    def record(self, events: Sequence[ev.Event]) -> None:
        """Commit events, all or none. Never raises for the disk's faults: what is not written stays due."""
        game, table, due = self._game, self._table or Table(), list[tuple[int, ev.Event]]()
        for event in events:
            game += isinstance(event, ev.LobbyOpened)
            table = apply(table, event)
            due.append((game, event))
        self._game, self._table = game, table
        self._due += due
        self._marks += filter(None, map(mark_of, events))
        self.try_again()

    def try_again(self) -> None:
        """Write what is due, if the disk lets us."""
        if not self._due:
            return
        try:
            with self._db:
                self._db.executemany(
                    "INSERT INTO events (game, kind, data, category, card) VALUES (?, ?, ?, ?, ?)",
                    [_row(game, event) for game, event in self._due],
                )
        except sqlite3.Error:
            return
        self._due.clear()

    def card_marks(self) -> Iterator[CardMark]:
        """Every roll, every card drawn or taken back, in all games, oldest first."""
        return iter(self._marks)

    def names(self) -> tuple[str, ...]:
        """The names of earlier evenings, each once, the newest first; none where they cannot be read."""
        kinds = (ev.GameStarted.__name__, ev.HouseChanged.__name__)
        query = "SELECT kind, data FROM events WHERE kind IN (?, ?) ORDER BY id DESC LIMIT ?"
        try:
            events = [_event(kind, data) for kind, data in self._db.execute(query, (*kinds, MOST_HOUSES))]
        except (sqlite3.Error, msgspec.MsgspecError):
            return ()
        houses = (event.house for event in events if isinstance(event, ev.GameStarted | ev.HouseChanged))
        return tuple(dict.fromkeys(name for house in houses for name in house.names if name))

    def put_away(self) -> tuple[Card, ...]:
        """The cards that were put away for good, the newest first; none where they cannot be read."""
        kinds = (ev.CardBanned.__name__, ev.CardBroughtBack.__name__)
        query = "SELECT kind, data FROM events WHERE category IS NOT NULL AND kind IN (?, ?) ORDER BY id"
        try:
            events = [_event(kind, data) for kind, data in self._db.execute(query, kinds)]
        except (sqlite3.Error, msgspec.MsgspecError):
            return ()
        away: dict[str, Card] = {}
        for event in [*events, *(event for _, event in self._due)]:
            if isinstance(event, ev.CardBanned | ev.CardBroughtBack):
                away.pop(event.card.id, None)
            if isinstance(event, ev.CardBanned):
                away[event.card.id] = event.card
        return tuple(reversed(away.values()))

    def games(self) -> Iterator[tuple[int, list[ev.Event]]]:
        """The events of every game, oldest game first; none of a game that is damaged. Raises `JournalError`
        where the file itself is."""
        for game, rows in groupby(self._rows(), key=itemgetter(0)):
            try:
                yield game, [_event(kind, data) for _, kind, data in rows]
            except (msgspec.MsgspecError, KeyError):
                yield game, []

    def close(self) -> None:
        """Write what is due and close the file."""
        self.try_again()
        self._db.close()

    def _open(self) -> None:
        if self._path is not None:
            if self._path.exists() and not self._path.is_file():
                raise JournalError("it is no file")
            if self._path.is_file() and self._path.stat().st_size == 0:
                raise JournalError("it is empty")  # sqlite would take it for a new one
            self._path.touch(mode=0o600)
        try:
            self._db = sqlite3.connect(self._path or ":memory:", timeout=1.0, check_same_thread=False)
        except sqlite3.Error as error:
            raise _error_of(error) from None
        try:
            # Power may go at any instant. A write-ahead log needs one flush a commit, and FULL makes
            # sqlite wait for it: what a light has shown is on the disk. EXCLUSIVE keeps a second copy
            # of the program out, and needs no shared-memory file beside the log.
            self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._check_version()
            self._db.executescript(_SCHEMA)
        except sqlite3.Error as error:
            self._db.close()
            raise _error_of(error) from None
        except UnicodeDecodeError:  # sqlite quotes a damaged schema in its errors
            self._db.close()
            raise JournalError("it is damaged") from None
        except JournalError:
            self._db.close()
            raise

    def _rows(self) -> Iterator[tuple[int, str, str]]:
        try:
            yield from self._db.execute("SELECT game, kind, data FROM events ORDER BY id")
        except sqlite3.Error as error:
            raise JournalError(f"it is damaged ({type(error).__name__})") from None

    def _check_version(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > _VERSION:
            raise JournalError("it was written by a newer version of this program")
        if version < _VERSION:
            self._db.execute(f"PRAGMA user_version = {_VERSION}")

    def _newest_game(self) -> tuple[int, Table | None]:
        game = self._db.execute("SELECT max(game) FROM events").fetchone()[0]
        rows = self._db.execute(
            "SELECT kind, data FROM events WHERE game = ? ORDER BY id", (game,)
        ).fetchall()
        table = Table()
        for kind, data in rows:
            table = apply(table, _event(kind, data))
        return game or 0, table if rows else None

    def _read_marks(self) -> list[CardMark]:
        rows = self._db.execute(
            "SELECT category, card, kind FROM events WHERE category IS NOT NULL ORDER BY id"
        )
        return [CardMark(Category(category), card, Pile(kind)) for category, card, kind in rows]


def mark_of(event: ev.Event) -> CardMark | None:
    """What an event means for the piles, if anything."""
    match event:
        case ev.Rolled(category):
            return CardMark(category, None, Pile.ROLLED)
        case (
            ev.CardDrawn(card)
            | ev.Undone(card)
            | ev.CardBanned(card)
            | ev.CardBroughtBack(card)
            | ev.CardPractised(card)
        ) if card:
            return CardMark(card.category, card.id, Pile(type(event).__name__))
    return None


def _row(game: int, event: ev.Event) -> tuple[int, str, str, str | None, str | None]:
    mark = mark_of(event)
    category, card = (mark.category.value, mark.card) if mark else (None, None)
    return game, type(event).__name__, msgspec.json.encode(event).decode(), category, card


def _event(kind: str, data: str) -> ev.Event:
    return msgspec.json.decode(data, type=_KINDS[kind])


def _error_of(error: sqlite3.Error) -> JournalError | OSError:
    """Whose fault it is that a journal does not open: another copy's, the disk's, or its own."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF  # the primary code
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalBusyError("another copy of the game is running: stop it first")
    if code in _DISK_FAULTS:
        return OSError(_DISK_FAULTS[code], os.strerror(_DISK_FAULTS[code]))
    return JournalError(f"it is no journal of this game ({type(error).__name__})")


def open_journal(path: Path) -> tuple[Journal, Path | None]:
    """The journal in `path`; one that cannot be read is set aside first, under the name that is returned.

    Raises `JournalBusyError` when another copy of the program has it, `OSError` when the folder cannot
    be used at all, or has no room for a new one.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return Journal(path), None
    except JournalBusyError:
        raise
    except JournalError:
        aside = _free_name(path)
        for suffix in ("", "-wal", "-shm"):
            part = path.with_name(path.name + suffix)
            if part.exists():
                part.rename(aside.with_name(aside.name + suffix))
        return Journal(path), aside


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.name}.unreadable-{number}") for number in range(1, 10_000))
    return next(name for name in names if not name.exists())

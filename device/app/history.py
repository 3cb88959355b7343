"""`imaginiff history`: past games from the journal, in the terminal and as CSV. Revealed votes only."""

import csv
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import TextIO

from msgspec import Struct

from device.app.journal import Journal, JournalBusyError, JournalError
from device.app.paths import JOURNAL, state_folder
from device.app.texts import ENGLISH
from device.engine.cards import Card
from device.engine.events import Event
from device.engine.game import apply
from device.engine.table import Pad, Table
from device.ui.figures import Figures, figures
from device.ui.people import People, people_at

COLUMNS = (
    "game",
    "rounds",
    "pad",
    "space",
    "name",
    "position",
    "won",
    "in_majority",
    "alone",
    "closest",
    "agreed",
    "most_chosen",
    "times_chosen",
)


class PastGame(Struct, frozen=True):
    """A game that was rolled in at least once: its number in the journal, and its table as it stood last."""

    number: int
    table: Table

    @property
    def figures(self) -> Figures:
        """What its revealed votes tell."""
        return figures(self.table)

    @property
    def people(self) -> People:
        """What its players are called."""
        return people_at(self.table, self.table.house.names, ENGLISH)


def past_games(journal: Journal) -> tuple[list[PastGame], list[int]]:
    """Every game of the journal with a finished round, oldest first; and the numbers of damaged ones.

    Raises `JournalError` where the file itself is damaged.
    """
    games, damaged = list[PastGame](), list[int]()
    for number, events in journal.games():
        table = _table_after(events)
        if table is None:
            damaged.append(number)
        elif figures(table).rounds:
            games.append(PastGame(number, table))
    return games, damaged


def _table_after(events: list[Event]) -> Table | None:
    """The table as it stood last; None where such events cannot have happened."""
    table = Table()
    try:
        for event in events:
            table = apply(table, event)
    except (ValueError, LookupError):
        return None
    return table if events else None


def cards_put_away(environment: Mapping[str, str]) -> tuple[Card, ...]:
    """The cards that were put away for good, the newest first; none where the journal cannot be read."""
    path = state_folder(environment) / JOURNAL
    if not path.is_file():
        return ()
    try:
        journal = Journal(path)
    except (JournalError, OSError):  # a game is running, or the file is no journal: the game will say so
        return ()
    cards = journal.put_away()
    journal.close()
    return cards


def show_history(environment: Mapping[str, str], is_csv: bool, stdout: TextIO, stderr: TextIO) -> int:
    """Print all past games. Returns 1 where the journal, or a game in it, cannot be read, else 0."""
    path = state_folder(environment) / JOURNAL
    if not path.exists():
        print("No game has been played yet.", file=stderr)
        return 0
    try:
        journal = Journal(path)
    except JournalBusyError:
        print("imaginiff: a game is running: stop it first, or look at its finale", file=stderr)
        return 1
    except JournalError as error:
        print(f"imaginiff: {path}: {error}: start the game, it sets such a file aside", file=stderr)
        return 1
    try:
        with closing(journal):
            games, damaged = past_games(journal)
    except JournalError as error:  # in old games, which play does not look at
        print(f"imaginiff: {path}: {error}: move it elsewhere, the game begins a new one", file=stderr)
        return 1
    for number in damaged:
        print(f"imaginiff: {path}: game {number} is damaged: it is left out", file=stderr)
    if not games and not damaged:
        print("No game has been played yet.", file=stderr)
    if is_csv:
        _write_csv(games, stdout)
    else:
        for game in games:
            print("\n".join(_lines(game)), file=stdout)
    return 1 if damaged else 0


def _write_csv(games: list[PastGame], stdout: TextIO) -> None:
    writer = csv.writer(stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    for game in games:
        counted = game.figures
        in_majority, alone = dict(counted.in_majority), dict(counted.alone)
        spaces, times = counted.favourites
        most_chosen = _safe("; ".join(map(game.people.on_space, spaces)))
        for seat in game.table.seats:
            name = _safe(game.people.own_name(seat.space))
            won = int(seat.pad == game.table.winner)
            numbers = (seat.position, won, in_majority[seat.pad], alone[seat.pad])
            who = (game.number, counted.rounds, seat.pad, seat.space, name)
            writer.writerow((*who, *numbers, *_closest(seat.pad, counted), most_chosen, times))


def _closest(pad: Pad, counted: Figures) -> tuple[str, int]:
    """The other halves of the closest pairs that this pad is in, and how often those agreed."""
    pairs, times = counted.alike
    others = [other for pair in pairs if pad in pair for other in pair if other != pad]
    return " ".join(others), times if others else 0


def _safe(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@")) else name


def _lines(game: PastGame) -> Iterator[str]:
    people, counted, winner = game.people, game.figures, game.table.winner
    end = f"{people.name(winner)} won" if winner else "not finished"
    rounds = "one round" if counted.rounds == 1 else f"{counted.rounds} rounds"
    yield f"Game {game.number}: {len(game.table.seats)} players, {rounds}, {end}"
    standings = sorted(game.table.seats, key=lambda seat: -seat.position)
    yield "  on the board: " + ", ".join(f"{people.name(seat.pad)} {seat.position}" for seat in standings)
    for title, (pads, times) in (("read the table best", counted.best), ("lone wolf", counted.wolves)):
        if pads:
            yield f"  {title}: {_names(pads, people)} ({_times(times)})"
    spaces, times = counted.favourites
    if spaces:
        names = ", ".join(people.on_space(space) for space in spaces)
        yield f"  most chosen: {names} ({_times(times)})"
    pairs, times = counted.alike
    if pairs:
        names = ", ".join(f"{people.name(one)} and {people.name(other)}" for one, other in pairs)
        yield f"  think alike: {names} ({_times(times)})"


def _names(pads: tuple[Pad, ...], people: People) -> str:
    return ", ".join(people.name(pad) for pad in pads)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"

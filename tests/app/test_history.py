"""Past games, told from the journal."""

import csv
import io
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from device.app.history import cards_put_away, show_history
from device.app.journal import Journal
from device.engine.events import CardBanned, LobbyOpened
from device.engine.table import House
from device.machine.phases import Settings
from tests.talk import CARDS, Game


def evening(folder: Path) -> None:
    """A game that orange wins, and a second one that is not finished."""
    (folder / "imaginiff").mkdir()
    journal = Journal(folder / "imaginiff" / "games.sqlite")
    names = ("Anna", "=Ben", *[""] * 6)
    house = House(has_own_die=False, has_own_cards=False, names=names)
    game = Game(Settings(track=2, house=house), journal=journal)
    game.start("red", "orange", "yellow")
    game.roll(2, 1)
    game.vote(red=1, orange=4, yellow=4)
    game.reveal()
    game.go_on()
    game.roll(2, 2)
    game.vote(red=5, orange=5, yellow=6)
    game.reveal()
    game.go_on()
    game.press("red", 1)
    journal.close()


def shown(folder: Path, is_csv: bool = False) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = show_history({"XDG_STATE_HOME": str(folder)}, is_csv, out, err)
    return status, out.getvalue(), err.getvalue()


def test_a_game_is_told_with_its_figures(tmp_path: Path) -> None:
    evening(tmp_path)
    status, out, err = shown(tmp_path)
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "Game 1: 3 players, 2 rounds, not finished",
        "  on the board: Anna 2, =Ben 2, Yellow 1",
        "  read the table best: =Ben (2 times)",
        "  lone wolf: Anna, Yellow (once)",
        "  most chosen: 4, see board, 5, see board (2 times)",
        "  think alike: Anna and =Ben, =Ben and Yellow (once)",
    ]


def test_a_game_of_one_round_is_told_as_one(tmp_path: Path) -> None:
    (tmp_path / "imaginiff").mkdir()
    journal = Journal(tmp_path / "imaginiff" / "games.sqlite")
    game = Game(Settings(house=House(has_own_die=False, has_own_cards=False)), journal=journal)
    game.start("red", "orange", "yellow")
    game.roll(2, 1)
    game.vote(red=1, orange=4, yellow=4)
    game.reveal()
    journal.close()
    assert shown(tmp_path)[1].splitlines()[0] == "Game 1: 3 players, one round, not finished"


def test_a_spreadsheet_gets_a_row_a_player_and_no_formula(tmp_path: Path) -> None:
    evening(tmp_path)
    _, out, _ = shown(tmp_path, is_csv=True)
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["pad"] for row in rows] == ["red", "orange", "yellow"]
    assert rows[1]["name"] == "'=Ben"
    assert (rows[1]["position"], rows[1]["in_majority"], rows[2]["alone"]) == ("2", "2", "1")
    assert [row["closest"] for row in rows] == ["orange", "red yellow", "orange"]
    assert [row["agreed"] for row in rows] == ["1", "1", "1"]
    assert [(row["most_chosen"], row["times_chosen"]) for row in rows] == [
        ("4, see board; 5, see board", "2")
    ] * 3


def test_before_the_first_game_there_is_nothing_to_tell(tmp_path: Path) -> None:
    assert shown(tmp_path) == (0, "", "No game has been played yet.\n")


def test_a_journal_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "imaginiff").mkdir()
    (tmp_path / "imaginiff" / "games.sqlite").write_bytes(b"Dear diary, today we played")
    status, out, err = shown(tmp_path)
    assert (status, out, err.count("\n")) == (1, "", 1)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE events SET data = '{' WHERE game = 1 AND kind = 'Opened'",
        "UPDATE events SET kind = 'Danced' WHERE game = 1 AND kind = 'Opened'",
        "DELETE FROM events WHERE game = 1 AND kind = 'Rolled'",
    ],
)
def test_a_damaged_game_is_left_out_and_the_others_are_told(damage: str, tmp_path: Path) -> None:
    evening(tmp_path)
    path = tmp_path / "imaginiff" / "games.sqlite"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "INSERT INTO events (game, kind, data, category, card)"
            " SELECT game + 1, kind, data, category, card FROM events ORDER BY id"
        )
        database.execute(damage)
    status, out, err = shown(tmp_path)
    assert (status, err) == (1, f"imaginiff: {path}: game 1 is damaged: it is left out\n")
    assert out.splitlines()[0] == "Game 2: 3 players, 2 rounds, not finished"
    assert "Game 1" not in out


def test_a_file_that_is_damaged_among_old_games_is_one_line_with_what_to_do(tmp_path: Path) -> None:
    evening(tmp_path)
    path = tmp_path / "imaginiff" / "games.sqlite"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "INSERT INTO events (game, kind, data) SELECT 0, 'Left', CAST(x'ff' AS TEXT) FROM events LIMIT 1"
        )
    status, out, err = shown(tmp_path)
    cure = "move it elsewhere, the game begins a new one"
    assert (status, out, err) == (1, "", f"imaginiff: {path}: it is damaged (OperationalError): {cure}\n")


def test_while_a_game_is_running_it_says_so(tmp_path: Path) -> None:
    evening(tmp_path)
    running = Journal(tmp_path / "imaginiff" / "games.sqlite")
    running.record([])
    assert shown(tmp_path)[0] == 1
    running.close()


def test_cards_put_away_are_read_from_the_journal(tmp_path: Path) -> None:
    environment = {"XDG_STATE_HOME": str(tmp_path)}
    assert cards_put_away(environment) == ()
    path = tmp_path / "imaginiff" / "games.sqlite"
    path.parent.mkdir()
    journal = Journal(path)
    journal.record([LobbyOpened(), CardBanned(CARDS[0])])
    assert cards_put_away(environment) == ()  # a game is running
    journal.close()
    assert cards_put_away(environment) == (CARDS[0],)
    path.write_bytes(b"Dear diary, today we played")
    assert cards_put_away(environment) == ()

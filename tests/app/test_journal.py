"""The journal: what it gives back, power cuts at any instant, files that cannot be read, full disks."""

import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from pathlib import Path

import pytest

from device.app.journal import CardMark, Journal, JournalBusyError, JournalError, Pile, open_journal
from device.engine import events as ev
from device.engine.cards import Blank, Card, Category, Who
from device.engine.game import apply
from device.engine.table import PADS, Face, House, Pad, Table
from tests.disk import quick_folder, set_full, without_power
from tests.talk import card

NAMES = ("Anna", "Łukasz", "", "O'Neil", "3", "\u202e", "日本", "x" * 200)
HOUSE = House(False, (Face(Category.VERSUS, 3),), True, NAMES)
WORDY = Card("id", "Ünïcode", Category.CHOICES, ("Is ", Blank(Who.SUBJECT, True), " “odd”?"), ("a", "b"))
SITTING: list[ev.Event] = [ev.LobbyOpened(), *(ev.Joined(pad, n) for n, pad in enumerate(PADS, 1))]
ROUND: list[ev.Event] = [
    ev.Rolled(Category.EVERYBODY, 1),
    ev.CardDrawn(card(Category.EVERYBODY)),
    ev.Opened({Pad.RED: 1, Pad.WHITE: 8, Pad.BLUE: 1}),
    ev.TurnPassed(),
]
EVERYTHING: list[ev.Event] = [
    *SITTING,
    ev.GameStarted(12, HOUSE),
    *ROUND,
    ev.Rolled(Category.CHOICES, 2),
    ev.CardDrawn(WORDY),
    ev.CardDrawn(None),
    ev.Left(Pad.CYAN),
    ev.Undone(WORDY),
    ev.Ordered(tuple(pad for pad in reversed(PADS) if pad is not Pad.CYAN)),
    ev.HouseChanged(House()),
    ev.PositionSet(Pad.RED, 11),
    ev.TokenSet(8),
    ev.TrackSet(40),
    *ROUND[:3],
]


def folded(events: Sequence[ev.Event]) -> Table:
    """The table after these events."""
    return reduce(apply, events, Table())


def filled(path: Path, events: Sequence[ev.Event] = EVERYTHING) -> Journal:
    """A journal with these events, one commit each."""
    journal = Journal(path)
    for event in events:
        journal.record([event])
    return journal


@pytest.fixture
def path() -> Iterator[Path]:
    with quick_folder() as folder:
        yield folder / "games.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    journal = filled(path)
    yield journal
    journal.close()


# What it gives back


def test_a_new_journal_holds_no_game(path: Path) -> None:
    journal = Journal(path)
    assert journal.table is None
    assert list(journal.games()) == []
    journal.close()


def test_the_table_is_the_fold_of_its_events(journal: Journal) -> None:
    assert journal.table == folded(EVERYTHING)


def test_every_kind_of_event_comes_back_as_it_was(path: Path, journal: Journal) -> None:
    journal.close()
    again = Journal(path)
    assert list(again.games()) == [(1, EVERYTHING)]
    assert again.table == folded(EVERYTHING)
    again.close()


def test_only_the_newest_game_is_the_table_and_older_ones_stay_on_file(path: Path, journal: Journal) -> None:
    second: list[ev.Event] = [ev.LobbyOpened(folded(SITTING).seats[:2]), ev.Joined(Pad.GREEN, 7)]
    journal.record(second)
    journal.close()
    again = Journal(path)
    assert again.table == folded(second)
    assert list(again.games()) == [(1, EVERYTHING), (2, second)]
    again.close()


def test_of_what_cannot_happen_nothing_is_recorded(journal: Journal) -> None:
    before, marks = list(journal.games()), list(journal.card_marks())
    with pytest.raises(ValueError, match="Finished"):
        journal.record([ev.Undone(WORDY), ev.Finished()])
    assert (list(journal.games()), list(journal.card_marks())) == (before, marks)
    assert journal.table == folded(EVERYTHING)
    assert not journal.is_failing


def test_cards_drawn_and_taken_back_are_marked_across_games(path: Path, journal: Journal) -> None:
    everybody, choices = card(Category.EVERYBODY).id, WORDY.id
    expected = [
        CardMark(Category.EVERYBODY, None, Pile.ROLLED),
        CardMark(Category.EVERYBODY, everybody, Pile.DRAWN),
        CardMark(Category.CHOICES, None, Pile.ROLLED),
        CardMark(Category.CHOICES, choices, Pile.DRAWN),
        CardMark(Category.CHOICES, choices, Pile.UNDONE),
        CardMark(Category.EVERYBODY, None, Pile.ROLLED),
        CardMark(Category.EVERYBODY, everybody, Pile.DRAWN),
    ]
    assert list(journal.card_marks()) == expected
    journal.record([ev.LobbyOpened()])
    journal.close()
    again = Journal(path)
    assert list(again.card_marks()) == expected
    again.close()


def test_names_of_earlier_evenings_are_remembered_each_once_the_newest_first() -> None:
    journal = Journal(None)
    for names in (("Anna", "Bob"), ("Cleo", "Anna"), ("", "")):
        house = House(names=(*names, *[""] * 6))
        journal.record([*SITTING, ev.GameStarted(25, house)])
    assert journal.names() == ("Cleo", "Anna", "Bob")


def test_names_that_cannot_be_read_are_forgotten_and_play_goes_on(path: Path, journal: Journal) -> None:
    journal.record(SITTING)
    journal.close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE events SET data = '?' WHERE kind = 'GameStarted'")
    database.close()
    again, aside = open_journal(path)
    assert aside is None
    assert again.names() == ()
    again.close()


def test_a_journal_in_memory_is_like_any_other() -> None:
    journal = Journal(None)
    journal.record(EVERYTHING)
    assert journal.table == folded(EVERYTHING)
    assert list(journal.games()) == [(1, EVERYTHING)]


def test_ten_thousand_events_of_past_games_are_no_hindrance(path: Path) -> None:
    journal = Journal(path)
    for _ in range(100):
        journal.record([*SITTING, ev.GameStarted(25, House()), *ROUND * 23])
    journal.close()
    again = Journal(path)
    assert sum(len(events) for _, events in again.games()) > 10_000
    assert again.table == folded([*SITTING, ev.GameStarted(25, House()), *ROUND * 23])
    again.close()


# Who may read it, and who has it


def test_only_its_owner_reads_it(path: Path, journal: Journal) -> None:
    parts = [part for part in path.parent.iterdir() if part.is_file()]
    assert {part.name for part in parts} == {"games.sqlite", "games.sqlite-wal"}
    assert [stat.S_IMODE(part.stat().st_mode) for part in parts] == [0o600] * 2


def test_a_second_copy_of_the_program_is_told_and_changes_nothing(path: Path, journal: Journal) -> None:
    with pytest.raises(JournalBusyError, match="another copy of the game is running: stop it first"):
        open_journal(path)
    assert [part.name for part in path.parent.glob("*unreadable*")] == []
    assert journal.table == folded(EVERYTHING)


# Power cuts


def test_the_next_start_has_every_event_whenever_the_power_fails_between_two(path: Path) -> None:
    journal = Journal(path)
    for count, event in enumerate(EVERYTHING, 1):
        journal.record([event])
        after = Journal(without_power(path, path.parent))
        assert [event for _, events in after.games() for event in events] == EVERYTHING[:count]
        after.close()
    journal.close()


def test_a_write_that_was_cut_short_leaves_the_events_before_it(path: Path, journal: Journal) -> None:
    log = path.with_name("games.sqlite-wal").read_bytes()
    counts = []
    for length in range(0, len(log) + 1, 1031):
        cut = without_power(path, path.parent)
        cut.with_name("games.sqlite-wal").write_bytes(log[:length])
        after = Journal(cut)
        events = [event for _, events in after.games() for event in events]
        assert events == EVERYTHING[: len(events)]
        assert after.table == (folded(events) if events else None)
        counts.append(len(events))
        after.close()
    assert counts == sorted(counts)
    assert counts[0] == 0
    assert counts[-1] >= len(EVERYTHING) - 1


PLAYER = """
import sys
from pathlib import Path
from device.app.journal import Journal
from device.engine import events as ev
from device.engine.table import Pad
journal = Journal(Path(sys.argv[1]))
journal.record([ev.LobbyOpened()])
for number in range(100_000):
    journal.record([ev.Joined(Pad.RED, number % 8 + 1)])
    print(number, flush=True)
"""


def test_a_program_killed_in_the_middle_of_writing_has_lost_nothing_that_it_had_said(path: Path) -> None:
    command = [sys.executable, "-c", PLAYER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None
        said = [player.stdout.readline() for _ in range(40)]
        player.send_signal(signal.SIGKILL)
        said += player.stdout.readlines()
    journal = Journal(path)
    [(_, events)] = journal.games()
    assert len(events) - 1 >= len([line for line in said if line.endswith("\n")])
    assert journal.table == folded(events)
    journal.close()


# Files that cannot be read


def half(path: Path) -> None:
    """Only the first half of the file is left."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def torn(path: Path) -> None:
    """The middle of the file is lost, its beginning and its end are there."""
    data = bytearray(path.read_bytes())
    data[4096 : len(data) // 2] = bytes(len(data) // 2 - 4096)
    path.write_bytes(data)


BROKEN: dict[str, Callable[[Path], object]] = {
    "0 bytes": lambda path: path.write_bytes(b""),
    "half a file": half,
    "all NUL": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "text": lambda path: path.write_text("Anna 12, Bob 7\n"),
    "a torn file": torn,
    "another program's": lambda path: path.write_bytes(b"\xff\xd8\xff" + bytes(5000)),
}


@pytest.mark.parametrize("spoil", BROKEN.values(), ids=BROKEN)
def test_a_file_that_cannot_be_read_is_set_aside_by_name_and_a_new_one_begins(
    path: Path, spoil: Callable[[Path], object]
) -> None:
    filled(path, [*EVERYTHING, ev.TurnPassed(), *ROUND * 20]).close()
    spoil(path)
    spoiled = path.read_bytes()
    journal, aside = open_journal(path)
    assert aside == path.with_name("games.sqlite.unreadable-1")
    assert aside.read_bytes() == spoiled
    assert journal.table is None
    journal.record(SITTING)
    journal.close()
    again, aside = open_journal(path)
    assert (again.table, aside) == (folded(SITTING), None)
    again.close()


ROWS = {
    "an event of another program": ("Exploded", "{}"),
    "an event that is none": ("Joined", "{"),
    "an event with a wrong value": ("Joined", '{"pad":"pink","space":1}'),
    "an event that cannot happen": ("Finished", "{}"),
}


@pytest.mark.parametrize(("kind", "data"), ROWS.values(), ids=ROWS)
def test_rows_that_are_no_game_set_the_file_aside(path: Path, journal: Journal, kind: str, data: str) -> None:
    journal.close()
    with sqlite3.connect(path) as database:
        database.execute("INSERT INTO events (game, kind, data) VALUES (1, ?, ?)", (kind, data))
    database.close()
    again, aside = open_journal(path)
    assert aside is not None
    assert again.table is None
    again.close()


def test_marks_that_are_none_set_the_file_aside(path: Path, journal: Journal) -> None:
    journal.close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE events SET category = 'chance' WHERE category IS NOT NULL")
    database.close()
    with pytest.raises(JournalError, match="damaged"):
        Journal(path)


def test_the_journal_of_a_newer_program_is_set_aside_unharmed(path: Path, journal: Journal) -> None:
    journal.close()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 2")
    database.close()
    before = path.read_bytes()
    _, aside = open_journal(path)
    assert aside is not None
    assert aside.read_bytes() == before


def test_files_set_aside_never_overwrite_each_other(path: Path) -> None:
    texts, names = ("one", "two", "three"), []
    for text in texts:
        path.write_text(text)
        journal, aside = open_journal(path)
        journal.close()
        assert aside is not None
        names.append((aside.name, aside.read_text()))
    assert names == [(f"games.sqlite.unreadable-{n}", text) for n, text in enumerate(texts, 1)]


def test_a_folder_that_is_not_there_yet_is_made(tmp_path: Path) -> None:
    journal, aside = open_journal(tmp_path / "state" / "imaginiff" / "games.sqlite")
    assert aside is None
    journal.close()


def test_what_is_no_file_in_the_journals_place_is_set_aside(path: Path) -> None:
    path.mkdir()
    (path / "diary.txt").touch()
    journal, aside = open_journal(path)
    journal.close()
    assert aside is not None
    assert (aside / "diary.txt").exists()


# Full disks


def test_on_a_full_disk_play_goes_on_in_memory_and_is_saved_when_there_is_room(path: Path) -> None:
    journal = filled(path, SITTING)
    set_full(journal, is_full=True)
    rest: list[ev.Event] = [ev.GameStarted(25, House()), *ROUND * 60]
    for event in rest:
        journal.record([event])
    assert journal.is_failing
    assert journal.table == folded([*SITTING, *rest])
    journal.try_again()
    assert journal.is_failing
    set_full(journal, is_full=False)
    journal.try_again()
    assert not journal.is_failing
    journal.close()
    again = Journal(path)
    assert list(again.games()) == [(1, [*SITTING, *rest])]
    again.close()


def test_what_is_due_is_written_with_the_next_event(path: Path) -> None:
    journal = filled(path, SITTING)
    set_full(journal, is_full=True)
    journal.record([ev.GameStarted(25, HOUSE), *ROUND * 30])
    assert journal.is_failing
    set_full(journal, is_full=False)
    journal.record([ev.Left(Pad.RED)])
    assert not journal.is_failing
    journal.close()
    again = Journal(path)
    assert again.table == folded([*SITTING, ev.GameStarted(25, HOUSE), *ROUND * 30, ev.Left(Pad.RED)])
    again.close()


def test_what_is_due_at_the_end_is_written_before_the_file_is_closed(path: Path) -> None:
    journal = filled(path, SITTING)
    set_full(journal, is_full=True)
    journal.record([ev.GameStarted(25, HOUSE), *ROUND * 30])
    set_full(journal, is_full=False)
    journal.close()
    again = Journal(path)
    assert len(next(again.games())[1]) == len(SITTING) + 1 + 120
    again.close()


def test_cards_drawn_on_a_full_disk_are_marked_too(path: Path) -> None:
    journal = filled(path, [*SITTING, ev.GameStarted(25, HOUSE)])
    set_full(journal, is_full=True)
    journal.record(ROUND * 30)
    assert journal.is_failing
    assert len(list(journal.card_marks())) == 60
    journal.close()


NO_ROOM = """
import resource, signal, sys
from pathlib import Path
from device.app.journal import open_journal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
try:
    open_journal(Path(sys.argv[1]))
except OSError as error:
    print(type(error).__name__, error.strerror)
"""


def test_a_disk_without_room_for_a_new_journal_is_the_disks_fault(path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-c", NO_ROOM, str(path)], capture_output=True, text=True, timeout=60, check=False
    )
    assert told.stderr == ""
    assert told.stdout.split(" ")[0] in ("OSError", "PermissionError")
    assert not list(path.parent.glob("*unreadable*"))


NO_RIGHTS = """
import os, sys
from pathlib import Path
from device.app.journal import open_journal
if os.geteuid() == 0:  # root may write everywhere
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
try:
    open_journal(Path(sys.argv[1]))
except OSError as error:
    print(type(error).__name__)
"""


def test_a_folder_without_rights_is_the_disks_fault(path: Path) -> None:
    path.parent.chmod(0o555)
    told = subprocess.run(
        [sys.executable, "-c", NO_RIGHTS, str(path)], capture_output=True, text=True, timeout=60, check=False
    )
    path.parent.chmod(0o700)
    assert (told.stdout, told.stderr) == ("PermissionError\n", "")

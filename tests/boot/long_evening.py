"""A long evening at the disk: events to the journal, settings to their file. Says on stdout what is safe.

Run by test_power_cut.py under strace: python -m tests.boot.long_evening FOLDER
"""

import os
import sys
from pathlib import Path

from device.app.journal import open_journal
from device.app.kept import Kept
from device.engine import events as ev
from device.engine.cards import Card, Category
from device.engine.table import PADS, House

ROUNDS = 80
SETTING = "game.lock_seconds"


def events() -> list[ev.Event]:
    """Some three hundred, of cards long enough to fill pages."""
    many: list[ev.Event] = [ev.LobbyOpened(), *(ev.Joined(pad, n) for n, pad in enumerate(PADS, 1))]
    many.append(ev.GameStarted(99, House()))
    for number in range(ROUNDS):
        card = Card(f"id{number}", "core", Category.EVERYBODY, (f"Who would {number} " * 10,), ())
        votes = dict.fromkeys(PADS[: number % 8 + 1], number % 8 + 1)
        many += [ev.Rolled(Category.EVERYBODY, 1), ev.CardDrawn(card), ev.Opened(votes), ev.TurnPassed()]
    return many


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def main(folder: Path) -> None:
    journal, _ = open_journal(folder / "games.sqlite")
    kept = Kept(folder)
    say("begins 0")
    for number, event in enumerate(events(), 1):
        journal.record([event])
        say(f"event {number}")
        if number % 20 == 0:
            kept.keep(SETTING, number / 20)
            say(f"setting {number // 20}")
    journal.close()
    say("ends 0")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

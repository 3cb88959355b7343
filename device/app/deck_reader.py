"""Reads the decks behind the first picture: the lobby needs no cards yet, and a Pi reads slowly."""

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from device.app.decks import Library, load_decks
from device.engine.cards import Card, Category
from device.machine.phases import Note

log = logging.getLogger(__name__)


class DeckReader:
    """All cards in play, read on a thread of its own from `start` on. Whoever iterates waits for them.

    `names` chooses decks. What is wrong with them is told to `say`, once they are read.
    """

    def __init__(self, folders: Sequence[Path], names: Sequence[str], say: Callable[[Note], None]) -> None:
        self._folders = folders
        self._names = names
        self._say = say
        self._cards: list[Card] = []
        self._thread = threading.Thread(target=self._read, name="decks", daemon=True)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def __iter__(self) -> Iterator[Card]:
        self._thread.join()
        return iter(self._cards)

    def _read(self) -> None:
        library = load_decks(self._folders)
        played = library.played(self._names)
        self._cards = [card for category in Category for card in played.cards(category)]
        for note in deck_notes(library, self._names):
            self._say(note)


def deck_notes(library: Library, names: Sequence[str]) -> list[Note]:
    """What to say of decks on the screen: the first fault in full, the others by number."""
    for fault in library.faults:
        log.warning("%s", fault)
    notes = [
        Note("No such deck", (f"{name}: `imaginiff decks list` shows them.",))
        for name in library.missing(names)[:1]
    ]
    if library.faults:
        first, more = library.faults[0], len(library.faults) - 1
        lines = [f"{first.path.name}, line {first.line}: {first.what}."]
        lines += [f"{more} more: see `imaginiff decks check`."] if more else []
        notes.append(Note("A card was left out", tuple(lines)))
    return notes

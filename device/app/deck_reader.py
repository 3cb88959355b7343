"""Reads the decks behind the first picture: the lobby needs no cards yet, and a Pi reads slowly."""

import logging
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from device.app.library import Library
from device.app.texts import ENGLISH
from device.machine.phases import Note
from device.ui.people import Texts
from hw.words import told

log = logging.getLogger(__name__)


class DeckReader:
    """All decks, read on a thread of their own from `start` on. Whoever wants the library waits for it.

    What is wrong with decks, and which of `names` there are not, is told to `say` once they are read.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        names: Sequence[str],
        say: Callable[[Note], None],
        texts: Texts = ENGLISH,
    ) -> None:
        self._folders = folders
        self._names = names
        self._say = say
        self._texts = texts
        self._library = Library((), ())
        self._thread = threading.Thread(target=self._read, name="decks", daemon=True)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def library(self) -> Library:
        """All decks that were found."""
        self._thread.join()
        return self._library

    def _read(self) -> None:
        from device.app.decks import load_decks  # what reads decks waits behind the first picture as they do

        self._library = load_decks(self._folders)
        for note in deck_notes(self._library, self._names, self._texts):
            self._say(note)


def deck_notes(library: Library, names: Sequence[str], texts: Texts) -> list[Note]:
    """What to say of decks on the screen: the first fault in full, the others by number."""
    _ = texts.gettext
    for fault in library.faults:
        log.warning("%s", fault)
    for name in library.missing(names):
        log.warning("there is no deck %s: `imaginiff decks list` shows them", name)
    notes = [
        Note(_("No such deck"), (_("{name}: `imaginiff decks list` shows them.").format(name=name),))
        for name in library.missing(names)[:1]
    ]
    if library.faults:
        first, more = library.faults[0], len(library.faults) - 1
        where = _("{file}, line {line}: {what}.") if first.line else _("{file}: {what}.")
        what = told(first.what, texts.gettext)
        lines = [where.format(file=first.path.name, line=first.line, what=what)]
        lines += [_("{n} more: see `imaginiff decks check`.").format(n=more)] if more else []
        title = _("A card was left out") if first.line else _("A deck was left out")
        notes.append(Note(title, tuple(lines)))
    return notes

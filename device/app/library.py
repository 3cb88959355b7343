"""The library: all decks there are, and the cards in them. How they are read is another matter (decks.py)."""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from msgspec import Struct

import device
from device.app.fault import Fault
from device.engine.cards import Card, Category

CORE = "core"


class Deck(Struct, frozen=True):
    """One file's cards, repeated ones too. `name` is the file's without its suffix; `lines[i]` is the line of
    `cards[i]`. `facts` is what its top says, word by word.
    """

    name: str
    path: Path
    title: str
    language: str
    facts: Mapping[str, str]
    cards: tuple[Card, ...]
    lines: tuple[int, ...]
    encoding: str

    def count(self, category: Category) -> int:
        """How many cards of a category it has."""
        return sum(card.category is category for card in self.cards)


class Library(Struct, frozen=True):
    """All decks found, and all that was wrong with their files. A faulty card is in `faults`, in no deck."""

    decks: tuple[Deck, ...]
    faults: tuple[Fault, ...]

    def cards(self, category: Category) -> tuple[Card, ...]:
        """The cards of a category, each once however many decks have it; the first deck's stands."""
        once: dict[str, Card] = {}
        for deck in self.decks:
            for card in deck.cards:
                once.setdefault(card.id, card)
        return tuple(card for card in once.values() if card.category is category)

    def chosen(self, names: Collection[str]) -> "Library":
        """Only the decks with these names, in capitals or not."""
        wanted = {name.casefold() for name in names}
        return Library(tuple(deck for deck in self.decks if deck.name.casefold() in wanted), self.faults)

    def played(self, names: Collection[str]) -> "Library":
        """The decks with these names; without names the core deck and everybody's own, not the small ones
        that come with the program for particular tables."""
        if any(name not in self.missing(names) for name in names):
            return self.chosen(names)
        shipped = shipped_folder()
        own = tuple(deck for deck in self.decks if deck.name == CORE or deck.path.parent != shipped)
        return Library(own, self.faults)

    def missing(self, names: Iterable[str]) -> tuple[str, ...]:
        """Those of the names that no deck has."""
        there = {deck.name.casefold() for deck in self.decks}
        return tuple(name for name in names if name.casefold() not in there)


def shipped_folder() -> Path:
    """The decks that come with the program: inside the installed package, else in the checkout."""
    package = Path(device.__file__).parent
    installed = package / "data" / "decks"
    return installed if installed.is_dir() else package.parent / "decks"

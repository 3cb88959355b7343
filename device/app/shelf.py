"""The shelf: all decks there are, which of them are in play, and what the settings menu can offer."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from device.app.audience import is_for_families
from device.app.library import Deck, Library
from device.engine.cards import Card, Category
from device.machine.phases import DeckOffer

DECKS, AUDIENCE = "game.decks", "game.audience"
CARDS = (DECKS, AUDIENCE)
"""The settings that say which cards are in play."""


class Shelf:
    """The cards in play: those of the chosen decks (none: the usual ones), for everybody or for families.

    `library` is asked when the cards are needed: until then decks may still be read.
    """

    def __init__(self, library: Callable[[], Library], decks: Sequence[str], audience: str) -> None:
        self._library = library
        self._decks = tuple(decks)
        self._audience = audience

    def set(self, key: str, value: Any) -> None:
        """A setting that was made in the menu; those that are no matter of decks change nothing."""
        if key == DECKS:
            self._decks = tuple(value)
        elif key == AUDIENCE:
            self._audience = value

    def __iter__(self) -> Iterator[Card]:
        library = self._library()
        played = library.played(self._decks)
        if self._audience == "family":  # where none of the chosen decks is, the usual ones that are
            family = _for_families(played)
            played = family if family.decks else _for_families(library.played(()))
        return (card for category in Category for card in played.cards(category))

    def decks(self) -> tuple[DeckOffer, ...]:
        """All decks, for the menu."""
        library = self._library()
        usual = {deck.name for deck in library.played(()).decks}
        return tuple(
            DeckOffer(
                deck.name,
                deck.title,
                is_family=_is_family(deck),
                is_usual=deck.name in usual,
            )
            for deck in library.decks
        )


def _is_family(deck: Deck) -> bool:
    return is_for_families(deck.facts.get("audience", ""))


def _for_families(library: Library) -> Library:
    """Only the decks that are for families."""
    return Library(tuple(filter(_is_family, library.decks)), library.faults)

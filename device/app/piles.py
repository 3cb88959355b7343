"""The piles: which card is drawn next, so that none comes twice before its pile is used up."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from device.app.journal import CardMark
from device.engine.cards import Card, Category


@dataclass(slots=True)
class _Pile:
    """One category's cards, by id. `used` in this pass; `under` went under the pile; `top` was taken back."""

    cards: dict[str, Card]
    used: set[str] = field(default_factory=set)
    under: list[str] = field(default_factory=list)
    top: list[str] = field(default_factory=list)
    last: str | None = None

    def candidates(self) -> list[str]:
        """Who may be drawn now: the taken back, else the fresh, else from under, else the next pass."""
        top = [card for card in self.top if card in self.cards]
        if top:
            return top[-1:]
        fresh = [card for card in self.cards if card not in self.used and card not in self.under]
        under = [card for card in self.under if card in self.cards]
        if fresh or under:
            return fresh or under[:1]
        return [card for card in self.cards if card != self.last] or list(self.cards)

    def drawn(self, card: str, replaced: str | None) -> None:
        """A card was drawn; another card's predecessor goes under the pile only now."""
        if card in self.top:
            self.top.remove(card)
        elif card in self.under:
            self.under.remove(card)
        elif card in self.used:  # the pile was used up and has been reshuffled
            self.used.clear()
        self.used.add(card)
        self.last = card
        if replaced is not None and replaced != card:
            self.used.discard(replaced)
            self.under.append(replaced)


class Piles:
    """The three piles, as `marks` of earlier games have left them. `chance` draws, `cards` is read at the
    first draw."""

    def __init__(self, cards: Iterable[Card], marks: Iterable[CardMark], chance: Random) -> None:
        self._piles = {category: _Pile({}) for category in Category}
        self._cards: Iterable[Card] | None = cards
        self._chance = chance
        self._open: str | None = None
        for mark in marks:
            self.follow(mark)

    def draw(self, category: Category) -> Card | None:
        """The next card of a category; None where there is none. `follow` must be told of it."""
        self._lay_out()
        candidates = self._piles[category].candidates()
        return self._piles[category].cards[self._chance.choice(candidates)] if candidates else None

    def is_repeating(self, category: Category) -> bool:
        """Whether a category has a single card, which comes again and again."""
        self._lay_out()
        return len(self._piles[category].cards) == 1

    def _lay_out(self) -> None:
        """Put the cards on their piles, when the first one is drawn: until then decks may still be read."""
        for card in self._cards or ():
            self._piles[card.category].cards[card.id] = card
        self._cards = None

    def follow(self, mark: CardMark) -> None:
        """A roll, a card drawn or taken back, as the journal says it."""
        pile = self._piles[mark.category]
        if mark.card is None:
            self._open = None
        elif mark.is_undone:
            pile.top.append(mark.card)
            self._open = None
        else:
            pile.drawn(mark.card, replaced=self._open)
            self._open = mark.card

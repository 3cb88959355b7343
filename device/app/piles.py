"""The piles: which card is drawn next, so that none comes twice before its pile is used up."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from device.app.journal import CardMark, Pile
from device.engine.cards import Card, Category


@dataclass(slots=True)
class _Pile:
    """One category's cards, by id. `used` in this pass; `under` went under the pile; `top` was taken back;
    `never` are put away for good."""

    cards: dict[str, Card]
    used: set[str] = field(default_factory=set)
    under: list[str] = field(default_factory=list)
    top: list[str] = field(default_factory=list)
    never: set[str] = field(default_factory=set)
    last: str | None = None

    def candidates(self) -> list[str]:
        """Who may be drawn now: the taken back, else the fresh, else from under, else the next pass."""
        top = [card for card in self.top if self._is_there(card)]
        if top:
            return top[-1:]
        there = self.there()
        fresh = [card for card in there if card not in self.used and card not in self.under]
        under = [card for card in self.under if self._is_there(card)]
        if fresh or under:
            return fresh or under[:1]
        return [card for card in there if card != self.last] or there

    def there(self) -> list[str]:
        """The cards that may be drawn at all."""
        return [card for card in self.cards if card not in self.never]

    def _is_there(self, card: str) -> bool:
        return card in self.cards and card not in self.never

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
    first draw, and again at the first after `lay_again`."""

    def __init__(self, cards: Iterable[Card], marks: Iterable[CardMark], chance: Random) -> None:
        self._piles = {category: _Pile({}) for category in Category}
        self._cards = cards
        self._is_laid_out = False
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
        """Whether a category has a single card, and it was drawn before: it comes again and again."""
        self._lay_out()
        pile = self._piles[category]
        return pile.there() == [pile.last]

    def lay_again(self) -> None:
        """Other cards are in play from now on; what was used of them stays used."""
        self._is_laid_out = False

    def _lay_out(self) -> None:
        """Put the cards on their piles, when the first one is drawn: until then decks may still be read."""
        if self._is_laid_out:
            return
        self._is_laid_out = True
        for pile in self._piles.values():
            pile.cards.clear()
        for card in self._cards:
            self._piles[card.category].cards[card.id] = card

    def follow(self, mark: CardMark) -> None:
        """A roll, or what happened to a card, as the journal says it."""
        pile, card = self._piles[mark.category], mark.card
        if card is None:
            self._open = None
            return
        match mark.what:
            case Pile.UNDONE:
                pile.top.append(card)
                self._open = None
            case Pile.BANNED:
                pile.never.add(card)
            case Pile.BROUGHT_BACK:
                pile.never.discard(card)
            case Pile.PRACTISED:
                pile.drawn(card, replaced=None)
            case _:
                pile.drawn(card, replaced=self._open)
                self._open = card

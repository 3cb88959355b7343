"""The rules that need no more than their arguments: subject, options, majority, moves, winner, tie-break."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import TypeVar

from device.engine.cards import MAX_ANSWERS, Card, Category
from device.engine.table import NAME_SPACES

Player = TypeVar("Player")


def next_space(space: int) -> int:
    """The name space after `space`; 8 is followed by 1 (rules.md, A turn, 2)."""
    return space % NAME_SPACES + 1


def token_after(category: Category, token: int, reader_space: int) -> int:
    """Where the ? token stands once a card of that category is drawn (rules.md, A turn, 2)."""
    if category is Category.EVERYBODY:
        return token
    following = next_space(token)
    if category is Category.VERSUS and following == reader_space:
        return next_space(following)
    return following


def options_of(
    category: Category, card: Card | None, subject: int | None, reader_space: int
) -> tuple[int, ...]:
    """The numbers that are votes, ascending. A card of the box (None) may have up to six answers."""
    if category is Category.EVERYBODY:
        return tuple(range(1, NAME_SPACES + 1))
    if category is Category.CHOICES:
        return tuple(range(1, (len(card.answers) if card else MAX_ANSWERS) + 1))
    if subject is None:
        raise ValueError("a Versus card needs a subject")
    return tuple(sorted((subject, reader_space)))


def majority(votes: Collection[int]) -> tuple[int, ...]:
    """Every answer that has the most votes, ascending, if that is at least two (rules.md, A turn, 4)."""
    tally = Counter(votes)
    most = max(tally.values(), default=0)
    return tuple(sorted(answer for answer, count in tally.items() if count == most)) if most >= 2 else ()


def moved_to(position: int, spaces: int, track: int) -> int:
    """Where a mover stops: on the Winner's space at the latest (rules.md, A turn, 5)."""
    return min(position + spaces, track)


def sole_leader(leads: Mapping[Player, int]) -> Player | None:
    """The contender whose lead is higher than every other contender's (rules.md, Winning)."""
    most = max(leads.values(), default=0)
    leaders = [player for player, lead in leads.items() if lead == most]
    return leaders[0] if len(leaders) == 1 else None

"""The evening in figures: who read the table best, and what else the revealed votes tell."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from msgspec import Struct

from device.engine.cards import Category
from device.engine.table import Pad, Result, Table

Who = TypeVar("Who")


class Figures(Struct, frozen=True):
    """What the revealed votes of a game tell; an open vote is no part of it.

    `rounds` revealed; by pad, in turn order, how often it was in the majority, and how often alone with its
    answer. `best` read the table best, `wolves` were alone most often, `favourites` are the name spaces
    chosen most often, `alike` the pairs that gave the same answer most often: all of them where several come
    to the same, with how often, and empty where it never happened.
    """

    rounds: int
    in_majority: tuple[tuple[Pad, int], ...]
    alone: tuple[tuple[Pad, int], ...]
    favourites: tuple[tuple[int, ...], int]
    alike: tuple[tuple[tuple[Pad, Pad], ...], int]

    @property
    def best(self) -> tuple[tuple[Pad, ...], int]:
        """Who was in the majority most often."""
        return _most(dict(self.in_majority))

    @property
    def wolves(self) -> tuple[tuple[Pad, ...], int]:
        """Who was alone with an answer most often."""
        return _most(dict(self.alone))


def figures(table: Table) -> Figures:
    """The figures of the game on the table."""
    turns = [(turn, turn.result) for turn in table.turns if turn.result is not None]
    results = [result for _, result in turns]
    pads = [seat.pad for seat in table.seats]
    moved = Counter(pad for result in results for pad in result.moved)
    alone = Counter(pad for result in results for pad in _alone(result))
    names = Counter(
        answer
        for turn, result in turns
        if turn.face.category is not Category.CHOICES
        for answer in result.votes.values()
    )
    return Figures(
        rounds=len(results),
        in_majority=tuple((pad, moved[pad]) for pad in pads),
        alone=tuple((pad, alone[pad]) for pad in pads),
        favourites=_most(dict(sorted(names.items()))),
        alike=_most({pair: _agreed(results, *pair) for pair in combinations(pads, 2)}),
    )


def _most(times: Mapping[Who, int]) -> tuple[tuple[Who, ...], int]:
    """All that have the highest count, and that count; nobody where it is 0."""
    most = max(times.values(), default=0)
    return (tuple(who for who, count in times.items() if count == most), most) if most else ((), 0)


def _alone(result: Result) -> list[Pad]:
    """Who gave an answer that nobody else gave, where anybody agreed at all."""
    counts = Counter(result.votes.values())
    return [pad for pad, answer in result.votes.items() if counts[answer] == 1 and result.majority]


def _agreed(results: Sequence[Result], one: Pad, other: Pad) -> int:
    """How often both gave the same answer."""
    return sum(one in result.votes and result.votes[one] == result.votes.get(other) for result in results)

"""The evening in figures: counts over the votes that were revealed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from device.engine.table import Pad, Result, Table


@dataclass(frozen=True, slots=True)
class Figures:
    """`rounds` revealed; how often all who voted agreed, and how often nobody did; by pad how often it was
    in the majority; the two who gave the same answer most often, and how often."""

    rounds: int
    unanimous: int
    all_different: int
    in_majority: tuple[tuple[Pad, int], ...]
    alike: tuple[Pad, Pad, int] | None


def figures(table: Table) -> Figures:
    """The figures of the game on the table; pads in turn order."""
    results = [turn.result for turn in table.turns if turn.result is not None]
    moved = Counter(pad for result in results for pad in result.moved)
    return Figures(
        rounds=len(results),
        unanimous=sum(_is_unanimous(result) for result in results),
        all_different=sum(not result.majority for result in results),
        in_majority=tuple((seat.pad, moved[seat.pad]) for seat in table.seats),
        alike=_most_alike(results, [seat.pad for seat in table.seats]),
    )


def _is_unanimous(result: Result) -> bool:
    return len(result.votes) > 1 and len(set(result.votes.values())) == 1


def _most_alike(results: Sequence[Result], pads: Sequence[Pad]) -> tuple[Pad, Pad, int] | None:
    """The first pair in turn order that agreed most often; None if no two ever did."""
    times = {pair: sum(_agreed(result, *pair) for result in results) for pair in combinations(pads, 2)}
    pair = max(times, key=lambda two: times[two], default=None)
    return (*pair, times[pair]) if pair and times[pair] else None


def _agreed(result: Result, one: Pad, other: Pad) -> bool:
    return one in result.votes and result.votes[one] == result.votes.get(other)

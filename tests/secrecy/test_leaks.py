"""The proof sees what it should: a leak planted in any channel is found by it."""

from collections.abc import Callable

import pytest

from tests.at_length import thinned
from tests.secrecy.leaks import BEFORE_THE_REVEAL, TO_THE_VERY_END, Leak
from tests.secrecy.proof import MakeParts, Pair, before_the_reveal, to_the_very_end

Prove = Callable[[int, MakeParts], Pair]
SCRIPTS = 40


def channels(pair: Pair) -> set[str]:
    """The channels that tell the two runs apart."""
    return {difference.partition(":")[0] for difference in pair.differences}


def is_caught(leak: Leak, prove: Prove) -> bool:
    """Whether one of the first scripts shows the leak, in the channel where it is."""
    return any(leak.channel in channels(prove(seed, leak.make)) for seed in range(SCRIPTS))


@pytest.mark.parametrize("leak", thinned(list(BEFORE_THE_REVEAL.values()), list(BEFORE_THE_REVEAL)))
def test_a_vote_that_leaks_before_the_reveal_is_caught(leak: Leak) -> None:
    assert is_caught(leak, before_the_reveal)


@pytest.mark.parametrize("leak", thinned(list(TO_THE_VERY_END.values()), list(TO_THE_VERY_END)))
def test_a_vote_that_never_counts_and_yet_leaks_is_caught(leak: Leak) -> None:
    assert is_caught(leak, to_the_very_end)

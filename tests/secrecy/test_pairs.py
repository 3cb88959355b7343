"""The proof of secrecy: runs that differ in their secrets alone cannot be told apart, by anything."""

import pytest

from tests.secrecy.buses import Buses
from tests.secrecy.device import Parts
from tests.secrecy.proof import before_the_reveal, to_the_very_end

CHUNK = 20
CHUNKS_OF_SECRETS, CHUNKS_OF_WASTE = 20, 6
BUS_SEEDS = range(1001, 1007)


def seeds(chunk: int) -> range:
    """The scripts of a chunk; chunks make tests that run in parallel."""
    return range(chunk * CHUNK, (chunk + 1) * CHUNK)


@pytest.mark.parametrize("chunk", range(CHUNKS_OF_SECRETS))
def test_nothing_shows_what_was_voted_before_the_reveal(chunk: int) -> None:
    secrets = 0
    for seed in seeds(chunk):
        pair = before_the_reveal(seed)
        assert pair.differences == [], f"seed {seed}\n{pair.told}"
        secrets += pair.secrets > 0
    assert secrets > CHUNK * 3 // 4  # nearly every pair has votes that count, and are different


@pytest.mark.parametrize("seed", BUS_SEEDS)
def test_no_byte_on_the_buses_of_panel_and_lights_shows_what_was_voted(seed: int) -> None:
    pair = before_the_reveal(seed, lambda: Parts(buses=Buses))
    assert pair.differences == [], pair.told


@pytest.mark.parametrize("chunk", range(CHUNKS_OF_SECRETS, CHUNKS_OF_SECRETS + CHUNKS_OF_WASTE))
def test_votes_that_never_count_leave_no_trace_to_the_very_end(chunk: int) -> None:
    wasted = 0
    for seed in seeds(chunk):
        pair = to_the_very_end(seed)
        assert pair.differences == [], f"seed {seed}\n{pair.told}"
        wasted += pair.secrets > 0
    assert wasted > CHUNK * 3 // 4

"""The proof of secrecy: runs that differ in their secrets alone cannot be told apart, by anything."""

import pytest

from tests.at_length import at_length
from tests.secrecy.buses import Buses
from tests.secrecy.device import Parts
from tests.secrecy.proof import before_the_reveal, to_the_very_end

CHUNK = 20
# By default a small part of the proof; `--at-length`, as in CI, more than 500 pairs.
CHUNKS_OF_SECRETS, CHUNKS_OF_WASTE = 20, 7
SOME_OF_SECRETS, SOME_OF_WASTE = 1, 1
BUS_SEEDS = [1001, 1002, *at_length(1003, 1004, 1005, 1006)]


def seeds(chunk: int) -> range:
    """The scripts of a chunk; chunks make tests that run in parallel."""
    return range(chunk * CHUNK, (chunk + 1) * CHUNK)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The chunks of a proof, some or all of them."""
    is_at_length = metafunc.config.getoption("--at-length")
    if "chunk_of_secrets" in metafunc.fixturenames:
        metafunc.parametrize(
            "chunk_of_secrets", range(CHUNKS_OF_SECRETS if is_at_length else SOME_OF_SECRETS)
        )
    if "chunk_of_waste" in metafunc.fixturenames:
        count = CHUNKS_OF_WASTE if is_at_length else SOME_OF_WASTE
        metafunc.parametrize("chunk_of_waste", range(CHUNKS_OF_SECRETS, CHUNKS_OF_SECRETS + count))


def test_nothing_shows_what_was_voted_before_the_reveal(chunk_of_secrets: int) -> None:
    secrets = 0
    for seed in seeds(chunk_of_secrets):
        pair = before_the_reveal(seed)
        assert pair.differences == [], f"seed {seed}\n{pair.told}"
        secrets += pair.secrets > 0
    assert secrets > CHUNK * 3 // 4  # nearly every pair has votes that count, and are different


@pytest.mark.parametrize("seed", BUS_SEEDS)
def test_no_byte_on_the_buses_of_panel_and_lights_shows_what_was_voted(seed: int) -> None:
    pair = before_the_reveal(seed, lambda: Parts(buses=Buses))
    assert pair.differences == [], pair.told


def test_votes_that_never_count_leave_no_trace_to_the_very_end(chunk_of_waste: int) -> None:
    wasted = 0
    for seed in seeds(chunk_of_waste):
        pair = to_the_very_end(seed)
        assert pair.differences == [], f"seed {seed}\n{pair.told}"
        wasted += pair.secrets > 0
    assert wasted > CHUNK * 3 // 4

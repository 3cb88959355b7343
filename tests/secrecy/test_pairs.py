"""The proof of secrecy: runs that differ in their secrets alone cannot be told apart, by anything."""

from random import Random

import pytest

from tests.secrecy.observed import differences
from tests.secrecy.runs import run
from tests.secrecy.scripts import written

CHUNK = 20
CHUNKS_OF_SECRETS, CHUNKS_OF_WASTE = 20, 6


@pytest.mark.parametrize("chunk", range(CHUNKS_OF_SECRETS))
def test_nothing_shows_what_was_voted_before_the_reveal(chunk: int) -> None:
    secrets = 0
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        script, as_played = written(seed)
        chance = Random(f"secrets {seed}")
        reveal = chance.randrange(len(script.counted)) if script.counted else None
        fixed = frozenset[int]().union(*script.counted[:reveal])
        keys = script.other_keys(fixed, chance)
        other = run(script, keys, until=reveal)
        assert differences(as_played, other, reveal) == [], f"seed {seed}\n{script.told(keys)}"
        secrets += any(script.keys()[press] != keys[press] for press in script.counted[reveal or 0])
    assert secrets > CHUNK * 3 // 4  # nearly every pair has votes that count, and they are different


@pytest.mark.parametrize("chunk", range(CHUNKS_OF_WASTE))
def test_votes_that_never_count_leave_no_trace_to_the_very_end(chunk: int) -> None:
    secrets = 0
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        script, as_played = written(seed)
        keys = script.other_keys(frozenset[int]().union(*script.counted), Random(f"wasted {seed}"))
        assert differences(as_played, run(script, keys), None) == [], f"seed {seed}\n{script.told(keys)}"
        secrets += script.keys() != keys
    assert secrets > CHUNK * 3 // 4

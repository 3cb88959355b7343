"""Random evenings, keyed in as people would: the program and the second reading of the rules agree."""

from functools import lru_cache
from pathlib import Path

import pytest

from device.app.replay import Replay
from device.app.script import parse_script

from . import games
from .compare import Record, differences

EVENINGS_A_TEST = 10
TESTS, TESTS_AT_LENGTH = 1, 20
BOX = [(True, True), (True, True), (True, True), (True, False), (False, True), (False, False)]
"""Whether die and cards are the box's, evening by evening."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "first_seed" in metafunc.fixturenames:
        tests = TESTS_AT_LENGTH if metafunc.config.getoption("--at-length", default=False) else TESTS
        metafunc.parametrize("first_seed", range(0, tests * EVENINGS_A_TEST, EVENINGS_A_TEST))


@lru_cache(maxsize=1)
def facts_of(script: str) -> list[Record]:
    """Everything a session script leaves, without lights and pictures."""
    records: list[Record] = []
    parsed = parse_script(Path("evening.script"), script)
    Replay(parsed, records.append, is_traced=False, shots=Path("no-shots")).run()
    return records


def test_random_evenings_go_as_the_rules_say(first_seed: int) -> None:
    for seed in range(first_seed, first_seed + EVENINGS_A_TEST):
        night = games.evening(seed, facts_of, BOX[seed % len(BOX)])
        assert differences(facts_of(night.script.text()), night.expected) == [], f"seed {seed}"


def test_random_evenings_hold_everything_that_can_happen() -> None:
    """What the comparison is worth: each kind of fact comes up, and often."""
    nights = [games.evening(seed) for seed in range(15)]
    kinds = [fact["type"] for night in nights for fact in night.expected]
    for kind in ("joined", "left", "rolled", "card", "revealed", "tiebreak", "won", "undone", "board"):
        assert kinds.count(kind) >= 5, kind
    lines = [line.split()[0] for night in nights for line in night.script.lines]
    assert lines.count("cut") >= 20

"""The comparison sees a wrong value, a wrong order, a missing fact and one too many."""

from copy import deepcopy

import pytest

from . import games
from .compare import Record, differences


@pytest.fixture(scope="module")
def expected() -> list[Record]:
    return games.evening(seed=1).expected


def as_trace(facts: list[Record]) -> list[Record]:
    """A trace that holds exactly these facts, and other records among them."""
    return [{"at_ms": 0, **record} for fact in deepcopy(facts) for record in (fact, {"type": "voted"})]


def test_a_trace_with_the_same_facts_agrees(expected: list[Record]) -> None:
    assert differences(as_trace(expected), expected) == []


def test_every_wrong_value_is_seen(expected: list[Record]) -> None:
    for number, fact in enumerate(expected):
        for key in fact:
            changed = deepcopy(expected)
            changed[number][key] = "something else"
            assert differences(as_trace(expected), changed)


def test_a_wrong_turn_order_is_seen(expected: list[Record]) -> None:
    number = next(number for number, fact in enumerate(expected) if fact["type"] == "revealed")
    changed = deepcopy(expected)
    changed[number]["positions"] = dict(reversed(changed[number]["positions"].items()))
    assert differences(as_trace(expected), changed)


def test_a_missing_fact_and_one_too_many_are_seen(expected: list[Record]) -> None:
    assert differences(as_trace(expected[:-1]), expected)
    assert differences(as_trace([*expected, expected[-1]]), expected)

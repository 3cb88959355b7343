"""The rules that need no table: majority, token, options, leads."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.engine import rules
from device.engine.cards import Category
from tests.talk import card


@pytest.mark.parametrize(
    ("votes", "majority"),
    [
        ([1, 1, 2, 2, 3], (1, 2)),
        ([1, 1, 2, 2, 3, 3], (1, 2, 3)),
        ([4, 4, 4, 2, 2], (4,)),
        ([1, 2, 3, 4], ()),
        ([5], ()),
        ([], ()),
    ],
)
def test_every_answer_with_the_most_votes_is_the_majority_if_two_gave_it(
    votes: list[int], majority: tuple[int, ...]
) -> None:
    assert rules.majority(votes) == majority


def test_the_majority_does_not_depend_on_who_votes_first() -> None:
    assert {rules.majority(order) for order in permutations([1, 1, 2, 2, 3])} == {(1, 2)}


@given(st.lists(st.integers(1, 8), max_size=8))
def test_no_answer_outside_the_majority_has_as_many_votes(votes: list[int]) -> None:
    majority = rules.majority(votes)
    counts = {answer: votes.count(answer) for answer in votes}
    assert all(counts[answer] == max(counts.values()) >= 2 for answer in majority)
    assert all(
        counts[answer] < 2 or answer in majority or counts[answer] < max(counts.values()) for answer in counts
    )


@pytest.mark.parametrize(
    ("category", "token", "reader_space", "after"),
    [
        (Category.EVERYBODY, 3, 4, 3),
        (Category.CHOICES, 3, 4, 4),
        (Category.CHOICES, 8, 4, 1),
        (Category.VERSUS, 3, 7, 4),
        (Category.VERSUS, 3, 4, 5),
        (Category.VERSUS, 7, 8, 1),
    ],
)
def test_the_token_moves_on_but_a_versus_skips_the_reader(
    category: Category, token: int, reader_space: int, after: int
) -> None:
    assert rules.token_after(category, token, reader_space) == after


def test_the_numbers_that_are_votes_follow_the_card() -> None:
    assert rules.options_of(Category.EVERYBODY, None, None, 1) == (1, 2, 3, 4, 5, 6, 7, 8)
    assert rules.options_of(Category.CHOICES, card(Category.CHOICES, answers=4), 2, 1) == (1, 2, 3, 4)
    assert rules.options_of(Category.CHOICES, None, 2, 1) == (1, 2, 3, 4, 5, 6)
    assert rules.options_of(Category.VERSUS, None, 7, 2) == (2, 7)


def test_a_versus_without_a_subject_is_a_programmers_mistake() -> None:
    with pytest.raises(ValueError, match="needs a subject"):
        rules.options_of(Category.VERSUS, None, None, 2)


def test_a_lead_wins_only_when_it_is_higher_than_every_other() -> None:
    assert rules.sole_leader({"a": 3, "b": 1}) == "a"
    assert rules.sole_leader({"a": 3, "b": 3, "c": 0}) is None
    assert rules.sole_leader({}) is None


def test_nobody_moves_beyond_the_winners_space() -> None:
    assert rules.moved_to(24, 3, 25) == 25
    assert rules.moved_to(20, 3, 25) == 23

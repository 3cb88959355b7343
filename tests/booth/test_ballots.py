"""Ballots and all that has keys in it show nothing of them: printed, copied or pickled."""

import copy
import pickle
from collections.abc import Callable

import pytest

from device.booth.ballots import Ballots
from device.booth.booth import Booth
from device.booth.gestures import Gesture, PadKeys, Sign
from tests.booth.hands import EVERYBODY, Hands


def voted(key: int) -> Booth:
    """A booth in which red has voted, and still holds the key down."""
    hands = Hands(EVERYBODY)
    hands.down(key)
    return hands.booth


def keys_down(key: int) -> PadKeys:
    """The keys of a pad, one of them down."""
    keys = PadKeys()
    keys.press(key, 0, (0, 0), is_waking=False)
    return keys


@pytest.mark.parametrize(
    "make",
    [voted, lambda key: voted(key)._ballots, keys_down, lambda key: Gesture(Sign.SINGLE, key, 5, (0, 0))],
    ids=["booth", "ballots", "keys", "gesture"],
)
def test_printing_never_shows_a_key(make: Callable[[int], object]) -> None:
    assert len({f"{thing!r} {thing}" for thing in map(make, range(1, 9))}) == 1


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps])
def test_ballots_cannot_be_copied_or_pickled_and_the_error_says_nothing(
    duplicate: Callable[[object], object],
) -> None:
    with pytest.raises(TypeError) as caught:
        duplicate(voted(7)._ballots)
    assert str(caught.value) == "ballots cannot be copied"
    assert caught.value.__suppress_context__


@pytest.mark.parametrize("duplicate", [copy.deepcopy, pickle.dumps])
def test_a_booth_cannot_be_copied_or_pickled_with_its_ballots(duplicate: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match="ballots cannot be copied"):
        duplicate(voted(7))


def test_ballots_have_no_attribute_that_a_vote_could_be_put_in() -> None:
    assert not hasattr(Ballots(), "__dict__")
    assert not hasattr(Booth(), "__dict__")

"""Keys that jam, and the first key after a long silence (controls.md, Keys and Phases)."""

from msgspec.structs import replace

from device.machine.ask import Chorded, Held, KeyFreed, KeyStuck, Pressed, VoteCast
from tests.booth.hands import EVERYBODY, HOLDS, NUMBER, RED, VOTE, Hands

# Stuck


def test_a_key_that_is_down_for_30_seconds_is_stuck_and_not_a_millisecond_earlier() -> None:
    hands = Hands(NUMBER)
    hands.down(6)
    assert hands.wait(29_999) == []
    assert hands.wait(1) == [KeyStuck(RED, 30_000)]


def test_a_stuck_keys_press_does_not_act_and_its_opening_is_told() -> None:
    hands = Hands(NUMBER)
    hands.down(6)
    hands.wait(31_000)
    assert hands.up(6) == [KeyFreed(RED, 31_000)]
    assert hands.press(6) == [Pressed(RED, 6, 31_000, 31_080)]


def test_beside_a_stuck_key_the_pads_other_keys_press_and_hold() -> None:
    hands = Hands(HOLDS)
    hands.down(6)
    hands.wait(30_000)
    assert hands.press(2) == [Pressed(RED, 2, 30_000, 30_080)]
    hands.down(3)
    assert hands.wait(1000) == [Held(RED, 3, 30_100, 31_100)]


def test_a_stuck_keys_vote_stands_and_the_pads_other_keys_vote() -> None:
    hands = Hands(VOTE)
    hands.down(6)
    hands.wait(30_000)
    assert hands.votes() == {RED: 6}
    hands.press(6)  # edges of the jammed key tell nothing
    assert hands.press(2) == [VoteCast(RED, 30_100)]
    assert hands.votes() == {RED: 2}


def test_a_stuck_key_counts_as_up_for_two_keys() -> None:
    hands = Hands(VOTE)
    hands.down(6)
    hands.wait(30_000)
    hands.press(2)
    assert hands.votes() == {RED: 2}


def test_one_and_eight_beside_a_stuck_key_are_the_chord() -> None:
    hands = Hands(NUMBER)
    hands.down(4)
    hands.wait(30_000)
    hands.down(1)
    hands.down(8)
    assert hands.wait(1000) == [Chorded(RED, 31_000)]


def test_a_stuck_key_is_no_part_of_the_chord() -> None:
    hands = Hands(NUMBER)
    hands.down(1)
    hands.wait(30_000)
    hands.down(8)
    assert hands.wait(2000) == []


def test_a_key_that_jams_in_the_middle_of_a_chord_ends_it() -> None:
    hands = Hands(NUMBER)
    hands.down(1)
    hands.wait(29_500)
    hands.down(8)
    assert hands.wait(3000) == [KeyStuck(RED, 30_000)]


def test_a_key_that_jams_beside_a_chord_leaves_the_chord_out() -> None:
    hands = Hands(NUMBER)
    hands.down(4)
    hands.wait(29_500)
    hands.down(1)
    hands.down(8)
    assert hands.wait(3000) == [KeyStuck(RED, 30_000)]


def test_two_stuck_keys_are_free_when_the_last_one_is() -> None:
    hands = Hands(NUMBER)
    hands.down(6)
    hands.down(7)
    assert hands.wait(30_000) == [KeyStuck(RED, 30_000)] * 2
    assert hands.up(6) == []
    assert hands.up(7) == [KeyFreed(RED, 30_000)]


def test_a_key_stuck_since_power_on_does_nothing_until_it_has_been_up() -> None:
    hands = Hands(HOLDS, down=[(RED, 8)])
    assert hands.wait(30_000) == [KeyStuck(RED, 30_000)]
    assert hands.press(2) == [Pressed(RED, 2, 30_000, 30_080)]
    assert hands.up(8) == [KeyFreed(RED, 30_100)]
    assert hands.press(8) == [Pressed(RED, 8, 30_100, 30_180)]


def test_after_a_stuck_key_jammed_mid_gesture_the_rest_of_it_is_no_press() -> None:
    hands = Hands(NUMBER)
    hands.down(6)
    hands.wait(29_000)
    hands.down(7)
    hands.wait(1000)
    assert hands.up(7) == []
    assert hands.press(3) == [Pressed(RED, 3, 30_000, 30_080)]


# Waking


def test_the_key_that_wakes_acts_in_nothing_until_it_has_been_up() -> None:
    hands = Hands(replace(HOLDS, is_asleep=True))
    hands.down(4)
    hands.ask = HOLDS
    assert hands.wait(5000) == []
    assert hands.up(4) == []
    assert hands.press(4) == [Pressed(RED, 4, 5000, 5080)]


def test_the_key_that_wakes_is_no_vote() -> None:
    hands = Hands(replace(VOTE, is_asleep=True))
    hands.down(4)
    hands.ask = VOTE
    hands.up(4)
    assert hands.votes() == {}
    assert hands.press(4) == [VoteCast(RED, 0)]


def test_the_key_that_wakes_counts_neither_for_two_keys_nor_for_the_chord() -> None:
    hands = Hands(replace(EVERYBODY, is_asleep=True))
    hands.down(1)
    hands.ask = EVERYBODY
    assert hands.down(8) == [VoteCast(RED, 0)]
    assert hands.wait(2000) == []
    assert hands.votes() == {RED: 8}


def test_a_key_that_wakes_and_stays_down_is_stuck_like_any_other() -> None:
    hands = Hands(replace(NUMBER, is_asleep=True))
    hands.down(4)
    hands.ask = NUMBER
    assert hands.wait(30_000) == [KeyStuck(RED, 30_000)]
    assert hands.up(4) == [KeyFreed(RED, 30_000)]

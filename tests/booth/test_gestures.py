"""Press, hold, chord and two keys, sentence by sentence (controls.md, Keys)."""

import pytest
from msgspec.structs import replace

from device.booth.gestures import PadKeys
from device.machine.ask import NO_KEYS, Ask, Chorded, Held, Kind, Pressed
from tests.booth.hands import HOLDS, NUMBER, ORANGE, RED, Hands

# Press


def test_a_press_acts_as_its_key_comes_up_and_tells_when_it_went_down() -> None:
    hands = Hands(NUMBER)
    hands.wait(500)
    assert hands.down(3) == []
    assert hands.wait(80) == []
    assert hands.up(3) == [Pressed(RED, 3, down_ms=500, at_ms=580)]


def test_a_press_that_was_not_the_only_key_since_all_were_up_is_none() -> None:
    hands = Hands(NUMBER)
    assert [*hands.down(3), *hands.down(4), *hands.up(4), *hands.up(3)] == []
    assert hands.press(3) == [Pressed(RED, 3, 0, 80)]


def test_two_keys_that_overlap_are_no_presses_whichever_comes_up_first() -> None:
    hands = Hands(NUMBER)
    assert [*hands.down(3), *hands.down(4), *hands.up(3), *hands.up(4)] == []


def test_keys_pressed_quickly_one_after_the_other_all_count() -> None:
    hands = Hands(NUMBER)
    assert [said.key for said in hands.press(2, 3, 3, 8) if isinstance(said, Pressed)] == [2, 3, 3, 8]


def test_a_pad_that_is_asked_nothing_says_nothing_but_that_it_was_touched() -> None:
    assert Hands(Ask()).press(1, 2, 8) == []


def test_pads_do_not_disturb_each_other() -> None:
    hands = Hands(NUMBER)
    assert [*hands.down(3, RED), *hands.down(4, ORANGE)] == []
    assert hands.up(3, RED) == [Pressed(RED, 3, 0, 0)]
    assert hands.up(4, ORANGE) == [Pressed(ORANGE, 4, 0, 0)]


# Hold


def test_a_hold_acts_at_one_second_and_not_a_millisecond_earlier() -> None:
    hands = Hands(HOLDS)
    hands.down(5)
    assert hands.wait(999) == []
    assert hands.wait(1) == [Held(RED, 5, down_ms=0, at_ms=1000)]


def test_a_hold_acts_once_and_its_key_coming_up_is_no_press() -> None:
    hands = Hands(HOLDS)
    hands.down(5)
    hands.wait(1000)
    assert hands.wait(20_000) == []
    assert hands.up(5) == []


def test_a_hold_that_means_nothing_there_is_a_press() -> None:
    hands = Hands(NUMBER)
    hands.down(5)
    assert hands.wait(3000) == []
    assert hands.up(5) == [Pressed(RED, 5, 0, 3000)]


def test_a_hold_of_a_key_that_means_nothing_held_is_a_press() -> None:
    hands = Hands(replace(NUMBER, holds=frozenset((4,))))
    hands.down(5)
    assert hands.wait(1500) == []
    assert hands.up(5) == [Pressed(RED, 5, 0, 1500)]


@pytest.mark.parametrize("at_ms", [1, 999])
def test_a_second_key_makes_a_hold_nothing(at_ms: int) -> None:
    hands = Hands(HOLDS)
    hands.down(5)
    hands.wait(at_ms)
    hands.down(6)
    hands.up(6)
    assert hands.wait(5000) == []
    assert hands.up(5) == []


def test_holds_of_two_pads_at_the_same_moment_both_act_in_pad_order() -> None:
    hands = Hands(HOLDS)
    hands.down(2, ORANGE)
    hands.down(5, RED)
    assert hands.wait(1000) == [Held(RED, 5, 0, 1000), Held(ORANGE, 2, 0, 1000)]


# Chord


@pytest.mark.parametrize(("first", "second"), [(1, 8), (8, 1)])
def test_the_chord_acts_one_second_after_its_second_key(first: int, second: int) -> None:
    hands = Hands(NUMBER)
    hands.down(first)
    hands.wait(700)
    hands.down(second)
    assert hands.wait(999) == []
    assert hands.wait(1) == [Chorded(RED, 1700)]
    assert hands.wait(5000) == []
    assert [*hands.up(1), *hands.up(8)] == []


def test_the_chord_is_heard_whatever_a_pad_is_asked() -> None:
    for ask in (Ask(), NUMBER, HOLDS):
        hands = Hands(ask)
        hands.down(1)
        hands.down(8)
        assert hands.wait(1000) == [Chorded(RED, 1000)]


def test_a_third_key_makes_the_chord_nothing_also_when_it_has_come_up_again() -> None:
    hands = Hands(NUMBER)
    for key in (1, 8, 4):
        hands.down(key)
    hands.up(4)
    assert hands.wait(5000) == []


def test_a_chord_beside_a_key_that_was_down_already_is_none() -> None:
    hands = Hands(NUMBER)
    for key in (4, 1, 8):
        hands.down(key)
    assert hands.wait(5000) == []


@pytest.mark.parametrize("key", [1, 8])
def test_a_chord_let_go_of_too_early_is_none(key: int) -> None:
    hands = Hands(NUMBER)
    hands.down(1)
    hands.down(8)
    assert hands.wait(999) == []
    assert hands.up(key) == []
    assert hands.wait(5000) == []


def test_other_two_keys_are_no_chord() -> None:
    hands = Hands(NUMBER)
    hands.down(1)
    hands.down(7)
    assert hands.wait(5000) == []


def test_the_chord_comes_again_when_one_of_its_keys_does() -> None:
    hands = Hands(NUMBER)
    hands.down(1)
    hands.down(8)
    hands.wait(500)
    hands.up(8)
    hands.wait(100)
    hands.down(8)
    assert hands.wait(1000) == [Chorded(RED, 1600)]


# Fresh keys


def test_a_key_that_is_down_when_a_question_begins_has_no_press_in_it() -> None:
    hands = Hands(NUMBER)
    hands.down(3)
    hands.ask = replace(NUMBER, serial=(1, 0))
    assert hands.up(3) == []
    assert hands.press(3) == [Pressed(RED, 3, 0, 80)]


def test_a_key_that_is_down_when_a_question_begins_has_no_hold_in_it() -> None:
    hands = Hands(HOLDS)
    hands.down(3)
    hands.ask = replace(HOLDS, serial=(0, 1))
    assert hands.wait(2000) == []
    assert hands.up(3) == []


def test_a_key_that_is_not_fresh_still_counts_for_the_chord() -> None:
    hands = Hands(NUMBER)
    hands.down(1)
    hands.ask = replace(NUMBER, serial=(1, 0))
    hands.down(8)
    assert hands.wait(1000) == [Chorded(RED, 1000)]


def test_a_key_that_is_not_fresh_still_counts_for_two_keys() -> None:
    hands = Hands(NUMBER)
    hands.down(2)
    hands.ask = replace(NUMBER, serial=(1, 0))
    assert [*hands.down(3), *hands.up(3), *hands.up(2)] == []


def test_a_key_held_at_power_on_has_no_press_and_no_hold() -> None:
    hands = Hands(HOLDS, down=[(RED, 8)])
    assert hands.wait(10_000) == []
    assert hands.up(8) == []
    assert hands.press(8) == [Pressed(RED, 8, 10_000, 10_080)]


def test_a_key_held_at_power_on_counts_for_the_chord() -> None:
    hands = Hands(NUMBER, down=[(RED, 8)])
    hands.down(1)
    assert hands.wait(1000) == [Chorded(RED, 1000)]


# Edges that tell nothing new


def test_a_key_that_goes_down_twice_went_down_once() -> None:
    hands = Hands(NUMBER)
    hands.down(3)
    hands.wait(50)
    assert hands.down(3) == []
    assert hands.up(3) == [Pressed(RED, 3, 0, 50)]


def test_a_key_that_comes_up_twice_was_pressed_once() -> None:
    hands = Hands(NUMBER)
    assert hands.up(3) == []
    assert len(hands.press(3)) == 1
    assert hands.up(3) == []


def test_keys_that_are_all_up_wait_for_nothing() -> None:
    hands = Hands(Ask(Kind.NUMBER, NO_KEYS))
    assert hands.booth.next_deadline() is None
    assert PadKeys().next_deadline() is None
    hands.press(3)
    assert hands.booth.next_deadline() is None
    assert hands.booth.pass_time(10_000, lambda pad: hands.ask) == []

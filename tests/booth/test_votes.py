"""Votes: given as a key goes down, changed, withdrawn by a second key, standing again after the chord."""

import pytest
from msgspec.structs import replace

from device.machine.ask import Chorded, NotAnOption, Pad, PadInput, PageTurned, VoteCast, VoteWithdrawn
from tests.booth.hands import EVERYBODY, NUMBER, ORANGE, RED, VOTE, VOTE_OF_THREE, YELLOW, Hands


def test_a_vote_is_cast_as_its_key_goes_down() -> None:
    hands = Hands(VOTE)
    hands.wait(40)
    assert hands.down(3) == [VoteCast(RED, 40)]
    assert [*hands.wait(5000), *hands.up(3)] == []
    assert hands.votes() == {RED: 3}


def test_the_last_vote_counts() -> None:
    hands = Hands(VOTE)
    hands.press(2, 6, 5)
    assert hands.votes() == {RED: 5}


def test_first_changed_and_same_votes_all_say_the_same() -> None:
    hands = Hands(VOTE)
    assert [type(said) for said in hands.press(2, 5, 5, 2)] == [VoteCast] * 4


@pytest.mark.parametrize("key", [4, 5, 6])
def test_a_number_that_is_no_option_is_no_vote_and_an_earlier_vote_stays(key: int) -> None:
    hands = Hands(VOTE_OF_THREE)
    hands.press(2)
    assert hands.press(key) == [NotAnOption(RED, 100)]
    assert hands.votes() == {RED: 2}


def test_seven_and_eight_turn_the_page_where_they_are_no_numbers_of_the_card() -> None:
    hands = Hands(VOTE)
    assert hands.press(7, 8) == [PageTurned(RED, -1, 0), PageTurned(RED, 1, 100)]
    assert hands.votes() == {}


def test_seven_and_eight_are_votes_where_they_are_numbers_of_the_card() -> None:
    hands = Hands(EVERYBODY)
    hands.press(7)
    hands.press(8, pad=ORANGE)
    assert hands.votes() == {RED: 7, ORANGE: 8}


# Two keys


def test_the_second_key_going_down_withdraws_the_vote() -> None:
    hands = Hands(VOTE)
    hands.down(3)
    hands.wait(30)
    assert hands.down(4) == [VoteWithdrawn(RED, 30)]
    assert [*hands.up(3), *hands.up(4)] == []
    assert hands.votes() == {}


def test_two_keys_withdraw_a_vote_that_stood_before() -> None:
    hands = Hands(VOTE_OF_THREE)
    hands.press(2)
    hands.down(5)
    assert hands.down(6) == [VoteWithdrawn(RED, 100)]
    assert hands.votes() == {}


def test_without_a_vote_there_is_none_to_withdraw() -> None:
    hands = Hands(VOTE_OF_THREE)
    hands.down(5)
    assert hands.down(6) == []


def test_after_two_keys_the_next_single_key_votes_only_with_all_others_up() -> None:
    hands = Hands(VOTE)
    hands.down(3)
    hands.down(4)
    hands.up(4)
    assert hands.down(5) == []
    hands.up(5)
    hands.up(3)
    assert hands.down(6) == [VoteCast(RED, 0)]
    assert hands.votes() == {RED: 6}


def test_a_key_that_was_down_before_the_vote_counts_for_two_keys() -> None:
    hands = Hands(NUMBER)
    hands.down(3)
    hands.ask = replace(VOTE, serial=(1, 0))
    assert hands.down(4) == []
    assert hands.votes() == {}


def test_a_key_that_was_down_before_the_vote_is_no_vote() -> None:
    hands = Hands(NUMBER)
    hands.down(3)
    hands.ask = replace(VOTE, serial=(1, 0))
    assert [*hands.wait(3000), *hands.up(3)] == []
    assert hands.votes() == {}


# The chord


def chord(hands: Hands, first: int = 1, second: int = 8) -> list[PadInput]:
    """The chord, a tenth of a second between its keys; what its second key and the time after it say."""
    hands.down(first)
    hands.wait(100)
    return [*hands.down(second), *hands.wait(1000), *hands.up(first), *hands.up(second)]


def test_the_vote_that_stood_before_the_chord_stands_again() -> None:
    hands = Hands(VOTE)
    hands.press(4)
    assert chord(hands) == [VoteWithdrawn(RED, 200), Chorded(RED, 1200), VoteCast(RED, 1200)]
    assert hands.votes() == {RED: 4}


def test_where_eight_is_a_number_too_the_vote_before_its_first_key_stands_again() -> None:
    hands = Hands(EVERYBODY)
    hands.press(4)
    chord(hands, 8, 1)
    assert hands.votes() == {RED: 4}


def test_a_chord_without_a_vote_before_it_leaves_none() -> None:
    hands = Hands(EVERYBODY)
    assert chord(hands) == [VoteWithdrawn(RED, 100), Chorded(RED, 1100)]
    assert hands.votes() == {}


def test_a_vote_before_two_keys_that_were_no_chord_does_not_come_back_with_the_next_chord() -> None:
    hands = Hands(VOTE)
    hands.press(4)
    hands.down(2)
    hands.down(3)
    hands.up(2)
    hands.up(3)
    assert chord(hands)[-1] == Chorded(RED, 1200)
    assert hands.votes() == {}


def test_a_chord_of_a_pad_that_is_not_voting_casts_nothing() -> None:
    hands = Hands(VOTE)
    hands.press(4)
    hands.ask = replace(NUMBER, serial=(1, 0))
    assert chord(hands) == [Chorded(RED, 1200)]
    assert hands.votes() == {RED: 4}


def test_votes_that_were_destroyed_in_the_middle_of_a_chord_do_not_stand_again() -> None:
    hands = Hands(VOTE)
    hands.press(4)
    hands.down(1)
    hands.down(8)
    hands.wait(500)
    hands.booth.void()
    assert hands.wait(500) == [Chorded(RED, 1100)]
    assert hands.votes() == {}


# Opening and destroying


def test_opened_ballots_come_in_the_order_asked_for_and_only_of_those_pads() -> None:
    hands = Hands(VOTE)
    for pad, key in ((YELLOW, 3), (RED, 1), (ORANGE, 2)):
        hands.press(key, pad=pad)
    votes = hands.booth.open((ORANGE, YELLOW, Pad.WHITE))
    assert list(votes.items()) == [(ORANGE, 2), (YELLOW, 3)]
    assert hands.votes() == {}


def test_the_ballot_of_one_pad_is_destroyed_and_the_others_stay() -> None:
    hands = Hands(VOTE)
    hands.press(1)
    hands.press(2, pad=ORANGE)
    hands.booth.void(RED)
    assert hands.votes() == {ORANGE: 2}


def test_all_ballots_are_destroyed() -> None:
    hands = Hands(VOTE)
    hands.press(1)
    hands.press(2, pad=ORANGE)
    hands.booth.void()
    assert hands.votes() == {}

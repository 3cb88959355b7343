"""The vote and the lock: votes, wrong numbers, pages, timer, countdown (controls.md, vote, lock)."""

import pytest

from device.engine.cards import Category
from device.engine.table import House, Pad
from device.machine.phases import Paging, Settings
from tests.talk import BOX, Game, card

OWN_CARDS = Settings(house=House(has_own_die=False))
TIMED = Settings(house=BOX, vote_ms=20_000)


def voting(colour: int = 2, settings: Settings | None = None, **more: object) -> Game:
    """Red, orange and yellow vote on a card of that colour."""
    game = Game(settings, **more)  # type: ignore[arg-type]
    game.start("red", "orange", "yellow")
    game.roll(colour, 2)
    return game


def locked(**more: object) -> Game:
    """All three have voted, just now."""
    game = voting(**more)  # type: ignore[arg-type]
    game.press("red", 1)
    game.press("orange", 1)
    game.down("yellow", 2)
    return game


def test_a_vote_counts_as_the_key_goes_down() -> None:
    game = voting()
    game.down("orange", 4)
    assert game.state.voted == {Pad.ORANGE}


def test_every_vote_dips_its_light_first_changed_or_the_same() -> None:
    game = voting()
    for key in (4, 4, 5):
        at_ms = game.at_ms
        game.press("orange", key)
        assert game.state.vote_marks == ((Pad.ORANGE, at_ms),)


def test_a_vote_ends_the_blinking_of_a_refusal() -> None:
    game = voting(colour=3)
    game.press("orange", 5)
    game.press("yellow", 5)
    game.down("orange", 2)
    assert [refusal.pad for refusal in game.state.refusals] == [Pad.YELLOW]


@pytest.mark.parametrize(
    ("colour", "options"),
    [(1, range(1, 7)), (2, range(1, 9)), (3, range(1, 3))],
    ids=["choices", "everybody", "versus"],
)
def test_the_numbers_of_the_boxs_cards_are_votes_and_no_others(colour: int, options: range) -> None:
    for key in range(1, 9):
        game = voting(colour)
        game.press("orange", key)
        assert (game.state.voted == {Pad.ORANGE}) == (key in options)


def test_the_numbers_of_a_choices_card_are_its_answers() -> None:
    game = voting(1, OWN_CARDS, cards=[card(Category.CHOICES, answers=3)])
    game.press("orange", 3)
    game.press("yellow", 4)
    assert game.state.voted == {Pad.ORANGE}
    assert game.refusals() == [("yellow", "not_an_option")]


def test_seven_and_eight_turn_the_page_back_and_forward_and_hold_it_for_20_seconds() -> None:
    game = voting(1, paging=Paging((4000, 5000, 6000), first_ms=2000))
    game.press("orange", 8)
    assert game.state.pager.page == 1
    game.wait(20_000 - 101)
    assert game.state.pager.page == 1
    game.wait(1)
    assert game.state.pager.page == 2
    game.press("orange", 7)
    assert game.state.pager.page == 1
    game.press("orange", 7, 7)
    assert game.state.pager.page == 2
    assert game.refusals() == []


def test_pages_turn_by_themselves() -> None:
    game = voting(1, paging=Paging((4000, 5000), first_ms=2000))
    game.wait(1500 + 2000 - 20)
    assert game.state.pager.page == 1
    game.wait(5000)
    assert game.state.pager.page == 0
    game.wait(4000)
    assert game.state.pager.page == 1


def test_one_page_never_turns() -> None:
    game = voting(1, paging=Paging((4000,)))
    game.press("orange", 8)
    game.wait(60_000)
    assert game.state.pager.page == 0


def test_someone_who_joins_during_a_vote_is_asked_from_the_next_card_on() -> None:
    game = voting()
    game.hold("white", 8)
    game.press("white", 3)
    assert game.refusals() == [("white", "not_now")]
    game.vote(red=1, orange=1, yellow=2)
    assert game.phase == "lock"


def test_two_keys_withdraw_a_vote() -> None:
    game = voting()
    game.down("orange", 3)
    game.down("orange", 4)
    assert game.state.voted == set()


# The timer


def test_the_vote_closes_by_the_timer_with_the_votes_there_are() -> None:
    game = voting(settings=TIMED)
    game.press("red", 1)
    game.wait(20_000 - 120 - 1)
    assert game.phase == "vote"
    game.wait(1)
    assert game.phase == "reveal"
    game.wait(1500)
    assert game.result().votes == {Pad.RED: 1}


def test_the_timer_runs_through_the_lock_and_is_not_restarted() -> None:
    game = voting(settings=TIMED)
    game.wait(19_000 - 20)
    game.vote(red=1, orange=1, yellow=1)
    assert game.phase == "lock"
    game.wait(700)
    assert game.phase == "reveal"


def test_without_a_timer_the_vote_waits_for_ever() -> None:
    game = voting()
    game.wait(3_600_000)
    assert game.phase == "vote"


# The lock


def test_when_everyone_has_voted_three_seconds_are_counted_down() -> None:
    game = locked()
    assert game.phase == "lock"
    for left_s in (3, 2, 1):
        assert game.state.phase.left_s == left_s  # type: ignore[union-attr]
        game.wait(999)
        assert game.state.phase.left_s == left_s  # type: ignore[union-attr]
        game.wait(1)
    assert game.phase == "reveal"


def test_the_die_leaves_the_screen_also_during_the_lock() -> None:
    game = locked()
    assert game.state.phase.vote.die_until_ms is not None  # type: ignore[union-attr]
    game.wait(1500)
    assert game.state.phase.vote.die_until_ms is None  # type: ignore[union-attr]


@pytest.mark.parametrize("key", [1, 2])
def test_any_vote_starts_the_lock_anew_the_same_number_too(key: int) -> None:
    game = locked()
    game.wait(2900)
    game.press("red", key)
    assert game.phases()[-2:] == ["lock", "lock"]
    game.wait(2899)
    assert game.phase == "lock"
    game.wait(1)
    assert game.phase == "reveal"


def test_a_withdrawn_vote_goes_back_to_the_vote() -> None:
    game = locked()
    game.down("yellow", 5)
    assert game.phase == "vote"
    assert game.phases()[-2:] == ["lock", "vote"]


def test_in_the_lock_wrong_numbers_are_refused_and_pages_turn_without_starting_it_anew() -> None:
    game = locked(colour=3, paging=Paging((4000, 4000), first_ms=9000))
    game.press("red", 5)
    game.press("red", 8)
    assert game.refusals()[-1] == ("red", "not_an_option")
    assert game.state.pager.page == 1
    assert game.phases()[-2:] == ["vote", "lock"]


def test_someone_can_join_during_the_lock() -> None:
    game = locked()
    game.hold("white", 8)
    assert game.table.is_present(Pad.WHITE)
    assert game.phase == "lock"


def test_no_lock_time_reveals_at_once() -> None:
    game = locked(settings=Settings(house=BOX, lock_ms=0))
    game.wait(0)
    assert game.phase == "reveal"

"""What the menu's items do, and a new order (controls.md, menu)."""

import pytest

from device.engine import events as ev
from device.engine.cards import Category
from device.engine.table import House, Pad
from device.machine import effects as fx
from device.machine.menus import (
    NewOrder,
)
from device.machine.phases import Settings
from tests.machine.at_table import playing, voting
from tests.talk import BOX, Game, card

# What the items do


def test_undo_takes_an_open_card_and_its_roll_back() -> None:
    game = voting()
    game.press("red", 1)
    game.menu("red", 2)
    game.hold("red", 2)
    assert (game.phase, game.state.voted, game.table.turn) == ("roll", frozenset(), None)
    assert not game.table.has_rolled


def test_undo_after_the_reveal_takes_the_turn_back_and_its_roller_rolls_again() -> None:
    game = voting()
    game.vote(red=1, orange=1, yellow=2)
    game.reveal()
    game.go_on()
    game.menu("orange", 2)
    game.hold("orange", 2)
    assert (game.phase, game.table.reader) == ("roll", Pad.RED)
    assert set(game.table.positions.values()) == {0}


def test_a_new_card_voids_the_votes_given_and_voting_begins_anew() -> None:
    game = voting()
    game.vote(red=1, orange=1)
    game.menu("red", 3)
    game.hold("red", 3)
    assert (game.phase, game.state.voted) == ("vote", frozenset())
    assert game.state.phase.die_until_ms is None  # type: ignore[union-attr]
    game.menu("orange", 4)
    game.hold("orange", 4)
    game.wait(1500)
    assert game.result().votes == {}


def test_a_new_card_of_the_devices_cards_is_another_one_of_the_same_kind() -> None:
    game = voting(Settings(house=House(has_own_die=False)))
    assert game.table.turn is not None
    first = game.table.turn.card
    game.menu("red", 3)
    game.hold("red", 3)
    second = game.table.turn.card
    assert second is not None
    assert second != first
    assert second.category is Category.EVERYBODY


def test_in_choices_the_number_of_answers_follows_the_new_card() -> None:
    cards = [card(Category.CHOICES, "a", 2), card(Category.CHOICES, "b", 5)]
    game = playing(Settings(house=House(has_own_die=False)), cards=cards)
    game.roll(1, 1)
    assert game.table.turn is not None
    first = len(game.table.turn.options)
    game.menu("red", 3)
    game.hold("red", 3)
    assert {first, len(game.table.turn.options)} == {2, 5}


@pytest.mark.parametrize("is_lock", [False, True])
def test_when_there_is_no_other_card_the_old_one_stays_and_so_do_the_votes(is_lock: bool) -> None:
    game = voting(Settings(house=House(has_own_die=False)), cards=[card(Category.EVERYBODY)])
    game.session._piles._piles[Category.EVERYBODY].cards.clear()
    game.vote(red=1, orange=1)
    if is_lock:
        game.vote(yellow=1)
    game.menu("red", 3)
    game.hold("red", 3)
    assert game.refusals() == [("red", "no_card")]
    assert game.phase == ("lock" if is_lock else "vote")
    assert {Pad.RED, Pad.ORANGE} <= game.state.voted


def test_close_the_vote_reveals_the_votes_there_are() -> None:
    game = voting()
    game.vote(orange=4)
    game.menu("red", 4)
    game.hold("red", 4)
    assert game.phase == "reveal"
    game.wait(1500)
    assert game.result().votes == {Pad.ORANGE: 4}


def test_someone_leaves_and_the_vote_waits_for_them_no_longer() -> None:
    game = voting()
    game.hold("white", 8)
    game.vote(red=1, orange=1)
    game.leave("red", 3)
    assert not game.table.is_present(Pad.YELLOW)
    assert game.phase == "lock"


def test_a_leavers_vote_does_not_count() -> None:
    game = voting()
    game.hold("white", 8)
    game.vote(red=1, orange=2, yellow=1)
    game.leave("red", 3)
    game.wait(4500)
    assert game.result().votes == {Pad.RED: 1, Pad.ORANGE: 2}


def test_nobody_leaves_from_an_empty_space_or_twice() -> None:
    game = playing()
    game.hold("white", 8)
    game.leave("red", 3)
    game.menu("red", 5, 1, 3)
    assert game.refusals() == [("red", "not_an_option")]


def test_a_win_by_leaving_is_celebrated_at_once() -> None:
    game = Game(Settings(track=2, house=BOX))
    game.start("red", "orange", "yellow")
    game.roll(2, 2)
    game.vote(red=1, orange=1, yellow=2)
    game.reveal()
    assert game.table.contenders == (Pad.RED, Pad.ORANGE)
    game.leave("red", 2)
    assert (game.phase, game.table.winner) == ("finale", Pad.RED)


def test_new_game_opens_a_lobby_with_the_same_pads_spaces_and_order() -> None:
    game = voting()
    game.menu("red", 8, 1)
    game.hold("red", 1)
    assert (game.phase, game.table.present) == ("lobby", (Pad.RED, Pad.ORANGE, Pad.YELLOW))


@pytest.mark.parametrize(("key", "what"), [(2, "off"), (3, "restart")])
def test_switch_off_and_restart_are_asked_of_the_device(key: int, what: str) -> None:
    game = voting()
    game.menu("red", 8, key)
    assert game.switched == []
    game.hold("red", key)
    assert game.switched == [what]
    assert game.state.menu is None


# New order


def test_a_new_order_is_pressed_by_everybody_youngest_first() -> None:
    game = playing()
    game.menu("red", 5, 2)
    game.press("yellow", 4)
    game.press("yellow", 4)
    game.press("red", 1)
    assert game.phase == "menu"
    game.press("orange", 8)
    assert game.table.present == (Pad.YELLOW, Pad.RED, Pad.ORANGE)
    assert (game.phase, game.table.reader) == ("roll", Pad.RED)


def test_a_pad_that_has_not_joined_has_no_place_in_a_new_order() -> None:
    game = playing()
    game.menu("red", 5, 2)
    game.press("white", 8)
    assert game.shown() == NewOrder()


def test_someone_who_joins_in_the_middle_of_a_new_order_must_press_too() -> None:
    game = playing()
    game.menu("red", 5, 2)
    game.press("yellow", 4)
    game.hold("white", 8)
    game.press("red", 1)
    game.press("orange", 1)
    assert game.phase == "menu"
    game.press("white", 1)
    assert game.table.present == (Pad.YELLOW, Pad.RED, Pad.ORANGE, Pad.WHITE)


def test_a_new_order_in_the_lobby_counts() -> None:
    game = Game()
    game.sit("red", "orange")
    game.menu("red", 5, 2)
    game.press("orange", 1)
    game.press("red", 1)
    assert (game.phase, game.table.present) == ("lobby", (Pad.ORANGE, Pad.RED))


def test_a_pad_that_opens_the_lobbys_menu_without_having_joined_takes_no_place_in_the_order() -> None:
    game = Game()
    game.sit("red", "orange")
    game.menu("white", 5, 2, 3)
    game.press("orange", 1)
    game.press("red", 1)
    assert game.table.present == (Pad.ORANGE, Pad.RED)
    assert isinstance(game.events()[-1], ev.Ordered)


def test_another_joined_pads_hold_is_no_back_for_the_opener() -> None:
    game = playing()
    game.menu("red", 5, 2)
    game.hold("orange", 3)
    assert game.shown() == NewOrder((Pad.ORANGE,))


def test_what_acts_in_the_menu_is_no_vote() -> None:
    game = voting()
    game.menu("red", 1)
    assert not [effect for effect in game.effects if isinstance(effect, fx.Voted) and effect.pad == "red"][1:]
    assert game.state.voted == set()
